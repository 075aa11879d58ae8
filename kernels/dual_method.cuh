// dual_method.cuh (the dual simplex method in either form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/ratio_test.cuh"
#include "kernels/simplex_kernel.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {

// Form is a SimplexBlock whose rows are priced.
template <class Form>
class DualMethod : public SimplexMethod<Form> {
  using Base = SimplexMethod<Form>;

 public:
  using Base::Base, Base::b;

  __device__ void mark(int i) {
    const auto& r = b.rows;
    r.mark(i) = rules::dual_score(r.value(i), r.weight(i), r.lower(i),
                                  r.upper(i), b.tol.bound);
  }

 protected:
  // Returns the ratio test for the chosen row.
  __device__ ColumnRatio column_ratio() const {
    const Record& out = b.s->first_record;
    return {out.value < out.lower, b.tol.pivot, b.tol.cost};
  }

  // Ends the iteration after the ratio test by pivot(p, q), which returns false
  // if it refuses the pivot.
  template <class Pivot>
  __device__ int step(int p, Pivot pivot) {
    const Choice& column = b.s->second;
    if (column.index < 0) return kStopNoPivot;
    if (b.poor_pivot() || !pivot(p, column.index)) {
      return b.refuse([this](int i) { mark(i); });
    }
    return kStopBudget;
  }

  // Returns the factor of the pivot row in the change of d_N; scale: 1/alpha_q.
  __device__ double dual_step(bool below, double scale) const {
    const Choice& column = b.s->second;
    const double r = rules::dual_rate(column.element, below);
    const double cost = r > 0.0 ? column.gap : -column.gap;
    return column.gap > 0.0 ? cost * scale : 0.0;
  }

  // Returns the change of x_q if the leaving variable goes to its bound.
  __device__ double primal_step(bool below, double scale) const {
    const Record& out = b.s->first_record;
    const double target = below ? out.lower : out.upper;
    return (out.value - target) * scale;
  }
};

}  // namespace gpuinv::kernels
