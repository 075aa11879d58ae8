// tableau_part.hpp (rows of a tableau on one of several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/device/spread_part.hpp"

namespace gpuinv::device {

// Rows of T = T0 + U*V.
class TableauPart final : public SpreadPart {
 public:
  TableauPart(std::shared_ptr<Context> context,
              const kernels::SimplexWish& wish, int sharing);

  void load(const WorkingLp&, const SimplexBasis&) override {}
  void sketch_rows() override;
  void share_sketch() override;
  void finish_sketch() override;

 private:
  Shape shape_for(int m, int nn) const override;
  std::size_t own_bytes_needed(int, int, std::size_t) override {
    return own_bytes();
  }
  cudaError_t launch_view(Method method, const kernels::SpreadView& view,
                          int limit,
                          const kernels::SimplexTolerances& tol) override;
  void products(const double* z, double* y, const double* w,
                double* v) override;
};

}  // namespace gpuinv::device
