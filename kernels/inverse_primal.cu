// inverse_primal.cu (primal simplex iterations in inverse form)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inverse_block.cuh"
#include "kernels/iterate.hpp"
#include "kernels/primal_method.cuh"
#include "kernels/spread_cards.cuh"

namespace gpuinv::kernels {
namespace {

template <class Cards, Memory kRows, bool kSharedColumns>
class Primal
    : public PrimalMethod<
          InverseBlock<Priced::kColumns, kRows, kSharedColumns, Cards>> {
  using Base = PrimalMethod<
      InverseBlock<Priced::kColumns, kRows, kSharedColumns, Cards>>;

 public:
  using Base::Base, Base::b;

  __device__ int iterate() {
    const Range range = b.load_column(b.s->first, &b.s->first_record);
    const Record& in = b.s->first_record;
    const double sign = in.value < 0.0 ? 1.0 : -1.0;
    const RowRatio ratio{sign, b.tol.pivot, b.tol.bound};
    b.load_line_of_rows(range, -1, [&](int i) { ratio.mark(b.rows, i); });
    b.ratio_test(b.rows, ratio);
    if (b.lost()) return kStopLost;
    return Base::step(b.s->first.index, sign,
                      [&](int p, int q, double move, double scale) {
                        return pivot(range, p, q, move, scale);
                      });
  }

 private:
  // Returns false if the pivot element differs between its row and its column;
  // then nothing has changed.
  __device__ bool pivot(const Range& range, int p, int q, double move,
                        double scale) {
    typename Base::Block::RowReader reader = b.start_row(p);
    b.load_second_factors();
    b.load_line_of_columns(reader, range);
    if (!rules::same_pivot(b.s->second.element, b.x->check, b.tol.pivot)) {
      return false;
    }
    update_rows(p, move, scale);
    update_columns(q, scale);
    b.k++;
    return true;
  }

  __device__ void update_rows(int p, double move, double scale) {
    const Record& in = b.s->first_record;
    const InverseSlice& r = b.rows;
#pragma unroll 1
    for (int i = threadIdx.x; i < r.count; i += block_threads()) {
      const double alpha = r.line(i);
      b.update_row_factor(i, alpha, p, scale);
      if (r.first + i == p) {
        b.enter(i, in, entering_value(in) + move);
      } else {
        r.value(i) -= move * alpha;
      }
    }
  }

  __device__ void update_columns(int q, double scale) {
    const double step = b.s->first_record.value * scale;
    const InverseSlice& c = b.columns;
    for_items(c, [&](int j, int lane, bool mine) {
      const bool own = c.first + j == q;
      const double rho = mine && !own ? c.line(j) : -1.0;
      if (!b.update_weight(j, lane, mine, own, rho, scale)) return;
      if (own) {
        replace_column(j, scale);
      } else {
        c.value(j) -= step * rho;
      }
      Base::mark(j);
    });
  }

  // Gives column q to the leaving variable, at the bound it went to.  If
  // Harris' test let it pass that bound, the bound moves with it.
  __device__ void replace_column(int j, double scale) {
    const Record& in = b.s->first_record;
    const Record& out = b.s->second_record;
    const InverseSlice& c = b.columns;
    const bool decreases = (in.value < 0.0) == (scale > 0.0);
    const bool passed = b.s->second.gap < 0.0;
    const bool fixed = out.lower == out.upper;
    b.leave(j, out, -in.value * scale,
            decreases ? rules::kAtLower : rules::kAtUpper);
    if (passed && (decreases || fixed)) c.lower(j) = out.value;
    if (passed && (!decreases || fixed)) c.upper(j) = out.value;
  }
};

template <class Cards>
auto kernels_of() {
  return IterationKernels<typename Cards::InverseView>{
      iterate<Primal<Cards, Memory::kAll, true>>,
      iterate<Primal<Cards, Memory::kAll, false>>,
      iterate<Primal<Cards, Memory::kNone, false>>,
      iterate<Primal<Cards, Memory::kVectors, true>>};
}

}  // namespace

IterationKernels<InverseView> inverse_primal() { return kernels_of<OneCard>(); }

IterationKernels<SpreadInverseView> spread_inverse_primal() {
  return kernels_of<ManyCards>();
}

}  // namespace gpuinv::kernels
