// partition.hpp (rows of a tableau dealt to parts)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic, so that tests need no GPU.

#pragma once

#include <algorithm>
#include <cstddef>

namespace gpuinv {

// Splits m rows into at most `parts` ranges of consecutive rows, as equal as
// possible.  Each range but the last is a multiple of `unit` rows.  No range is
// empty: few rows make fewer parts.
class Partition {
 public:
  Partition() = default;
  Partition(int m, int parts, int unit = 1)
      : m_(m),
        unit_(unit),
        units_(m / unit + (m % unit != 0)),
        parts_(std::max(1, std::min(parts, units_))) {}

  int parts() const { return parts_; }
  int rows() const { return m_; }
  int first(int part) const {
    const long long u = static_cast<long long>(units_) * part / parts_;
    return static_cast<int>(std::min<long long>(u * unit_, m_));
  }
  int end(int part) const { return first(part + 1); }
  int count(int part) const { return end(part) - first(part); }
  int largest() const {
    int most = 0;
    for (int p = 0; p < parts_; p++) most = std::max(most, count(p));
    return most;
  }
  // Returns the part that holds row i.
  int owner(int i) const {
    int p = 0;
    while (i >= end(p)) p++;
    return p;
  }

 private:
  int m_ = 0, unit_ = 1, units_ = 0, parts_ = 1;
};

}  // namespace gpuinv
