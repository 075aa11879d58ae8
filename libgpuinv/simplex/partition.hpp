// partition.hpp (rows of a tableau dealt to parts)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic, so that tests need no GPU.

#pragma once

#include <algorithm>

namespace gpuinv {

// Splits m rows into at most `parts` ranges of consecutive rows, as equal as
// possible.  No range is empty: few rows make fewer parts.
class Partition {
 public:
  Partition() = default;
  Partition(int m, int parts)
      : m_(m), parts_(std::max(1, std::min(parts, m))) {}

  int parts() const { return parts_; }
  int rows() const { return m_; }
  int first(int part) const {
    return static_cast<int>(static_cast<long long>(m_) * part / parts_);
  }
  int end(int part) const { return first(part + 1); }
  int count(int part) const { return end(part) - first(part); }
  int largest() const {
    int most = 0;
    for (int p = 0; p < parts_; p++) most = std::max(most, count(p));
    return most;
  }

 private:
  int m_ = 0, parts_ = 1;
};

}  // namespace gpuinv
