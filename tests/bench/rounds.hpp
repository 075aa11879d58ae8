// rounds.hpp (the simplex method with a round trip per pivot, and on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gpuinv::bench {

struct RoundsResult {
  bool optimal = false;  // else unbounded, or the limit
  int pivots = 0;
  double objective = 0.0;
  double seconds = 0.0;  // of the pivots alone
};

// t: (m + 1) * (n + 1) numbers as in tests/literature/rounds/rounds.hpp.  It
// uses Dantzig's rule, the first of equal ones, and makes at most `limit`
// pivots.
RoundsResult rounds_on_host(int m, int n, std::vector<double> t, int limit);

// solve, as above on device 0, is empty where there is none.
struct RoundsDevice {
  std::string name;
  std::function<RoundsResult(int m, int n, const std::vector<double>& t,
                             int limit)>
      solve;
};

RoundsDevice find_rounds_device();

}  // namespace gpuinv::bench
