// device_inverse_tableau.cpp (simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_inverse_tableau.hpp"

#include <cmath>
#include <utility>

#include "kernels/iterate.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/one_norm.hpp"

namespace gpuinv::device {

DeviceInverseTableau::DeviceInverseTableau(std::shared_ptr<Context> context,
                                           const kernels::SimplexWish& wish)
    : DeviceSimplex(std::move(context), wish), nucleus_(*context_) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare(
      {kernels::inverse_primal(), kernels::inverse_dual(Steps::kShort)},
      context_->device(), &shared_limit_));
  GPUINV_CUDA(kernels::prepare({kernels::inverse_dual(Steps::kLong)},
                               context_->device(), &long_limit_));
}

DeviceSimplex::Shape DeviceInverseTableau::shape_for(int m, int nn) const {
  const kernels::SimplexPlan plan = kernels::plan_inverse(
      m, nn, context_->launch().multiprocessors, shared_limit_, inverse_wish());
  return {nn, plan, plan.blocks * plan.column_slice, m, "inverse"};
}

kernels::Deal DeviceInverseTableau::deal() const {
  return {shape_.plan.blocks, shape_.plan.column_slice};
}

std::size_t DeviceInverseTableau::own_bytes_needed(int m, int nn,
                                                   std::size_t nnz) {
  return InverseBuffers::bytes_needed(m, m, m + nn, nnz) +
         nucleus_.bytes_needed(m) + sizeof(double) * one_norm_parts(m);
}

std::size_t DeviceInverseTableau::own_bytes() const {
  return bytes_of(buffers_, nucleus_, parts_);
}

void DeviceInverseTableau::grow_own(const WorkingLp& lp,
                                    const SimplexBasis& basis) {
  buffers_.grow(lp.m, lp.m, lp.n);
  parts_.grow(one_norm_parts(lp.m));
  basic_ = columns_of(lp, basis.basic);
  nucleus_.plan({lp.m, lp.m, lp.ind.base(), basic_.data()});
  nucleus_.grow();
}

void DeviceInverseTableau::release_own() noexcept {
  release_all(buffers_, nucleus_, parts_);
}

void DeviceInverseTableau::lay_out(const WorkingLp& lp,
                                   const SimplexBasis& basis) {
  DeviceSimplex::lay_out(lp.m, lp.n - lp.m);
  const ScopedDevice here(context_->device());
  buffers_.grow(lp.m, lp.m, lp.n);
  load(lp, basis);
}

void DeviceInverseTableau::load(const WorkingLp& lp,
                                const SimplexBasis& basis) {
  if (lp.val.data() != values_ || !buffers_.has_matrix())
    buffers_.send(*context_, lp);
  column_vectors_.deal(deal());
  column_vectors_.push_ids(context_->stream(), basis.nonbasic.data(),
                           basis.nonbasic.size());
}

bool DeviceInverseTableau::fill(const WorkingLp& lp,
                                const SimplexBasis& basis) {
  load(lp, basis);
  return invert(lp);
}

bool DeviceInverseTableau::invert(const WorkingLp& lp) {
  const HostColumns basic{lp.m, lp.m, lp.ind.base(), basic_.data()};
  if (nucleus_.invert(basic, matrix_.data()) != 0) return false;
  return std::isfinite(
      one_norm(*context_, lp.m, matrix_.data(), parts_.data()));
}

// Rows: W*(A*G), where A*G stays the same.  Columns: the signs of N minus
// (W'*G_B)'*N.  cuBLAS sees row-major matrices as transposed.
void DeviceInverseTableau::sketch(Method method) {
  const SimplexSketch::Tableau w{matrix_.data(), ld_, m_, m_};
  if (is_dual(method)) {
    sketch_.of_product(*context_, w, buffers_.signed_rows(), row_vectors_);
  } else {
    sketch_.share_of_columns(*context_, w, row_vectors_.ids(), m_);
    sketch_.finish_sparse_columns(*context_, buffers_.by_columns(),
                                  column_vectors_, shape_.positions);
  }
}

cudaError_t DeviceInverseTableau::launch(
    Method method, int limit, const kernels::SimplexTolerances& tol) {
  const kernels::InverseView arrays{
      buffers_.view(shape_.plan, shape_.nn, v_.data()), view()};
  const auto chosen = is_dual(method) ? kernels::inverse_dual(steps_of(method))
                                      : kernels::inverse_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_inverse_within(long_limit_, shape_.plan)
          : shape_.plan;
  return kernels::launch(chosen, context_->launch(), arrays, plan, tol, limit);
}

// y := W*([A b]*z), v := [A b]'*(W'*w)
void DeviceInverseTableau::products(const double* z, double* y, const double* w,
                                    double* v) {
  const kernels::DealtColumns dealt{column_vectors_.ids(), deal(), shape_.nn,
                                    m_ + shape_.nn};
  if (z != nullptr)
    gemv(CUBLAS_OP_T, buffers_.multiply(*context_, dealt, z), y);
  if (w == nullptr) return;
  gemv(CUBLAS_OP_N, w, buffers_.y());
  buffers_.multiply_transposed(*context_, dealt, v);
}

}  // namespace gpuinv::device
