// own_tableau.hpp (a tableau on device 0 with a given layout, for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/device/device_inverse_tableau.hpp"
#include "libgpuinv/device/device_tableau.hpp"
#include "libgpuinv/gpuinv.h"
#include "tests/kernels/caught.hpp"

namespace gpuinv::tests {

class OwnTableau final : public Tableau, public Caught {
 public:
  OwnTableau(int pivots, int blocks, bool inverse = false)
      : tableau_(make(pivots, blocks, inverse)) {}

  void rest() { tableau_->rest(); }
  int try_build(const WorkingLp& lp, const SimplexBasis& basis) {
    bool built = false;
    const int status = status_of([&] { built = build(lp, basis); });
    return status == GPUINV_OK && !built ? GPUINV_SINGULAR : status;
  }

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override {
    return tableau_->bytes_needed(m, nn, nnz);
  }
  int most_pending(int m, int nn) override {
    return tableau_->most_pending(m, nn);
  }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    return tableau_->build(lp, basis);
  }
  std::vector<int> independent_columns(const ColumnMatrix& a) override {
    return tableau_->independent_columns(a);
  }
  void push(const SimplexState& state) override { tableau_->push(state); }
  void pull(SimplexState& state) override { tableau_->pull(state); }
  Batch primal(int budget, const Tolerances& tol) override {
    return tableau_->primal(budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    return tableau_->dual(budget, tol, steps);
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    tableau_->multiply(z, y, w, v);
  }

 private:
  static std::unique_ptr<device::DeviceSimplex> make(int pivots, int blocks,
                                                     bool inverse) {
    const auto context = std::make_shared<device::Context>(0);
    kernels::SimplexWish wish;
    wish.capacity = pivots;
    wish.blocks = blocks;
    if (inverse)
      return std::make_unique<device::DeviceInverseTableau>(context, wish);
    return std::make_unique<device::DeviceTableau>(context, wish);
  }

  const std::unique_ptr<device::DeviceSimplex> tableau_;
};

}  // namespace gpuinv::tests
