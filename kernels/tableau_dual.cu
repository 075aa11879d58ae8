// tableau_dual.cu (iterations of the dual simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/dual_method.cuh"
#include "kernels/iterate.hpp"
#include "kernels/spread_cards.cuh"
#include "kernels/tableau_block.cuh"

namespace gpuinv::kernels {
namespace {

template <class Cards, Memory kMemory, int kPerLane>
class Dual
    : public DualMethod<TableauBlock<Priced::kRows, kMemory, kPerLane, Cards>> {
  using Base =
      DualMethod<TableauBlock<Priced::kRows, kMemory, kPerLane, Cards>>;
  using ColumnReader = typename Base::Block::ColumnReader;
  using RowReader = typename Base::Block::RowReader;

 public:
  using Base::Base, Base::b;

  __device__ int iterate() {
    const int p = b.s->first.index;
    RowReader reader = b.start_row(p);
    b.load_first(b.t.rows, false);
    reader.settle(b.columns);
    const ColumnRatio ratio = Base::column_ratio();
    reader.sum(b.columns, b.other, b.k, b.latest_column - b.columns.first,
               p == b.latest_row ? 1.0 : 0.0,
               [&](int j, double x, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 b.columns.line(j) = x;
                 ratio.mark(b.columns, j);
               });
    b.ratio_test(b.columns, ratio);
    if (b.lost()) return kStopLost;
    if (b.s->second.index >= 0) start_column(b.s->second.index);
    return Base::step(p, [&](int p, int q) {
      pivot(p, q, ratio.below);
      return true;
    });
  }

 private:
  // The reads go on while the columns are updated.
  __device__ void start_column(int q) {
    column_ = b.start_column(q);
    factor_ = b.start_second(b.t.columns, q == b.latest_column);
  }

  __device__ void pivot(int p, int q, bool below) {
    const double scale = 1.0 / b.s->second.element;
    const double theta = Base::dual_step(below, scale);
    if (theta == 0.0) Base::degenerate++;
    update_columns(q, theta, scale, below);
    b.finish_second(factor_);
    column_.settle(b.rows);
    update_rows(p, q, scale, below);
    b.next_pivot(p, q);
  }

  // Gives column q to the leaving variable, at the bound it went to.
  __device__ void update_columns(int q, double theta, double scale,
                                 bool below) {
    const Record& out = b.s->first_record;
    const Slice& c = b.columns;
#pragma unroll 1
    for (int j = threadIdx.x; j < c.count; j += kTableauThreads) {
      if (c.first + j == q) {
        set_factor<Base::Block::kFactorsShared>(b.t, b.t.columns, c, j, b.k,
                                                scale);
        c.value(j) = -theta;
        c.id(j) = out.id;
        c.lower(j) = out.lower;
        c.upper(j) = out.upper;
        c.at(j) = below ? rules::kAtLower : rules::kAtUpper;
      } else {
        const double rho = c.line(j);
        set_factor<Base::Block::kFactorsShared>(b.t, b.t.columns, c, j, b.k,
                                                rho * scale);
        c.value(j) -= theta * rho;
      }
    }
  }

  // Gives row p to the entering variable.
  __device__ void update_rows(int p, int q, double scale, bool below) {
    const double pivot = b.s->second.element;
    const Record& in = b.s->second_record;
    const Slice& r = b.rows;
    const double move = Base::primal_step(below, scale);
    const double from = entering_value(in);
    const auto update = [&](int i, double x, int lane, bool mine) {
      const bool own = r.first + i == p;
      if (!b.update_weight(i, lane, mine, own, own ? 1.0 : x, scale)) return;
      if (own) {
        b.update_row_factors(i, pivot, p, q);
        b.enter(i, in, from + move);
      } else {
        b.update_row_factors(i, x, p, q);
        r.value(i) -= x * move;
      }
      Base::mark(i);
    };
    column_.sum(r, b.other, b.k, -1, 0.0, update);
  }

  ColumnReader column_;  // the pivot column, and the thread's factor
  double factor_ = 0.0;
};

}  // namespace

IterationKernels<SimplexView> tableau_dual() {
  return {iterate<Dual<OneCard, Memory::kAll, kFewPerLane>>,
          iterate<Dual<OneCard, Memory::kAll, kMostPerLane>>,
          iterate<Dual<OneCard, Memory::kNone, kMostPerLane>>,
          iterate<Dual<OneCard, Memory::kVectors, kFewPerLane>>};
}

IterationKernels<SpreadView> spread_dual() {
  return {iterate<Dual<ManyCards, Memory::kAll, kFewPerLane>>,
          iterate<Dual<ManyCards, Memory::kAll, kMostPerLane>>,
          iterate<Dual<ManyCards, Memory::kNone, kMostPerLane>>,
          iterate<Dual<ManyCards, Memory::kVectors, kFewPerLane>>};
}

}  // namespace gpuinv::kernels
