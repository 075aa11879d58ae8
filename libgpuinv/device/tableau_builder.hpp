// tableau_builder.hpp (T0 := inv(B)*[N b] on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/column_upload.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/lu_inverse.hpp"
#include "libgpuinv/device/peeled_rows.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv::device {

// The triangular parts of B need no LU (peeled_rows.hpp), its nucleus K does;
// of a dense B, K is all.  X*K' = C', where C are the nucleus's rows, is solved
// in place from K' = P*L*U, because the libraries see row-major matrices as
// transposed:
//   Y := C'*inv(U)*inv(L),   X = Y*P',
// where the last step exchanges rows of the row-major T0.
class TableauBuilder {
 public:
  explicit TableauBuilder(Context& context)
      : context_(context), lu_(context), peeled_(context) {}

  // Returns the device bytes for m rows, with the LU of a nucleus but without
  // cuSOLVER's workspace, because cuSOLVER starts only if needed.
  static std::size_t bytes_needed(int m, int nucleus);
  std::size_t bytes() const {
    return bytes_of(lu_, factors_, upload_, peeled_, flag_);
  }
  void release() noexcept {
    release_all(lu_, factors_, upload_, peeled_, flag_);
  }

  // t0[m * ld] := inv(B)*[N b], row-major.  Returns false if B is singular.
  // Waits.
  bool build(const WorkingLp& lp, const SimplexBasis& basis, std::size_t ld,
             double* t0);

  // The same in pieces: start, then columns first, ..., first + count - 1 as
  // t0[m * ld]; in inverse form those of inv(B).  Return false if B is
  // singular.
  bool start(const WorkingLp& lp, const SimplexBasis& basis, Form form);
  bool columns(int first, int count, std::size_t ld, double* t0);

 private:
  void collect(const WorkingLp& lp, const SimplexBasis& basis, Form form);
  bool factorize(const HostColumns& basic);
  void solve(int columns, std::size_t ld, double* t0);
  bool all_finite(std::size_t ld, const double* t0);

  Context& context_;
  LuInverse lu_;
  DeviceBuffer<double> factors_;
  ColumnUpload upload_;
  PeeledRows peeled_;
  DeviceBuffer<int> flag_;     // 1
  std::vector<int> all_rows_;  // base..base+m-1
  std::vector<HostColumn> basic_, others_;
  int m_ = 0, base_ = 0;
  int nucleus_ = 0;
  bool is_peeled_ = false;
};

}  // namespace gpuinv::device
