// infinite_normal.hpp (Cholesky-infinity on a device, for comparison only)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "kernels/layout.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/normal_assembly.hpp"
#include "libgpuinv/interior/normal_equations.hpp"

namespace gpuinv::bench {

// The dense normal equations of LIPSOL (Zhang 1996) as the KTH thesis has them
// on a device: S = L*L' by panels, whose diagonal blocks are factorized on the
// host.  A pivot that is not positive beyond rounding becomes infinite, 1e128,
// so that its row of the solution is 0 and no factorization fails.  The project
// itself raises the diagonal instead.
class InfiniteNormal final : public NormalEquations {
 public:
  // Adds the pivots that become infinite to *infinite.
  InfiniteNormal(std::shared_ptr<device::Context> context,
                 const ColumnMatrix& a,
                 std::shared_ptr<const device::DeviceMatrix> matrix,
                 int* infinite);
  ~InfiniteNormal() override { context_->drain(); }

  const char* name() const override { return "device infinity"; }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;

 private:
  void factorize_panel(int first, int count);
  void scale(double* x);

  std::shared_ptr<device::Context> context_;
  kernels::SymmetricLayout layout_;
  device::NormalAssembly assembly_;
  device::DeviceBuffer<double> s_;
  device::PinnedBuffer<double> block_;  // kPanel by kPanel
  Cost cost_{};
  int* infinite_;
};

}  // namespace gpuinv::bench
