// slices.hpp (rows or columns of a simplex tableau, updated by pivots)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "libgpuinv/sparse/scattered.hpp"

namespace gpuinv {

// kLanes rows or columns of inv(B)*A, each contiguous, without the indices
// where all of them are 0.  A pivot in one of them updates the others by vector
// operations, without a new solve.
class Slices {
 public:
  explicit Slices(int most) {
    index_.reserve(most);
    for (auto& lane : lane_) lane.resize(most);
  }

  int count() const { return static_cast<int>(index_.size()); }
  const std::vector<int>& index() const { return index_; }
  double* lane(int l) { return lane_[l].data(); }
  const double* lane(int l) const { return lane_[l].data(); }

  void clear() { index_.clear(); }
  // Appends index i with the values of all lanes, times the sign.
  void append(int i, const double* values, double sign) {
    const std::size_t place = index_.size();
    for (int l = 0; l < kLanes; l++) lane_[l][place] = sign * values[l];
    index_.push_back(i);
  }
  // Returns the place of index i, or -1 if it has none.
  int find(int i) const {
    const auto at = std::find(index_.begin(), index_.end(), i);
    return at == index_.end() ? -1 : static_cast<int>(at - index_.begin());
  }
  // Subtracts multiples of this lane from the lanes after it, so that they
  // become 0 at the place.  Returns the factors.
  std::array<double, kLanes> eliminate(int lane, int place) {
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

 private:
  std::vector<int> index_;
  std::array<std::vector<double>, kLanes> lane_;
};

}  // namespace gpuinv
