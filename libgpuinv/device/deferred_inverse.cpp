// deferred_inverse.cpp (inverse on the device with deferred changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/deferred_inverse.hpp"

#include <algorithm>

#include "kernels/fold.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/one_norm.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kPitchUnit = 16;  // of the fold kernel

std::size_t parts_elements(int m) {
  return std::max(kernels::combine_rows_workspace(m),
                  kernels::kColumnSumParts * kernels::leading_dimension(m));
}

// Returns the elements of U, and of V.
std::size_t factor_elements(int m, int most) {
  if (most <= 1) return 0;
  return kernels::padded_rows(m) * kernels::round_up(most, kPitchUnit);
}

}  // namespace

DeferredInverse::DeferredInverse(Context& context) : context_(context) {
  GPUINV_CUDA(kernels::prepare_fold(context.device(), &fold_most_));
}

std::size_t DeferredInverse::bytes_needed(int m, int most) {
  const std::size_t doubles =
      kernels::matrix_elements(m) + 2 * factor_elements(m, most) +
      kernels::padded_rows(m) + kernels::leading_dimension(m) +
      parts_elements(m) + kernels::kAddProductWorkspace;
  return doubles * sizeof(double) + sizeof(unsigned);
}

void DeferredInverse::grow(int m, int most) {
  base_.grow(kernels::matrix_elements(m));
  factors_.grow(2 * factor_elements(m, most));
  omega_.grow(kernels::padded_rows(m));
  bk_.grow(kernels::leading_dimension(m));
  parts_.grow(parts_elements(m));
  weights_.grow(kernels::kAddProductWorkspace);
  readers_.grow(1);
}

void DeferredInverse::start(int m, int most) {
  m_ = m;
  most_ = most;
  ld_ = kernels::leading_dimension(m);
  double* u = factors_.data();
  pending_ = {u, u + factor_elements(m, most),
              kernels::round_up(most, kPitchUnit), 0};
  GPUINV_CUDA(
      cudaMemsetAsync(readers_.data(), 0, sizeof(unsigned), context_.stream()));
  // kernels read whole pairs and batches of rows, even if they skip some
  if (most > 1)
    GPUINV_CUDA(cudaMemsetAsync(u, 0,
                                2 * factor_elements(m, most) * sizeof(double),
                                context_.stream()));
}

double DeferredInverse::norm(int m) {
  return one_norm(context_, m, base_.data(), parts_.data());
}

// y := op(M)*x, where M = B0' is the buffer read by columns.
void DeferredInverse::gemv(cublasOperation_t op, const double* x, double* y) {
  multiply(context_.cublas(), op, m_, m_, 1.0, base_.data(), ld_, x, 0.0, y);
}

// y := y + f*g'*a, the part of the pending changes.
void DeferredInverse::add_product(const double* f, const double* g,
                                  const kernels::DeviceVector& a, double* y) {
  if (pending_.k == 0) return;
  GPUINV_CUDA(kernels::launch_add_product(context_.launch(), m_,
                                          {f, g, pending_.pitch, pending_.k}, a,
                                          y, weights_.data()));
}

void DeferredInverse::ftran(const kernels::DeviceVector& a, double* y) {
  if (a.ind == nullptr)
    gemv(CUBLAS_OP_T, a.val, y);
  else
    GPUINV_CUDA(kernels::launch_gather_columns(
        context_.launch(), m_, base_.data(), a.s, a.ind, a.val, y));
  add_product(pending_.u, pending_.v, a, y);
}

void DeferredInverse::btran(const kernels::DeviceVector& a, double* y) {
  if (a.ind == nullptr)
    gemv(CUBLAS_OP_N, a.val, y);
  else
    GPUINV_CUDA(kernels::launch_combine_rows(context_.launch(), m_,
                                             base_.data(), a.s, a.ind, a.val, y,
                                             parts_.data()));
  add_product(pending_.v, pending_.u, a, y);
}

void DeferredInverse::update(int p, const double* alpha) {
  const kernels::Launch& launch = context_.launch();
  GPUINV_CUDA(kernels::launch_eta(launch, m_, p, alpha, base_.data(),
                                  omega_.data(), bk_.data()));
  GPUINV_CUDA(kernels::launch_rank_one(launch, m_, omega_.data(), bk_.data(),
                                       base_.data()));
}

void DeferredInverse::append(int p, const double* alpha) {
  GPUINV_CUDA(kernels::launch_append_change(context_.launch(), m_, p, alpha,
                                            base_.data(), pending_,
                                            readers_.data()));
  pending_.k++;
}

void DeferredInverse::replace(int p, const double* alpha) {
  if (most_ == 1) return update(p, alpha);
  append(p, alpha);
  if (pending_.k == most_) fold();
}

// cuBLAS folds if our kernel would not be best: in columns, B0' := B0' + V*U'.
void DeferredInverse::fold() {
  const int k = pending_.k, pitch = static_cast<int>(pending_.pitch);
  if (k == 0) return;
  if (k <= fold_most_) {
    GPUINV_CUDA(kernels::launch_fold(
        context_.launch(), {base_.data(), ld_, pending_.u, pending_.v, m_, m_,
                            k, pitch, nullptr, nullptr}));
  } else {
    const double one = 1.0;
    GPUINV_CUBLAS(cublasDgemm(context_.cublas(), CUBLAS_OP_T, CUBLAS_OP_N, m_,
                              m_, k, &one, pending_.v, pitch, pending_.u, pitch,
                              &one, base_.data(), static_cast<int>(ld_)));
  }
  pending_.k = 0;
}

}  // namespace gpuinv::device
