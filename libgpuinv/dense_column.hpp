// dense_column.hpp (columns with an element in every row)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Dense problems come with columns that name every row in order.  What is
// so is checked and sent without a look at single elements.

#ifndef GPUINV_DENSE_COLUMN_HPP
#define GPUINV_DENSE_COLUMN_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gpuinv {

// Rows of the elements of a column: named one by one, or all of them.
enum class Rows : signed char { kListed, kAscending, kDescending };

// nnz indices of rows, counted from base; m rows.
inline Rows rows_of(int m, int base, std::size_t nnz, const int* ind) {
  if (nnz != static_cast<std::size_t>(m) || m < 1) return Rows::kListed;
  const unsigned first = base, last = first + m - 1;
  unsigned wrong = 0;
  if (ind[0] == base) {
    for (int t = 0; t < m; t++) wrong |= (first + t) ^ ind[t];
    if (wrong == 0) return Rows::kAscending;
  } else if (ind[m - 1] == base) {
    for (int t = 0; t < m; t++) wrong |= (last - t) ^ ind[t];
    if (wrong == 0) return Rows::kDescending;
  }
  return Rows::kListed;
}

// Whether no value is infinite or a NaN: those have all bits of the
// exponent set, and 1 added there carries into the sign.
inline bool all_finite(std::size_t count, const double* val) {
  static_assert(sizeof(double) == sizeof(std::uint64_t), "IEEE double");
  constexpr std::uint64_t kOne = std::uint64_t{1} << 52;
  constexpr std::uint64_t kMagnitude = ~(std::uint64_t{1} << 63);
  constexpr std::size_t kBlock = 8;
  std::uint64_t carry[kBlock] = {}, bits[kBlock];
  std::size_t t = 0;
  for (; t + kBlock <= count; t += kBlock) {
    std::memcpy(bits, val + t, sizeof bits);
    for (std::size_t r = 0; r < kBlock; r++)
      carry[r] |= (bits[r] & kMagnitude) + kOne;
  }
  for (; t < count; t++) {
    std::memcpy(bits, val + t, sizeof bits[0]);
    carry[0] |= (bits[0] & kMagnitude) + kOne;
  }
  for (std::size_t r = 1; r < kBlock; r++) carry[0] |= carry[r];
  return carry[0] >> 63 == 0;
}

}  // namespace gpuinv

#endif
