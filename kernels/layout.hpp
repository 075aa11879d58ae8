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

}  // namespace gpuinv::kernels
