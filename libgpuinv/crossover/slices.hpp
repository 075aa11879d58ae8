// slices.hpp (some rows or columns of a simplex tableau through its pivots)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <vector>

#include "libgpuinv/crossover/scattered.hpp"

namespace gpuinv {

// kLanes rows or columns of inv(B)*A without what is 0 in all of them, each
// by itself: pivots in one of them carry the others along, at the price of
// vector operations instead of solves.
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
  // values: of all lanes, times the sign
  void append(int i, const double* values, double sign) {
    const std::size_t place = index_.size();
    for (int l = 0; l < kLanes; l++) lane_[l][place] = sign * values[l];
    index_.push_back(i);
  }
  // The place of the index, -1 if it has none.
  int find(int i) const;
  // Subtracts multiples of the lane from those after it, so that they are 0
  // at the place.
  std::array<double, kLanes> eliminate(int lane, int place);

 private:
  std::vector<int> index_;
  std::array<std::vector<double>, kLanes> lane_;
};

}  // namespace gpuinv
