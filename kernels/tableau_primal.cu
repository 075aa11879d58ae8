// tableau_primal.cu (iterations of the primal simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/iterate.hpp"
#include "kernels/primal_method.cuh"
#include "kernels/spread_cards.cuh"
#include "kernels/tableau_block.cuh"

namespace gpuinv::kernels {
namespace {

template <class Cards, Memory kMemory, int kPerLane>
class Primal : public PrimalMethod<
                   TableauBlock<Priced::kColumns, kMemory, kPerLane, Cards>> {
  using Base =
      PrimalMethod<TableauBlock<Priced::kColumns, kMemory, kPerLane, Cards>>;
  using ColumnReader = typename Base::Block::ColumnReader;
  using RowReader = typename Base::Block::RowReader;

 public:
  using Base::Base, Base::b;

  __device__ int iterate() {
    const int q = b.s->first.index;
    ColumnReader reader = b.start_column(q);
    b.load_first(b.t.columns, q == b.latest_column);
    reader.settle(b.rows);
    const Record& in = b.s->first_record;
    const double sign = in.value < 0.0 ? 1.0 : -1.0;
    const RowRatio ratio{sign, b.tol.pivot, b.tol.bound};
    reader.sum(b.rows, b.other, b.k, -1, 0.0,
               [&](int i, double x, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 b.rows.line(i) = x;
                 ratio.mark(b.rows, i);
               });
    b.ratio_test(b.rows, ratio);
    if (b.lost()) return kStopLost;
    if (b.s->second.index >= 0) start_row(b.s->second.index);
    return Base::step(q, sign, [this](int p, int q, double move, double scale) {
      pivot(p, q, move, scale);
      return true;
    });
  }

 private:
  // The reads go on while the rows are updated.
  __device__ void start_row(int p) {
    row_ = b.start_row(p);
    factor_ = b.start_second(b.t.rows, false);
  }

  __device__ void pivot(int p, int q, double move, double scale) {
    update_rows(p, q, move);
    b.finish_second(factor_);
    update_columns(q, scale);
    b.next_pivot(p, q);
  }

  __device__ void update_rows(int p, int q, double move) {
    const Record& in = b.s->first_record;
    const Slice& r = b.rows;
    const double from = entering_value(in);
#pragma unroll 1
    for (int i = threadIdx.x; i < r.count; i += block_threads()) {
      const double alpha = r.line(i);
      b.update_row_factors(i, alpha, p, q);
      if (r.first + i == p) {
        b.enter(i, in, from + move);
      } else {
        r.value(i) -= move * alpha;
      }
    }
  }

  // scale: 1/alpha
  __device__ void update_columns(int q, double scale) {
    const double d = b.s->first_record.value;
    const Slice& c = b.columns;
    const auto update = [&](int j, double rho, int lane, bool mine) {
      const bool own = c.first + j == q;
      if (!b.update_weight(j, lane, mine, own, own ? -1.0 : rho, scale)) return;
      if (own) {
        replace_column(j, scale);
      } else {
        const double share = rho * scale;
        set_factor<Base::Block::kFactorsShared>(b.t, b.t.columns, c, j, b.k,
                                                share);
        c.value(j) -= d * share;
      }
      Base::mark(j);
    };
    b.sum_row(&row_, -1, 0.0, update);
  }

  // Gives column q to the leaving variable, at the bound it went to.  If
  // Harris' test let it pass that bound, the bound moves with it.
  __device__ void replace_column(int j, double scale) {
    const Record& in = b.s->first_record;
    const Record& out = b.s->second_record;
    const Slice& c = b.columns;
    set_factor<Base::Block::kFactorsShared>(b.t, b.t.columns, c, j, b.k, scale);
    c.value(j) = -in.value * scale;
    c.id(j) = out.id;
    const bool decreases = (in.value < 0.0) == (scale > 0.0);
    const bool passed = b.s->second.gap < 0.0;
    const bool fixed = out.lower == out.upper;
    c.at(j) = decreases ? rules::kAtLower : rules::kAtUpper;
    c.lower(j) = passed && (decreases || fixed) ? out.value : out.lower;
    c.upper(j) = passed && (!decreases || fixed) ? out.value : out.upper;
  }

  RowReader row_;  // the pivot row, and the thread's factor
  double factor_ = 0.0;
};

}  // namespace

IterationKernels<SimplexView> tableau_primal() {
  return {iterate<Primal<OneCard, Memory::kAll, kFewPerLane>>,
          iterate<Primal<OneCard, Memory::kAll, kMostPerLane>>,
          iterate<Primal<OneCard, Memory::kNone, kMostPerLane>>,
          iterate<Primal<OneCard, Memory::kVectors, kFewPerLane>>};
}

IterationKernels<SpreadView> spread_primal() {
  return {iterate<Primal<ManyCards, Memory::kAll, kFewPerLane>>,
          iterate<Primal<ManyCards, Memory::kAll, kMostPerLane>>,
          iterate<Primal<ManyCards, Memory::kNone, kMostPerLane>>,
          iterate<Primal<ManyCards, Memory::kVectors, kFewPerLane>>};
}

}  // namespace gpuinv::kernels
