// device_normal_dense.hpp (normal equations with a dense factor on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <utility>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/normal_assembly.hpp"
#include "libgpuinv/device/rectangular_factor.hpp"
#include "libgpuinv/interior/normal_equations.hpp"

namespace gpuinv::device {

// Full storage takes 8*m*m bytes.  Packed storage takes half of that; the
// factor is then computed in four pieces, which takes a little longer.
enum class DenseStorage { kFull, kPacked };

class DeviceNormalDense final : public NormalEquations {
 public:
  // matrix is A on the device.  The device of the context must be current.
  // Error(CANNOT) names the memory needed and the free memory.
  DeviceNormalDense(std::shared_ptr<Context> context, const ColumnMatrix& a,
                    std::shared_ptr<const DeviceMatrix> matrix,
                    DenseStorage storage,
                    SparseSums sums = SparseSums::kByCost);
  ~DeviceNormalDense() override;
  DeviceNormalDense(const DeviceNormalDense&) = delete;
  DeviceNormalDense& operator=(const DeviceNormalDense&) = delete;

  const char* name() const override;
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;

  // In single precision, S is rounded after it was scaled to a unit diagonal;
  // vectors given to solve stay double.
  bool single() const override { return next_single_; }
  void leave_single() override { next_single_ = false; }
  // Call them before the first factorize.
  void begin_single() { next_single_ = true; }
  void share(Cards cards, int width = SpreadCholesky::kWidth) {
    factor_.share(std::move(cards), width);
  }

  // The two steps of factorize, for measurements; queued.
  void assemble(const double* d, const double* r);
  void factorize_assembled();
  const NormalPlan& plan() const { return assembly_.plan(); }
  bool by_tiles() const { return assembly_.by_tiles(); }

 private:
  // On the device: whether d or r is not finite, and whether S has no factor.
  struct Flags {
    int nonfinite, failed;
  };

  std::shared_ptr<Context> context_;
  NormalAssembly assembly_;
  RectangularFactor factor_;
  DenseStorage storage_;
  bool next_single_ = false;  // precision of the next factor
  bool single_ = false;       // precision of the present factor
  Cost cost_{};
  DeviceBuffer<Flags> flags_;
  PinnedBuffer<Flags> seen_;
};

}  // namespace gpuinv::device
