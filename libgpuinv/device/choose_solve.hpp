// choose_solve.hpp (cheapest way to multiply by inv(B) and to update it)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic on counts of bytes, which tests can check without a
// GPU.

#pragma once

#include <cstddef>

namespace gpuinv::device {

enum class SolvePath {
  kZero,    // the vector is zero, and so is the result
  kRow,     // BTRAN of a multiple of a unit vector: one row of inv(B)
  kSparse,  // gather columns (FTRAN) or add up rows (BTRAN)
  kDense    // GEMV over the whole inverse
};

// Device memory is read in sectors of 32 bytes on every architecture that CUDA
// 11.8 or later supports.  Rows of inv(B) start at a sector.
constexpr std::size_t kSectorBytes = 32;
constexpr std::size_t kSectorDoubles = kSectorBytes / sizeof(double);

// Returns the sectors of one row that contain the elements `ind`, which ascend.
inline std::size_t count_sectors(int nnz, const int* ind) {
  std::size_t count = 0;
  std::size_t last = static_cast<std::size_t>(-1);
  for (int t = 0; t < nnz; t++) {
    const std::size_t sector =
        static_cast<std::size_t>(ind[t]) / kSectorDoubles;
    if (sector != last) count++;
    last = sector;
  }
  return count;
}

// FTRAN: the gather reads 32 bytes per row and sector, GEMV 8 m bytes per row.
inline SolvePath choose_ftran(int m, int nnz, const int* ind) {
  if (nnz == 0) return SolvePath::kZero;
  if (nnz >= m) return SolvePath::kDense;
  const std::size_t gather = kSectorBytes * count_sectors(nnz, ind);
  const std::size_t gemv = sizeof(double) * static_cast<std::size_t>(m);
  return gather < gemv ? SolvePath::kSparse : SolvePath::kDense;
}

// BTRAN: the sum reads 8 m bytes per non-zero, GEMV 8 m bytes per row.
inline SolvePath choose_btran(int m, int nnz) {
  if (nnz == 0) return SolvePath::kZero;
  if (nnz >= m) return SolvePath::kDense;
  return nnz == 1 ? SolvePath::kRow : SolvePath::kSparse;
}

// K, the number of changes of an m by m inverse that are kept pending; with K =
// 1 each change is applied at once.  That moves 16 m^2 bytes.  For small m they
// are in the L2 cache of a large device and take less time than the two
// additional launches that pending changes cost each FTRAN and each BTRAN.  On
// an H200, FTRAN, BTRAN and update take 60 us at m = 2000 with K = 1 and 80 us
// with K = 128; at m = 4000 they take 121 and 89 us.  From there on K = 96 is
// best, because our own fold takes no more.
constexpr int kLeastDeferred = 3000, kDeferred = 96;
inline int choose_pending(int m) { return m < kLeastDeferred ? 1 : kDeferred; }

}  // namespace gpuinv::device
