// symmetric_layout.hpp (full and rectangular full packed storage)
// SPDX-License-Identifier: GPL-3.0-or-later

// A symmetric m by m matrix, split into
//   S = [S11   .   S11 split by split,
//        S21 S22]  S22 the rest,
// in one rectangle by columns of ld elements (Gunnels and Gustavson):
// S11 (lower triangle) and S21 below each other from element `first` on,
// S22 transposed (upper triangle) from element 0 on, in the room that the
// triangle S11 leaves.  With split = m this is the ordinary full storage.

#pragma once

#include <cstddef>

#include "kernels/layout.hpp"

namespace gpuinv::kernels {

struct SymmetricLayout {
  int m, split;
  std::size_t ld, first;  // elements

  std::size_t elements() const { return ld * split; }
  std::size_t corner21() const { return first + split; }
};

inline SymmetricLayout full_layout(int m) {
  return {m, m, leading_dimension(m), 0};
}

// The two triangles share columns, so that S11 begins a row lower at
// least; lower still, it is aligned as the libraries like it.
inline SymmetricLayout packed_layout(int m) {
  const std::size_t pad = m < 2048 ? 2 : kColumnPad;
  return {m, (m + 1) / 2, round_up(m + pad, pad), pad};
}

}  // namespace gpuinv::kernels
