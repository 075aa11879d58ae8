// nucleus_inverse.hpp (inverse of a basis by that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

// Sparse bases lose their singletons before the factorization, which then
// costs k^3 for the nucleus that is left, rather than m^3: peeled_inverse.hpp.
// Dense ones are inverted whole.

#pragma once

#include <cstddef>

#include "libgpuinv/device/column_upload.hpp"
#include "libgpuinv/device/device_peeled_inverse.hpp"
#include "libgpuinv/device/lu_inverse.hpp"

namespace gpuinv::device {

class NucleusInverse {
 public:
  explicit NucleusInverse(Context& context)
      : context_(context), lu_(context), peeled_(context, lu_, upload_) {}

  // Device bytes for m rows, but for room beside the inverse that kernels of
  // sparse bases take if there is any; a dense basis is inverted in its place.
  std::size_t bytes_needed(int m);
  std::size_t bytes() const;
  void release() noexcept;

  // Order of calls: plan, which looks at b on the host, grow, after all else
  // has its memory, invert.
  void plan(const HostColumns& b);
  void grow();
  // inverse := inv(B), row-major, inverse[matrix_elements(m)].  Waits for
  // pivots: 0, or the 1-based position of a zero one in the
  // nucleus.  DeviceError (INVALID) as of ColumnUpload.
  int invert(const HostColumns& b, double* inverse);

 private:
  int invert_dense(const HostColumns& b, double* inverse);

  Context& context_;
  LuInverse lu_;
  ColumnUpload upload_;
  Singletons singletons_;
  DevicePeeledInverse peeled_;
  bool is_peeled_ = false;
  int m_ = 0;
  std::size_t nnz_ = 0;
  DeviceBuffer<double> work_;  // the nucleus, and what goes with it
};

}  // namespace gpuinv::device
