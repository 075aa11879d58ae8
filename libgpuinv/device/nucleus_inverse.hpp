// nucleus_inverse.hpp (inverse of a basis by that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

// Sparse bases lose their singletons before the factorization, which then
// costs k^3 for the nucleus that is left, rather than m^3: peeled_inverse.hpp.
// Dense ones lose their slacks at least, by products of matrices: see
// kernels/expand_inverse.hpp for the algebra.  Counts say which.

#ifndef GPUINV_DEVICE_NUCLEUS_INVERSE_HPP
#define GPUINV_DEVICE_NUCLEUS_INVERSE_HPP

#include <cstddef>
#include <vector>

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
  enum class Way { kPeeled, kSlacks, kDense };

  void grow_work(std::size_t elements);
  double slack_work(const HostColumns& b) const;
  void peel(const HostColumns& b);
  void send_order();
  int invert_dense(const HostColumns& b, double* inverse);
  int invert_slacks(const HostColumns& b, double* inverse);
  int invert_nucleus(const HostColumns& b, double* inverse);

  Context& context_;
  LuInverse lu_;
  ColumnUpload upload_;
  Singletons singletons_;
  DevicePeeledInverse peeled_;
  Way way_ = Way::kDense;
  std::size_t nnz_ = 0;
  std::vector<HostColumn> nucleus_;  // columns but slacks
  // Where column p and row r of B are in the order "nucleus, slacks".
  std::vector<int> order_, place_;  // m
  std::vector<double> divisor_;     // m: minus the slack's entry, 1 if none
  DeviceBuffer<double> work_;       // the nucleus, and what goes with it
  DeviceBuffer<int> maps_;          // order, place
  DeviceBuffer<double> divisors_;
};

}  // namespace gpuinv::device

#endif
