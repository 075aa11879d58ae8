// scattered.hpp (sparse vector that is also there in full)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_CROSSOVER_SCATTERED_HPP
#define GPUINV_CROSSOVER_SCATTERED_HPP

#include <vector>

namespace gpuinv {

// All m values, and the indices of those that may differ from 0.
class Scattered {
 public:
  explicit Scattered(int m = 0) : value(m, 0.0), listed_(m, 0) {}

  int size() const { return static_cast<int>(value.size()); }
  void add(int i, double v) {
    list(i);
    value[i] += v;
  }
  void list(int i) {
    if (listed_[i]) return;
    listed_[i] = 1;
    index.push_back(i);
  }
  bool listed(int i) const { return listed_[i] != 0; }
  void clear() {
    for (int i : index) {
      value[i] = 0.0;
      listed_[i] = 0;
    }
    index.clear();
  }
  // Lists what is not 0, wherever it came from.
  void gather() {
    index.clear();
    for (int i = 0; i < size(); i++) {
      listed_[i] = value[i] != 0.0;
      if (listed_[i]) index.push_back(i);
    }
  }

  std::vector<double> value;
  std::vector<int> index;

 private:
  std::vector<char> listed_;
};

}  // namespace gpuinv

#endif
