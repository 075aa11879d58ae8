// tableau_part.cpp (rows of a tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/tableau_part.hpp"

#include <utility>

namespace gpuinv::device {

TableauPart::TableauPart(std::shared_ptr<Context> context,
                         const kernels::SimplexWish& wish, int sharing)
    : SpreadPart(std::move(context), wish, sharing) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare(
      {kernels::spread_primal(), kernels::spread_dual(Steps::kShort)},
      context_->device(), &shared_limit_));
  GPUINV_CUDA(kernels::prepare({kernels::spread_dual(Steps::kLong)},
                               context_->device(), &long_limit_));
}

DeviceSimplex::Shape TableauPart::shape_for(int, int nn) const {
  const kernels::SimplexPlan plan = kernels::plan_spread(
      all_rows(), nn + 1, spreading(), shared_limit_, wish_);
  return {nn, plan, nn + 1, nn + 1, "part of a tableau"};
}

cudaError_t TableauPart::launch_view(Method method,
                                     const kernels::SpreadView& view, int limit,
                                     const kernels::SimplexTolerances& tol) {
  const auto chosen = is_dual(method) ? kernels::spread_dual(steps_of(method))
                                      : kernels::spread_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_within(long_limit_, shape_.plan)
          : shape_.plan;
  return kernels::launch(chosen, context_->launch(), view, plan, tol, limit,
                         alone());
}

void TableauPart::sketch_rows() {
  const ScopedDevice here(context_->device());
  sketch_.of_rows(*context_, tableau(shape_.nn), row_vectors_,
                  column_vectors_.ids());
}

void TableauPart::share_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.share_of_columns(*context_, tableau(shape_.nn), row_vectors_.ids(),
                           shape_.inner);
}

void TableauPart::finish_sketch() {
  const ScopedDevice here(context_->device());
  sketch_.finish_columns(*context_, shape_.nn, column_vectors_);
}

void TableauPart::products(const double* z, double* y, const double* w,
                           double* v) {
  if (z != nullptr) gemv(CUBLAS_OP_T, z, y);
  if (w != nullptr) gemv(CUBLAS_OP_N, w, v);
}

}  // namespace gpuinv::device
