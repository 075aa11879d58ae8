// symmetric_layout.hpp (full and rectangular full packed storage)
// SPDX-License-Identifier: GPL-3.0-or-later

// Stores a symmetric m by m matrix, split into
//   S = [S11   .   S11 split by split,
//        S21 S22]  S22 the rest,
// in one rectangle with columns of ld elements (Gunnels and Gustavson).  S11
// (lower triangle) and, below it, S21 begin at element `first`.  S22 transposed
// (upper triangle) begins at element 0, in the room above S11.  With split = m
// this is the ordinary full storage.

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

// The two triangles share columns, so S11 must begin at least one row lower; it
// begins still lower for the alignment that the libraries prefer.
inline SymmetricLayout packed_layout(int m) {
  const std::size_t pad = m < 2048 ? 2 : kColumnPad;
  return {m, (m + 1) / 2, round_up(m + pad, pad), pad};
}

}  // namespace gpuinv::kernels
