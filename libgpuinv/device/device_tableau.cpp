// device_tableau.cpp (simplex in tableau form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_tableau.hpp"

#include <utility>

#include "kernels/iterate.hpp"
#include "kernels/lines.hpp"
#include "libgpuinv/device/independent_columns.hpp"

namespace gpuinv::device {

DeviceTableau::DeviceTableau(std::shared_ptr<Context> context,
                             const kernels::SimplexWish& wish)
    : DeviceSimplex(std::move(context), wish), builder_(*context_) {
  const ScopedDevice here(context_->device());
  GPUINV_CUDA(kernels::prepare(
      {kernels::tableau_primal(), kernels::tableau_dual(Steps::kShort)},
      context_->device(), &shared_limit_));
  GPUINV_CUDA(kernels::prepare({kernels::tableau_dual(Steps::kLong)},
                               context_->device(), &long_limit_));
}

std::vector<int> DeviceTableau::independent_columns(const ColumnMatrix& a) {
  const ScopedDevice here(context_->device());
  return device::independent_columns(*context_, a);
}

DeviceSimplex::Shape DeviceTableau::shape_for(int m, int nn) const {
  const kernels::SimplexPlan plan = kernels::plan_tableau(
      m, nn + 1, context_->launch().multiprocessors, shared_limit_, wish_);
  return {nn, plan, nn + 1, nn + 1, "tableau"};
}

std::size_t DeviceTableau::own_bytes_needed(int m, int, std::size_t) {
  return TableauBuilder::bytes_needed(m, m);
}

bool DeviceTableau::fill(const WorkingLp& lp, const SimplexBasis& basis) {
  return builder_.build(lp, basis, ld_, matrix_.data());
}

// Computes the weights that the method prices: of rows in the dual method, of
// columns in the primal one.
void DeviceTableau::sketch(Method method) {
  const SimplexSketch::Tableau t{matrix_.data(), ld_, m_, shape_.nn};
  if (is_dual(method)) {
    sketch_.of_rows(*context_, t, row_vectors_, column_vectors_.ids());
  } else {
    sketch_.of_columns(*context_, t, column_vectors_, row_vectors_.ids());
  }
}

cudaError_t DeviceTableau::launch(Method method, int limit,
                                  const kernels::SimplexTolerances& tol) {
  const auto chosen = is_dual(method) ? kernels::tableau_dual(steps_of(method))
                                      : kernels::tableau_primal();
  const kernels::SimplexPlan plan =
      method == Method::kLongDual
          ? kernels::plan_within(long_limit_, shape_.plan)
          : shape_.plan;
  return kernels::launch(chosen, context_->launch(), view(), plan, tol, limit);
}

void DeviceTableau::products(const double* z, double* y, const double* w,
                             double* v) {
  const int columns = shape_.nn + 1;
  const double* t = matrix_.data();
  if (kernels::suits_lines(m_, columns)) {
    GPUINV_CUDA(kernels::launch_line_products(
        context_->launch(), {kernels::row_lines(t, ld_, m_, columns), z, y},
        {kernels::column_lines(t, ld_, m_, columns), w, v}));
    return;
  }
  if (z != nullptr) gemv(CUBLAS_OP_T, z, y);
  if (w != nullptr) gemv(CUBLAS_OP_N, w, v);
}

}  // namespace gpuinv::device
