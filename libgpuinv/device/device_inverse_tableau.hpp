// device_inverse_tableau.hpp (simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/inverse_buffers.hpp"
#include "libgpuinv/device/nucleus_inverse.hpp"

namespace gpuinv::device {

// W = inv(B) = W0 + U*V is dense, A is sparse.
class DeviceInverseTableau final : public DeviceSimplex {
 public:
  DeviceInverseTableau(std::shared_ptr<Context> context,
                       const kernels::SimplexWish& wish);

  // In place of build: the caller fills W0, see DeviceSimplex.
  void lay_out(const WorkingLp& lp, const SimplexBasis& basis);

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
  int* fold_lists() override { return buffers_.lists(); }
  kernels::Deal deal() const override;
  void load(const WorkingLp& lp, const SimplexBasis& basis);
  bool invert(const WorkingLp& lp);

  InverseBuffers buffers_;
  NucleusInverse nucleus_;
  std::vector<HostColumn> basic_;  // columns of B during build
  DeviceBuffer<double> parts_;     // workspace of a norm
};

}  // namespace gpuinv::device
