// inverse_part.cpp (rows of an inverse on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/inverse_part.hpp"

#include <utility>

namespace gpuinv::device {

InversePart::InversePart(std::shared_ptr<Context> context,
                         const kernels::SimplexWish& wish, int sharing)
    : SpreadPart(std::move(context), wish, sharing) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare({kernels::spread_inverse_primal(),
                                kernels::spread_inverse_dual(Steps::kShort)},
                               context_->device(), &shared_limit_));
  GPUINV_CUDA(kernels::prepare({kernels::spread_inverse_dual(Steps::kLong)},
                               context_->device(), &long_limit_));
}

DeviceSimplex::Shape InversePart::shape_for(int, int nn) const {
  const kernels::SimplexPlan plan = kernels::plan_spread_inverse(
      all_rows(), nn, spreading(), shared_limit_, inverse_wish());
  return {nn, plan, plan.blocks * plan.column_slice, all_rows(),
          "part of an inverse"};
}

kernels::Deal InversePart::deal() const {
  return {shape_.plan.blocks, shape_.plan.column_slice};
}

std::size_t InversePart::own_bytes_needed(int m, int nn, std::size_t nnz) {
  return SpreadPart::own_bytes() +
         InverseBuffers::bytes_needed(m, all_rows(), all_rows() + nn, nnz);
}

void InversePart::release_own() noexcept {
  SpreadPart::release_own();
  buffers_.release();
  sent_ = nullptr;
}

void InversePart::load(const WorkingLp& lp, const SimplexBasis& basis) {
  const ScopedDevice here(context_->device());
  buffers_.grow(m_, lp.m, lp.n);
  if (lp.val.data() != sent_ || !buffers_.has_matrix())
    buffers_.send(*context_, lp);
  sent_ = lp.val.data();
  column_vectors_.deal(deal());
  column_vectors_.push_ids(context_->stream(), basis.nonbasic.data(),
                           basis.nonbasic.size());
}

// See DeviceInverseTableau::sketch.
void InversePart::sketch_rows() {
  const ScopedDevice here(context_->device());
  sketch_.of_product(*context_, tableau(shape_.inner), buffers_.signed_rows(),
                     row_vectors_);
}

void InversePart::share_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.share_of_columns(*context_, tableau(shape_.inner), row_vectors_.ids(),
                           shape_.inner);
}

void InversePart::finish_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.finish_sparse_columns(*context_, buffers_.by_columns(),
                                column_vectors_, shape_.positions);
}

cudaError_t InversePart::launch_view(Method method,
                                     const kernels::SpreadView& view, int limit,
                                     const kernels::SimplexTolerances& tol) {
  kernels::SpreadInverseView arrays{
      buffers_.view(shape_.plan, shape_.nn, v_.data()), view};
  arrays.t.t.columns.factor = nullptr;
  const auto chosen = is_dual(method)
                          ? kernels::spread_inverse_dual(steps_of(method))
                          : kernels::spread_inverse_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_inverse_within(long_limit_, shape_.plan)
          : shape_.plan;
  return kernels::launch(chosen, context_->launch(), arrays, plan, tol, limit,
                         alone());
}

// v gets this part's share of [A b]'*(W'*w).
void InversePart::products(const double* z, double* y, const double* w,
                           double* v) {
  const kernels::DealtColumns dealt{column_vectors_.ids(), deal(), shape_.nn,
                                    all_rows() + shape_.nn};
  if (z != nullptr)
    gemv(CUBLAS_OP_T, buffers_.multiply(*context_, dealt, z), y);
  if (w == nullptr) return;
  gemv(CUBLAS_OP_N, w, buffers_.y());
  buffers_.multiply_transposed(*context_, dealt, v);
}

}  // namespace gpuinv::device
