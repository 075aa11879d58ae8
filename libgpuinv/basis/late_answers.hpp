// late_answers.hpp (whether a device answers later than the host would)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>

namespace gpuinv {

// Counts the products with an inverse that come late.  Those of a device do if
// other processes use it, too, because it changes from one process to another
// for each product.
class LateAnswers {
 public:
  // From now on a product is late if it takes more than so many seconds.
  void expect(double seconds) {
    expected_ = seconds;
    late_ = 0;
  }
  void note(double seconds) {
    late_ = std::max(0, late_ + (seconds > expected_ ? 1 : -1));
  }
  // Whether many more products were late than in time, which is no chance.
  bool prevail() const { return late_ >= kMost; }

 private:
  static constexpr int kMost = 32;

  double expected_ = 0.0;
  int late_ = 0;  // zero at the least
};

}  // namespace gpuinv
