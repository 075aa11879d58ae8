// inverse_dual.cu (dual simplex iterations in inverse form)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/dual_method.cuh"
#include "kernels/inverse_block.cuh"
#include "kernels/iterate.hpp"
#include "kernels/spread_cards.cuh"

namespace gpuinv::kernels {
namespace {

template <Steps kSteps, class Cards, Memory kRows, bool kSharedColumns>
class Dual
    : public DualMethod<
          InverseBlock<Priced::kRows, kRows, kSharedColumns, Cards>, kSteps> {
  using Base =
      DualMethod<InverseBlock<Priced::kRows, kRows, kSharedColumns, Cards>,
                 kSteps>;
  using Ratio = typename Base::Ratio;

 public:
  using Base::Base, Base::b, Base::far;

  __device__ int iterate() {
    const int p = b.s->first.index;
    typename Base::Block::RowReader reader = b.start_row(p);
    b.load_first_factors();
    const Ratio ratio = Base::column_ratio();
    b.load_line_of_columns(reader, {0, 0});
    for (int j = threadIdx.x; j < b.columns.count; j += block_threads()) {
      ratio.mark(b.columns, j);
    }
    const int passed = Base::choose_column(ratio);
    if (b.lost()) return kStopLost;
    return Base::step(p,
                      [&](int p, int q) { return pivot(p, q, ratio, passed); });
  }

 private:
  // Returns false if the pivot element differs between its row and its column;
  // then nothing has changed.
  __device__ bool pivot(int p, int q, const Ratio& ratio, int passed) {
    const Choice& column = b.s->second;
    const double scale = 1.0 / column.element;
    const double theta = Base::dual_step(ratio.below, scale);
    b.load_sketch();
    const Range range = b.load_column(column, &b.s->second_record);
    b.load_line_of_rows(range, p, [](int) {});
    __syncthreads();
    if (!rules::same_pivot(b.x->check, column.element, b.tol.pivot)) {
      return false;
    }
    if (theta == 0.0) Base::degenerate++;
    if constexpr (Base::kLong) {
      if (passed > 0) flip(ratio, passed);
    }
    update_columns(q, theta, ratio.below);
    update_rows(p, scale, ratio.below);
    b.k++;
    return true;
  }

  // x_B := x_B - W times the columns of A of the flips, times their changes.
  // The product is stored where a ratio test by rows has its workspace.
  __device__ void flip(const FirstRatio& ratio, int passed) {
    Dual copy(*this);
    flip(&copy, ratio, passed);
    b.selector.follow(copy.b.selector);
  }
  static __noinline__ __device__ void flip(Dual* copy, FirstRatio ratio,
                                           int passed) {
    copy->flip_and_move(ratio, passed);
  }

  __device__ void flip_and_move(const FirstRatio& ratio, int passed) {
    if (Base::flip(ratio, passed) == 0 || b.lost()) return;
    InverseSlice moved = b.rows;
    moved.doubles += moved.stride;
    b.load_line_of_elements(
        moved, far()->element[b.t.blocks],
        [this](int e, int* row, double* value) { find(e, row, value); });
    __syncthreads();
#pragma unroll 1
    for (int i = threadIdx.x; i < b.rows.count; i += block_threads()) {
      b.rows.value(i) -= moved.line(i);
    }
    __syncthreads();
  }

  // Sets row and value of element e of all flips, one after the other.
  __device__ void find(int e, int* row, double* value) const {
    const int block = block_of(far()->element, b.t.blocks, e);
    const Flip* list = list_of(b.t, block);
    const int own = e - far()->element[block];
    int low = 0, high = far()->first[block + 1] - far()->first[block];
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (__ldcg(&list[middle].before) <= own) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const int at = __ldcg(&list[low].begin) + own - __ldcg(&list[low].before);
    *row = __ldg(b.v.a.index + at);
    *value = __ldcg(&list[low].by) * __ldg(b.v.a.value + at);
  }

  // Gives column q to the leaving variable, at the bound it went to.
  __device__ void update_columns(int q, double theta, bool below) {
    const Record& out = b.s->first_record;
    const InverseSlice& c = b.columns;
#pragma unroll 1
    for (int j = threadIdx.x; j < c.count; j += block_threads()) {
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

template <Steps kSteps, class Cards>
auto kernels_of() {
  return IterationKernels<typename Cards::InverseView>{
      iterate<Dual<kSteps, Cards, Memory::kAll, true>>,
      iterate<Dual<kSteps, Cards, Memory::kAll, false>>,
      iterate<Dual<kSteps, Cards, Memory::kNone, false>>,
      iterate<Dual<kSteps, Cards, Memory::kVectors, true>>};
}

}  // namespace

IterationKernels<InverseView> inverse_dual(Steps steps) {
  return steps == Steps::kLong ? kernels_of<Steps::kLong, OneCard>()
                               : kernels_of<Steps::kShort, OneCard>();
}

IterationKernels<SpreadInverseView> spread_inverse_dual(Steps steps) {
  return steps == Steps::kLong ? kernels_of<Steps::kLong, ManyCards>()
                               : kernels_of<Steps::kShort, ManyCards>();
}

}  // namespace gpuinv::kernels
