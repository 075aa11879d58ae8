// device_tableau.hpp (simplex in tableau form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/tableau_builder.hpp"

namespace gpuinv::device {

// T = T0 + U*V is dense; its last column belongs to b.
class DeviceTableau final : public DeviceSimplex {
 public:
  DeviceTableau(std::shared_ptr<Context> context,
                const kernels::SimplexWish& wish);
  std::vector<int> independent_columns(const ColumnMatrix& a) override;

 private:
  Shape shape_for(int m, int nn) const override;
  std::size_t own_bytes_needed(int m, int nn, std::size_t nnz) override;
  std::size_t own_bytes() const override { return builder_.bytes(); }
  void grow_own(const WorkingLp&, const SimplexBasis&) override {}
  void release_own() noexcept override { builder_.release(); }
  bool fill(const WorkingLp& lp, const SimplexBasis& basis) override;
  void sketch(Method method) override;
  cudaError_t launch(Method method, int limit,
                     const kernels::SimplexTolerances& tol) override;
  void products(const double* z, double* y, const double* w,
                double* v) override;

  TableauBuilder builder_;
};

}  // namespace gpuinv::device
