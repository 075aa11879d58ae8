// lu_inverse.hpp (inverse of a dense matrix by LU factors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_buffer.hpp"
#include "libgpuinv/device/pinned_buffer.hpp"

namespace gpuinv::device {

// Row-major B is column-major B', the order of cuSOLVER.  B' = P*L*U, and in
// the place of B
//   inv(B)' = inv(U)*inv(L)*P'
// appears as LAPACK's dgetri makes it: inv(U) first, then panels of columns,
// the last first, each with its part of L put aside.  The order of columns
// of inv(B)' is that of rows of inv(B).  Order of calls: grow(m), then
// factorize or invert of matrices of m rows.
class LuInverse {
 public:
  explicit LuInverse(Context& context) : context_(context) {}

  // Device bytes that grow(m) leads to; the same but for cuSOLVER's workspace,
  // without a call to cuSOLVER.
  std::size_t bytes_needed(int m);
  static std::size_t own_bytes(int m);
  std::size_t bytes() const;
  void grow(int m);
  void release() noexcept;

  // b, m rows of leading_dimension(m) doubles, becomes its factors.  Waits
  // for the result: 0, or the 1-based position of a zero pivot.
  int factorize(int m, double* b);

  // The rows 0..m-1 of x, of which `columns` numbers count, as those of
  // Y*P' where they were of Y, by columns; after factorize.  Waits.
  void undo_pivoting(int m, int columns, std::size_t ld, double* x);

  // b := inv(B), after factorize, whose result is returned; if not 0, b is
  // undefined.  Waits.
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
  DeviceBuffer<int> cycles_;    // 2m+1
  DeviceBuffer<double> panel_;  // of L
  DeviceBuffer<char> work_;
  DeviceBuffer<int> info_;
  PinnedBuffer<int> info_pinned_;
  std::vector<char> host_work_;
};

}  // namespace gpuinv::device
