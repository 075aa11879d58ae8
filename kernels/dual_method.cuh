// dual_method.cuh (the dual simplex method in either form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <type_traits>

#include "kernels/long_step.cuh"
#include "kernels/ratio_test.cuh"
#include "kernels/simplex_kernel.cuh"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::kernels {

// Form is a SimplexBlock whose rows are priced.
template <class Form, Steps kSteps>
class DualMethod : public SimplexMethod<Form> {
  using Base = SimplexMethod<Form>;

 public:
  static constexpr bool kLong = kSteps == Steps::kLong;
  using Ratio = std::conditional_t<kLong, FirstRatio, ColumnRatio>;
  using Base::b;

  __device__ DualMethod(const typename Form::View& v,
                        const SimplexTolerances& tol, char* memory,
                        Selection* s, typename Form::Shared* x)
      : Base(v, tol, memory, s, x) {
    if constexpr (kLong) begin_long_steps(b.t, far());
  }

  __device__ int passed() const {
    if constexpr (kLong) {
      return far()->passed;
    } else {
      return 0;
    }
  }

  __device__ void mark(int i) {
    const auto& r = b.rows;
    r.mark(i) = rules::dual_score(r.value(i), r.weight(i), r.lower(i),
                                  r.upper(i), b.tol.bound);
  }

 protected:
  // Returns the ratio test for the chosen row.
  __device__ Ratio column_ratio() const {
    const Record& out = b.s->first_record;
    const bool below = out.value < out.lower;
    const ColumnRatio ratio{below, b.tol.pivot, b.tol.cost};
    if constexpr (kLong) {
      return {ratio,
              rules::leaving_rate(out.value, out.lower, out.upper, below)};
    } else {
      return ratio;
    }
  }

  // Sets s->second by the ratio test and returns the number of buckets that are
  // passed.  Long steps are made by separate functions on a copy of the form,
  // because inline they would take registers from everything else.
  __device__ int choose_column(const Ratio& ratio) {
    b.ratio_test(b.columns, ratio);
    if constexpr (kLong) {
      if (b.lost() || b.s->second.index < 0 || !reached_memory()->goes_on) {
        return 0;
      }
      Form copy(b);
      const int passed = lengthen(&copy, ratio);
      b.selector.follow(copy.selector);
      return passed;
    } else {
      return 0;
    }
  }

  // Sends variables that are passed to their other bounds and returns their
  // number.  The caller updates x_B, except row p.
  __device__ int flip(const FirstRatio& ratio, int passed) {
    if (threadIdx.x < kWarpLanes) list_flips(b, ratio, passed, far());
    __syncthreads();
    const int all = far()->first[b.t.blocks];
    if (threadIdx.x == 0 && all > 0) {
      b.s->first_record.value -= far()->fallen;
      far()->passed += all;
    }
    return all;
  }

  static __device__ LongStep* far() { return long_step_memory(); }

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

 private:
  static __noinline__ __device__ int lengthen(Form* copy, FirstRatio ratio) {
    return kernels::lengthen(*copy, ratio, far());
  }
};

}  // namespace gpuinv::kernels
