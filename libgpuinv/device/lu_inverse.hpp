// lu_inverse.hpp (inverse of a dense matrix from LU factors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
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
  explicit LuInverse(Context& context) : context_(context) {}

  // Return the device bytes after grow(m): bytes_needed all of them, own_bytes
  // all except cuSOLVER's workspace, without a call to cuSOLVER.
  std::size_t bytes_needed(int m);
  static std::size_t own_bytes(int m);
  std::size_t bytes() const {
    return bytes_of(pivots_, cycles_, panel_, work_, info_);
  }
  void grow(int m);
  void release() noexcept {
    release_all(pivots_, cycles_, panel_, work_, info_);
  }

  // Replaces b, m rows of leading_dimension(m) doubles, by its factors.  Waits
  // and returns 0, or the 1-based position of a zero pivot.
  int factorize(int m, double* b);

  // Call after factorize: if rows 0..m-1 of x, of which the first `columns`
  // elements count, are the columns of Y, they become the columns of Y*P'.
  void undo_pivoting(int m, int columns, std::size_t ld, double* x);

  // b := inv(B).  Calls factorize and returns its result; if that is not 0, b
  // is undefined.  Waits.
  int invert(int m, double* b);

 private:
  struct Workspace {
    std::size_t device, host;  // bytes
  };
  Workspace workspace(int m);
  int read_info(const char* what);
  void invert_upper(int m, double* b);
  void divide_by_lower(int m, int first, int count, double* b);

  Context& context_;
  DeviceBuffer<std::int64_t> pivots_;
  RowCycles cycles_;
  DeviceBuffer<double> panel_;  // saved part of L
  DeviceBuffer<char> work_;
  DeviceBuffer<int> info_;
  PinnedBuffer<int> info_pinned_;
  std::vector<char> host_work_;
};

}  // namespace gpuinv::device
