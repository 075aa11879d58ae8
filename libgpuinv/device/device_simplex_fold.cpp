// device_simplex_fold.cpp (folds pending changes into T0 or W0)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kernels/fold.hpp"
#include "libgpuinv/device/check.hpp"
#include "libgpuinv/device/device_simplex.hpp"

namespace gpuinv::device {

void DeviceSimplex::own_fold(int k, const int* count) {
  const kernels::Fold fold{
      matrix_.data(),       ld_,   u_.data(),   v_.data(), m_, shape_.inner, k,
      shape_.plan.capacity, count, fold_lists()};
  if (fold.lists != nullptr) {
    GPUINV_CUDA(kernels::launch_fold_lists(context_->launch(), fold));
  }
  GPUINV_CUDA(kernels::launch_fold(context_->launch(), fold));
}

// By columns, T0 is the transpose of the tableau, V is V (K rows) and U is its
// transpose: T0' := V'*U' + T0'.
void DeviceSimplex::fold(int k) {
  if (k == 0) return;
  if (k <= fold_most_) return own_fold(k, nullptr);
  const double one = 1.0;
  GPUINV_CUBLAS(cublasDgemm(
      context_->cublas(), CUBLAS_OP_T, CUBLAS_OP_N, shape_.inner, m_, k, &one,
      v_.data(), shape_.plan.capacity, u_.data(), shape_.plan.capacity, &one,
      matrix_.data(), static_cast<int>(ld_)));
}

bool DeviceSimplex::fold_pending() {
  if (shape_.plan.capacity > fold_most_) return false;
  own_fold(shape_.plan.capacity, pending_.data());
  return true;
}

}  // namespace gpuinv::device
