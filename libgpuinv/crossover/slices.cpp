// slices.cpp (rows or columns of a simplex tableau, updated by pivots)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/slices.hpp"

#include <algorithm>

namespace gpuinv {

int Slices::find(int i) const {
  const auto at = std::find(index_.begin(), index_.end(), i);
  return at == index_.end() ? -1 : static_cast<int>(at - index_.begin());
}

std::array<double, kLanes> Slices::eliminate(int lane, int place) {
  std::array<double, kLanes> factors = {};
  const double* by = lane_[lane].data();
  const int n = count();
  for (int l = lane + 1; l < kLanes; l++) {
    double* to = lane_[l].data();
    const double f = to[place] / by[place];
    if (f == 0.0) continue;
    for (int c = 0; c < n; c++) to[c] -= f * by[c];
    to[place] = 0.0;
    factors[l] = f;
  }
  return factors;
}

}  // namespace gpuinv
