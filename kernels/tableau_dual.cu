// tableau_dual.cu (iterations of the dual simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/dual_method.cuh"
#include "kernels/iterate.hpp"
#include "kernels/spread_cards.cuh"
#include "kernels/tableau_block.cuh"

namespace gpuinv::kernels {
namespace {

template <Steps kSteps, class Cards, Memory kMemory, int kPerLane>
class Dual
    : public DualMethod<TableauBlock<Priced::kRows, kMemory, kPerLane, Cards>,
                        kSteps> {
  using Base =
      DualMethod<TableauBlock<Priced::kRows, kMemory, kPerLane, Cards>, kSteps>;
  using ColumnReader = typename Base::Block::ColumnReader;
  using RowReader = typename Base::Block::RowReader;

 public:
  using Base::Base, Base::b, Base::far;

  __device__ int iterate() {
    const int p = b.s->first.index;
    RowReader reader = b.start_row(p);
    b.load_first(b.t.rows, false);
    const typename Base::Ratio ratio = Base::column_ratio();
    b.sum_row(&reader, b.latest_column - b.columns.first,
              p == b.latest_row ? 1.0 : 0.0,
              [&](int j, double x, int lane, bool mine) {
                if (lane != 0 || !mine) return;
                b.columns.line(j) = x;
                ratio.mark(b.columns, j);
              });
    if (b.lost()) return kStopLost;
    const int passed = Base::choose_column(ratio);
    if constexpr (Base::kLong) {
      if (passed > 0 && !b.lost()) flip(ratio, passed);
    }
    if (b.lost()) return kStopLost;
    if (b.s->second.index >= 0) start_column(b.s->second.index);
    return Base::step(p, [&](int p, int q) {
      pivot(p, q, ratio.below, passed > 0);
      return true;
    });
  }

 private:
  // A pivot that goes so far is not poor, so the flips are final.
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
    b.load_second_record();
    __syncthreads();
    const int all = Base::flip(ratio, passed);
    if (b.lost()) return;
    double share = 0.0;
#pragma unroll 1
    for (int base = 0; base < all; base += kFlipBatch) {
      const int count = min(all - base, kFlipBatch);
      load_flips(base, count);
      share = add_inner(count, share);
      subtract_flips(count);
      __syncthreads();
    }
    if (all > 0) subtract_changes(share);
  }

  // Loads flips base .. base+count-1.
  __device__ void load_flips(int base, int count) {
    const int f = static_cast<int>(threadIdx.x);
    if (f < count) {
      const int block = block_of(far()->first, b.t.blocks, base + f);
      const Flip* flip = list_of(b.t, block) + (base + f - far()->first[block]);
      far()->by[f] = __ldcg(&flip->by);
      far()->place[f] = __ldcg(&flip->place);
    }
    __syncthreads();
  }

  // Returns sum + the thread's share of V*z, where z are the flips.
  __device__ double add_inner(int count, double sum) const {
    const int t = threadIdx.x % kMostCapacity;
    if (t >= b.k) return sum;
#pragma unroll 4
    for (int f = threadIdx.x / kMostCapacity; f < count;
         f += block_threads() / kMostCapacity) {
      const std::size_t at =
          far()->place[f] * static_cast<std::size_t>(b.t.capacity) + t;
      sum = fma(__ldcg(b.t.columns.factor + at), far()->by[f], sum);
    }
    return sum;
  }

  // x_B := x_B - T0*z
  __device__ void subtract_flips(int count) {
    for_items(b.rows, [&](int i, int lane, bool mine) {
      double sum = 0.0;
      if (mine) {
        const double* t0 = b.t.t0 + (b.rows.first + i) * b.t.ld;
#pragma unroll 4
        for (int f = lane; f < count; f += b.rows.lanes()) {
          sum = fma(__ldcg(t0 + far()->place[f]), far()->by[f], sum);
        }
      }
      sum = add_lanes(sum, b.rows.lanes());
      if (lane == 0 && mine) b.rows.value(i) -= sum;
    });
  }

  // x_B := x_B - U*(V*z)
  __device__ void subtract_changes(double share) {
    far()->share[threadIdx.x] = share;
    __syncthreads();
    const int t = static_cast<int>(threadIdx.x);
    static_assert(kTableauThreads % kMostCapacity == 0 &&
                  kFewTableauThreads % kMostCapacity == 0);
    if (t < b.k) {
      double sum = 0.0;
      for (int s = t; s < block_threads(); s += kMostCapacity) {
        sum += far()->share[s];
      }
      far()->product[t] = sum;
    }
    __syncthreads();
    for_items(b.rows, [&](int i, int lane, bool mine) {
      const double sum = add_lanes(
          mine ? Base::Block::row_product(b.rows, i, lane, far()->product, b.k)
               : 0.0,
          b.rows.lanes());
      if (lane == 0 && mine) b.rows.value(i) -= sum;
    });
  }

  // The reads go on while the columns are updated.
  __device__ void start_column(int q) {
    column_ = b.start_column(q);
    factor_ = b.start_second(b.t.columns, q == b.latest_column);
  }

  __device__ void pivot(int p, int q, bool below, bool has_record) {
    const double scale = 1.0 / b.s->second.element;
    const double theta = Base::dual_step(below, scale);
    if (theta == 0.0) Base::degenerate++;
    update_columns(q, theta, scale, below);
    b.finish_second(factor_, has_record);
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
    for (int j = threadIdx.x; j < c.count; j += block_threads()) {
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

template <Steps kSteps, class Cards>
auto kernels_of() {
  using View = typename Cards::View;
  return IterationKernels<View>{
      iterate<Dual<kSteps, Cards, Memory::kAll, kFewPerLane>>,
      iterate<Dual<kSteps, Cards, Memory::kAll, kMostPerLane>>,
      iterate<Dual<kSteps, Cards, Memory::kNone, kMostPerLane>>,
      iterate<Dual<kSteps, Cards, Memory::kVectors, kFewPerLane>>};
}

}  // namespace

IterationKernels<SimplexView> tableau_dual(Steps steps) {
  return steps == Steps::kLong ? kernels_of<Steps::kLong, OneCard>()
                               : kernels_of<Steps::kShort, OneCard>();
}

IterationKernels<SpreadView> spread_dual(Steps steps) {
  return steps == Steps::kLong ? kernels_of<Steps::kLong, ManyCards>()
                               : kernels_of<Steps::kShort, ManyCards>();
}

}  // namespace gpuinv::kernels
