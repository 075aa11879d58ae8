// rounds_method.hpp (the simplex method with a round trip per pivot)
// SPDX-License-Identifier: GPL-3.0-or-later

// Written once for a tableau on the device and on the host.

#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tests/bench/rounds.hpp"
#include "tests/literature/rounds/pivot_on_host.hpp"

namespace gpuinv::bench {

inline int place_of_least(const double* values, int count) {
  return static_cast<int>(std::min_element(values, values + count) - values);
}

// Returns the entering column by row 0, or 0 if none improves.
inline int entering(const double* costs, int columns) {
  const int k = 1 + place_of_least(costs + 1, columns - 1);
  return costs[k] < -kernels::rounds::kTolerance ? k : 0;
}

// Side: costs() gives row 0, ratios(k) those of column k, pivot(r, k) changes
// the tableau, objective() is its first element.
template <class Side>
RoundsResult rounds_solve(Side& side, int m, int n, int limit) {
  using Clock = std::chrono::steady_clock;
  RoundsResult result;
  const Clock::time_point begin = Clock::now();
  while (result.pivots < limit) {
    const int k = entering(side.costs(), n + 1);
    if (k == 0) {
      result.optimal = true;
      break;
    }
    const double* theta = side.ratios(k);
    const int r = place_of_least(theta, m + 1);
    if (!(theta[r] < HUGE_VAL)) break;
    side.pivot(r, k);
    result.pivots++;
  }
  result.objective = side.objective();
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace gpuinv::bench
