// device_inverse_tableau.hpp (simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <vector>

#include "kernels/dealt_columns.hpp"
#include "kernels/inverse_view.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/nucleus_inverse.hpp"

namespace gpuinv::device {

// W = inv(B) = W0 + U*V is dense, A is sparse.
class DeviceInverseTableau final : public DeviceSimplex {
 public:
  DeviceInverseTableau(std::shared_ptr<Context> context,
                       const kernels::SimplexWish& wish);

 private:
  Shape shape_for(int m, int nn) const override;
  std::size_t own_bytes_needed(int m, int nn, std::size_t nnz) override;
  std::size_t own_bytes() const override;
  void grow_own(const WorkingLp& lp, const SimplexBasis& basis) override;
  void release_own() noexcept override;
  bool fill(const WorkingLp& lp, const SimplexBasis& basis) override;
  void sketch(Method method) override;
  cudaError_t launch(Method method, int limit,
                     const kernels::SimplexTolerances& tol) override;
  void products(const double* z, double* y, const double* w,
                double* v) override;
  void product(const double* z, double* y);
  void product_transposed(const double* w, double* v);
  int* fold_lists() override { return lists_.data(); }
  kernels::Deal deal() const override;
  kernels::DealtColumns dealt() const;
  bool invert(const WorkingLp& lp);
  void load_matrix(const WorkingLp& lp);

  std::optional<DeviceMatrix> a_;  // [A b]
  NucleusInverse nucleus_;
  std::vector<HostColumn> basic_;              // columns of B during build
  DeviceBuffer<double> by_variable_, by_row_;  // intermediates of products
  DeviceBuffer<double> rho_;                   // m
  DeviceBuffer<double> signed_;  // m rows of 32: A times random signs
  DeviceBuffer<double> parts_;   // workspace of a norm
  DeviceBuffer<int> lists_;      // workspace of a fold
};

}  // namespace gpuinv::device
