// lu_inverse.hpp (inverse of a dense matrix from LU factors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/dense_lu.hpp"
#include "libgpuinv/device/row_cycles.hpp"

namespace gpuinv::device {

// The row-major B is B' in the column-major order of cuSOLVER.  B' = P*L*U, and
//   inv(B)' = inv(U)*inv(L)*P'
// replaces B, computed as by LAPACK's dgetri: first inv(U), then panels of
// columns from the last one on, each after its part of L was saved.  Columns of
// inv(B)' are rows of inv(B).  Order of calls: grow(m), then factorize or
// invert for matrices of m rows.
class LuInverse {
 public:
  explicit LuInverse(Context& context) : context_(context), lu_(context) {}

  // Return the device bytes after grow(m): bytes_needed all of them, own_bytes
  // all except cuSOLVER's workspace, without a call to cuSOLVER.
  std::size_t bytes_needed(int m);
  static std::size_t own_bytes(int m);
  std::size_t bytes() const { return bytes_of(lu_, cycles_, panel_); }
  void grow(int m);
  void release() noexcept { release_all(lu_, cycles_, panel_); }

  // Replaces b, m rows of leading_dimension(m) doubles, by its factors.  Waits
  // and returns 0, or the 1-based position of a zero pivot.
  int factorize(int m, double* b);

  // Call after factorize: if rows 0..m-1 of x, of which the first `columns`
  // elements count, are the columns of Y, they become the columns of Y*P'.
  void undo_pivoting(int m, int columns, std::size_t ld, double* x);

  // b := inv(B).  Waits and returns what factorize would; if that is not 0, b
  // is undefined.
  int invert(int m, double* b);

 private:
  Workspace upper_workspace(int m);
  void invert_upper(int m, double* b);
  void divide_by_lower(int m, int first, int count, double* b);

  Context& context_;
  DenseLu lu_;
  RowCycles cycles_;
  DeviceBuffer<double> panel_;    // saved part of L
  std::vector<char> upper_host_;  // workspace; the LU may still use its own
};

}  // namespace gpuinv::device
