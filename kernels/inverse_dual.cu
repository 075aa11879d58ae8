// inverse_dual.cu (dual simplex iterations in inverse form)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/dual_method.cuh"
#include "kernels/inverse_block.cuh"
#include "kernels/iterate.hpp"

namespace gpuinv::kernels {
namespace {

template <bool kSharedRows, bool kSharedColumns>
class Dual : public DualMethod<
                 InverseBlock<Priced::kRows, kSharedRows, kSharedColumns>> {
  using Base =
      DualMethod<InverseBlock<Priced::kRows, kSharedRows, kSharedColumns>>;

 public:
  using Base::Base, Base::b;

  __device__ int iterate() {
    const int p = b.s->first.index;
    LineReader reader = b.start_row(p);
    b.load_first_factors();
    const ColumnRatio ratio = Base::column_ratio();
    b.load_line_of_columns(reader, {0, 0});
    for (int j = threadIdx.x; j < b.columns.count; j += kTableauThreads) {
      ratio.mark(b.columns, j);
    }
    b.ratio_test(b.columns, ratio);
    return Base::step(p,
                      [&](int p, int q) { return pivot(p, q, ratio.below); });
  }

 private:
  // Returns false if the pivot element differs between its row and its column;
  // then nothing has changed.
  __device__ bool pivot(int p, int q, bool below) {
    const Choice& column = b.s->second;
    const double scale = 1.0 / column.element;
    const double theta = Base::dual_step(below, scale);
    b.load_sketch();
    const Range range = b.load_choice(column, &b.s->second_record);
    b.load_line_of_rows(range, p, [](int) {});
    __syncthreads();
    if (!rules::same_pivot(b.x->check, column.element, b.tol.pivot)) {
      return false;
    }
    if (theta == 0.0) Base::degenerate++;
    update_columns(q, theta, below);
    update_rows(p, scale, below);
    b.k++;
    return true;
  }

  // Gives column q to the leaving variable, at the bound it went to.
  __device__ void update_columns(int q, double theta, bool below) {
    const Record& out = b.s->first_record;
    const InverseSlice& c = b.columns;
#pragma unroll 1
    for (int j = threadIdx.x; j < c.count; j += kTableauThreads) {
      if (c.first + j == q) {
        b.leave(j, out, -theta, below ? rules::kAtLower : rules::kAtUpper);
      } else {
        c.value(j) -= theta * c.line(j);
      }
    }
  }

  // Gives row p to the entering variable.
  __device__ void update_rows(int p, double scale, bool below) {
    const double pivot = b.s->second.element;
    const Record& in = b.s->second_record;
    const InverseSlice& r = b.rows;
    const double move = Base::primal_step(below, scale);
    for_items(r, [&](int i, int lane, bool mine) {
      const bool own = r.first + i == p;
      const double alpha = mine && !own ? r.line(i) : pivot;
      if (!b.update_weight(i, lane, mine, own, own ? 1.0 : alpha, scale)) {
        return;
      }
      b.update_row_factor(i, alpha, p, scale);
      if (own) {
        b.enter(i, in, entering_value(in) + move);
      } else {
        r.value(i) -= alpha * move;
      }
      Base::mark(i);
    });
  }
};

}  // namespace

IterationKernels<InverseView> inverse_dual() {
  return {iterate<Dual<true, true>>, iterate<Dual<true, false>>,
          iterate<Dual<false, false>>};
}

}  // namespace gpuinv::kernels
