// nucleus_inverse.hpp (inverse of a basis, by its nucleus if it is sparse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/device/column_upload.hpp"
#include "libgpuinv/device/device_peeled_inverse.hpp"
#include "libgpuinv/device/lu_inverse.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// Singletons of a sparse basis are removed before the factorization, which then
// costs k^3 operations for the remaining nucleus, not m^3.  Dense bases are
// inverted as a whole.
class NucleusInverse {
 public:
  explicit NucleusInverse(Context& context)
      : context_(context), lu_(context), peeled_(context, lu_, upload_) {}

  // Returns the device bytes for m rows, without the room beside the inverse
  // for the nucleus of a sparse basis.  That room is optional: without it, the
  // basis is inverted in place.
  std::size_t bytes_needed(int m);
  std::size_t bytes() const { return bytes_of(lu_, work_, upload_, peeled_); }
  void release() noexcept { release_all(lu_, work_, upload_, peeled_); }

  // Order of calls: plan, which examines b on the host; grow, after all else
  // has its memory; invert.
  void plan(const HostColumns& b);
  void grow();
  // inverse := inv(B), row-major, inverse[matrix_elements(m)].  Waits and
  // returns 0, or the 1-based position of a zero pivot in the nucleus.
  // DeviceError(INVALID) as from ColumnUpload.
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
  DeviceBuffer<double> work_;  // the nucleus and its rows of the inverse
};

}  // namespace gpuinv::device
