// nucleus_inverse.cpp (inverse of a basis, by its nucleus if it is sparse)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/nucleus_inverse.hpp"

#include "kernels/layout.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

std::size_t NucleusInverse::bytes_needed(int m) {
  return lu_.bytes_needed(m) + ColumnUpload::bytes_needed(m) +
         DevicePeeledInverse::bytes_needed(m);
}

void NucleusInverse::plan(const HostColumns& b) {
  const double m = b.m;
  m_ = b.m;
  nnz_ = 0;
  for (int j = 0; j < b.m; j++) nnz_ += b.column[j].nnz;
  is_peeled_ = singletons_.find(b) && singletons_.work() < 2.0 * m * m * m;
  if (is_peeled_) peeled_.plan(singletons_);
}

// If there is no room for a nucleus beside the inverse, B is inverted in place,
// like a dense one.
void NucleusInverse::grow() {
  upload_.grow(m_, m_, nnz_);
  if (is_peeled_) {
    if (singletons_.nucleus() > 0) lu_.grow(singletons_.nucleus());
    peeled_.grow();
    try {
      work_.grow(peeled_.room());
    } catch (const DeviceError& error) {
      if (error.status() != GPUINV_CANNOT) throw;
      is_peeled_ = false;
    }
  }
  if (!is_peeled_) lu_.grow(m_);
}

int NucleusInverse::invert_dense(const HostColumns& b, double* inverse) {
  const std::size_t ld = kernels::leading_dimension(b.m);
  const std::size_t elements = b.m * ld;
  upload_.run(context_, b, ld, inverse);
  GPUINV_CUDA(cudaMemsetAsync(
      inverse + elements, 0,
      (kernels::matrix_elements(b.m) - elements) * sizeof(double),
      context_.stream()));
  return lu_.invert(b.m, inverse);
}

int NucleusInverse::invert(const HostColumns& b, double* inverse) {
  if (!is_peeled_) return invert_dense(b, inverse);
  return peeled_.invert(b, singletons_, work_.data(), inverse);
}

}  // namespace gpuinv::device
