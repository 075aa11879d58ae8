// layout.hpp (padded row-major storage of inv(B) on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// Row i of an m by m matrix starts at element i * leading_dimension(m), and the
// buffer has padded_rows(m) rows.  Padding is zero, so kernels can process
// whole 16-byte words and whole batches of rows without tests.

#pragma once

#include <cstddef>

namespace gpuinv::kernels {

constexpr std::size_t kColumnPad = 16;  // doubles: rows start at 128 bytes
constexpr std::size_t kRowPad = 8;      // rows: batches of 2, 4, 8 are whole

constexpr std::size_t round_up(std::size_t n, std::size_t unit) {
  return (n + unit - 1) / unit * unit;
}

constexpr std::size_t leading_dimension(int m) {
  return round_up(static_cast<std::size_t>(m), kColumnPad);
}

constexpr std::size_t padded_rows(int m) {
  return round_up(static_cast<std::size_t>(m), kRowPad);
}

// Returns the doubles in the buffer of an m by m matrix.
constexpr std::size_t matrix_elements(int m) {
  return padded_rows(m) * leading_dimension(m);
}

// Stores a symmetric m by m matrix, split into
//   S = [S11   .   S11 split by split,
//        S21 S22]  S22 the rest,
// in one rectangle with columns of ld elements (Gunnels and Gustavson).  S11
// (lower triangle) and, below it, S21 begin at element `first`.  S22 transposed
// (upper triangle) begins at element 0, in the room above S11.  With split = m
// this is the ordinary full storage.
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
