// inverse_part.hpp (rows of an inverse on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/device/inverse_buffers.hpp"
#include "libgpuinv/device/spread_part.hpp"

namespace gpuinv::device {

// Rows of W = W0 + U*V, and all of A and V.
class InversePart final : public SpreadPart {
 public:
  InversePart(std::shared_ptr<Context> context,
              const kernels::SimplexWish& wish, int sharing);

  // A matrix at the same address as before is not sent again.
  void load(const WorkingLp& lp, const SimplexBasis& basis) override;
  void sketch_rows() override;
  void share_sketch() override;
  void finish_sketch() override;

 private:
  Shape shape_for(int m, int nn) const override;
  std::size_t own_bytes_needed(int m, int nn, std::size_t nnz) override;
  std::size_t own_bytes() const override {
    return SpreadPart::own_bytes() + buffers_.bytes();
  }
  void release_own() noexcept override;
  cudaError_t launch_view(Method method, const kernels::SpreadView& view,
                          int limit,
                          const kernels::SimplexTolerances& tol) override;
  void products(const double* z, double* y, const double* w,
                double* v) override;
  int* fold_lists() override { return buffers_.lists(); }
  kernels::Deal deal() const override;

  InverseBuffers buffers_;
  const double* sent_ = nullptr;  // values of the matrix on the card
};

}  // namespace gpuinv::device
