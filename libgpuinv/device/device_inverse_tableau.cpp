// device_inverse_tableau.cpp (simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_inverse_tableau.hpp"

#include <cmath>
#include <utility>

#include "kernels/fold.hpp"
#include "kernels/iterate.hpp"
#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "kernels/sketch.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/device/one_norm.hpp"

namespace gpuinv::device {
namespace {

std::size_t parts_elements(int m) {
  return kernels::kColumnSumParts * kernels::leading_dimension(m);
}

}  // namespace

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
  kernels::SimplexWish wish = wish_;
  if (wish.capacity == 0) wish.capacity = fold_most();
  const kernels::SimplexPlan plan = kernels::plan_inverse(
      m, nn, context_->launch().multiprocessors, shared_limit_, wish);
  return {nn, plan, plan.blocks * plan.column_slice, m, "inverse"};
}

kernels::Deal DeviceInverseTableau::deal() const {
  return {shape_.plan.blocks, shape_.plan.column_slice};
}

kernels::DealtColumns DeviceInverseTableau::dealt() const {
  return {column_vectors_.ids(), deal(), shape_.nn, m_ + shape_.nn};
}

std::size_t DeviceInverseTableau::own_bytes_needed(int m, int nn,
                                                   std::size_t nnz) {
  return lp_bytes_needed(m, m + nn, nnz) + nucleus_.bytes_needed(m) +
         sizeof(int) * kernels::fold_list_words(m, m) +
         sizeof(double) * (SimplexSketch::factor_elements(m) +
                           parts_elements(m) + 3 * m + nn + 1);
}

std::size_t DeviceInverseTableau::own_bytes() const {
  return (a_ ? a_->bytes() : 0) + bytes_of(nucleus_, rho_, signed_, parts_,
                                           lists_, by_variable_, by_row_);
}

void DeviceInverseTableau::grow_own(const WorkingLp& lp,
                                    const SimplexBasis& basis) {
  rho_.grow(lp.m);
  signed_.grow(SimplexSketch::factor_elements(lp.m));
  parts_.grow(parts_elements(lp.m));
  by_variable_.grow(lp.n + 1);
  by_row_.grow(lp.m);
  lists_.grow(kernels::fold_list_words(lp.m, lp.m));
  basic_ = columns_of(lp, basis.basic);
  nucleus_.plan({lp.m, lp.m, lp.ind.base(), basic_.data()});
  nucleus_.grow();
}

void DeviceInverseTableau::release_own() noexcept {
  a_.reset();
  release_all(nucleus_, rho_, signed_, parts_, lists_, by_variable_, by_row_);
}

void DeviceInverseTableau::load_matrix(const WorkingLp& lp) {
  a_.reset();
  a_.emplace(send_lp(*context_, lp));
  GPUINV_CUDA(kernels::launch_sketch_rows(context_->launch(), a_->by_rows(),
                                          lp.n, lp.m, signed_.data()));
}

bool DeviceInverseTableau::fill(const WorkingLp& lp,
                                const SimplexBasis& basis) {
  if (lp.val.data() != values_ || !a_) load_matrix(lp);
  const kernels::Deal how = deal();
  column_vectors_.deal(how);
  column_vectors_.push_ids(context_->stream(), basis.nonbasic.data(),
                           basis.nonbasic.size());
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
  if (is_dual(method)) {
    sketch_.of_product(*context_, {matrix_.data(), ld_, m_, m_}, signed_.data(),
                       row_vectors_);
  } else {
    sketch_.of_sparse_columns(*context_, {matrix_.data(), ld_, m_, m_},
                              a_->by_columns(), column_vectors_,
                              shape_.positions, row_vectors_.ids());
  }
}

cudaError_t DeviceInverseTableau::launch(
    Method method, int limit, const kernels::SimplexTolerances& tol) {
  kernels::InverseView arrays{};
  arrays.t = view();
  arrays.t.columns.factor = nullptr;
  arrays.inner.count = m_;
  arrays.inner.per_block = shape_.plan.row_slice;
  arrays.inner.lanes = shape_.plan.row_lanes;
  arrays.inner.pitch = shape_.plan.row_pitch;
  arrays.inner.factor = v_.data();
  arrays.nn = shape_.nn;
  arrays.rho = rho_.data();
  arrays.a = a_->by_columns();
  const auto chosen = is_dual(method) ? kernels::inverse_dual(steps_of(method))
                                      : kernels::inverse_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_inverse_within(long_limit_, shape_.plan)
          : shape_.plan;
  return kernels::launch(chosen, context_->launch(), arrays, plan, tol, limit);
}

// W*([A b]*x), where x contains z at nonbasic variables and at b
void DeviceInverseTableau::products(const double* z, double* y, const double* w,
                                    double* v) {
  if (z != nullptr) product(z, y);
  if (w != nullptr) product_transposed(w, v);
}

// y := W*([A b]*z)
void DeviceInverseTableau::product(const double* z, double* y) {
  const int n = m_ + shape_.nn;
  double* x = by_variable_.data();
  GPUINV_CUDA(cudaMemsetAsync(x, 0, n * sizeof(double), context_->stream()));
  GPUINV_CUDA(kernels::launch_scatter_dealt(context_->launch(), dealt(), z, x));
  a_->multiply(*context_, x, by_row_.data());
  gemv(CUBLAS_OP_T, by_row_.data(), y);
}

// v := [A b]'*(W'*w)
void DeviceInverseTableau::product_transposed(const double* w, double* v) {
  gemv(CUBLAS_OP_N, w, by_row_.data());
  a_->multiply_transposed(*context_, by_row_.data(), by_variable_.data());
  GPUINV_CUDA(kernels::launch_gather_dealt(context_->launch(), dealt(),
                                           by_variable_.data(), v));
}

}  // namespace gpuinv::device
