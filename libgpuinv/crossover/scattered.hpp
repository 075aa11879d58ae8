// scattered.hpp (sparse vectors stored in full length)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gpuinv {

// W vectors side by side, each with all its m values.  The W values of one
// index are adjacent, and `index` lists where one of them may differ from 0.  A
// solve for W vectors reads the factor only once.
template <int W>
class Lanes {
 public:
  explicit Lanes(int m = 0)
      : value(static_cast<std::size_t>(m) * W, 0.0), listed_(m, 0) {}

  int size() const { return static_cast<int>(listed_.size()); }
  double* at(int i) { return value.data() + static_cast<std::size_t>(i) * W; }
  const double* at(int i) const {
    return value.data() + static_cast<std::size_t>(i) * W;
  }
  void add(int i, double v, int lane = 0) {
    list(i);
    at(i)[lane] += v;
  }
  void list(int i) {
    if (listed_[i]) return;
    listed_[i] = 1;
    index.push_back(i);
  }
  bool listed(int i) const { return listed_[i] != 0; }
  bool zero(int i) const {
    const double* v = at(i);
    return std::all_of(v, v + W, [](double x) { return x == 0.0; });
  }
  void clear() {
    for (int i : index) {
      std::fill_n(at(i), W, 0.0);
      listed_[i] = 0;
    }
    index.clear();
  }
  // Rebuilds the list of indices from all values, whatever wrote them.
  void gather() {
    index.clear();
    for (int i = 0; i < size(); i++) {
      listed_[i] = !zero(i);
      if (listed_[i]) index.push_back(i);
    }
  }

  std::vector<double> value;
  std::vector<int> index;

 private:
  std::vector<char> listed_;
};

// Lanes of a panel: as many as fill a cache line.
constexpr int kLanes = 8;

using Scattered = Lanes<1>;
using Panel = Lanes<kLanes>;

}  // namespace gpuinv
