// primal_method.cuh (the primal simplex method in either form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/ratio_test.cuh"
#include "kernels/simplex_kernel.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {

// Form is a SimplexBlock whose columns are priced.
template <class Form>
class PrimalMethod : public SimplexMethod<Form> {
  using Base = SimplexMethod<Form>;

 public:
  using Base::Base, Base::b;

  __device__ void mark(int j) {
    const auto& c = b.columns;
    c.mark(j) = rules::primal_score(c.value(j), c.weight(j), c.at(j),
                                    c.lower(j), c.upper(j), b.tol.cost);
  }

 protected:
  // Ends the iteration after the ratio test, where x_q goes in direction `sign`
  // from its bound: by pivot(p, q, move, 1/alpha), which returns false if it
  // refuses the pivot, or by a flip.
  template <class Pivot>
  __device__ int step(int q, double sign, Pivot pivot) {
    const Choice& row = b.s->second;
    const Record& in = b.s->first_record;
    const double range = in.upper - in.lower;
    const bool any = row.index >= 0;
    const double scale = 1.0 / row.element;
    const double exact =
        any ? fmax(0.0, row.gap * fabs(scale)) : rules::kInfinity;
    if (!any && range == rules::kInfinity) return kStopNoPivot;
    if (range <= exact) {
      flip(q, sign * range);
      return kStopBudget;
    }
    if (b.poor_pivot() || !pivot(row.index, q, sign * exact, scale)) {
      return b.refuse([this](int j) { mark(j); });
    }
    if (exact == 0.0) Base::degenerate++;
    return kStopBudget;
  }

 private:
  // x_q goes by `move` to its other bound.
  __device__ void flip(int q, double move) {
#pragma unroll 1
    for (int i = threadIdx.x; i < b.rows.count; i += block_threads()) {
      b.rows.value(i) -= move * b.rows.line(i);
    }
    const int j = q - b.columns.first;
    if (threadIdx.x == 0 && j >= 0 && j < b.columns.count) {
      int& at = b.columns.at(j);
      at = at == rules::kAtLower ? rules::kAtUpper : rules::kAtLower;
      mark(j);
    }
    Base::flips++;
  }
};

}  // namespace gpuinv::kernels
