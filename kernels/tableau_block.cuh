// tableau_block.cuh (what a block does in an iteration of either method)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Which memory other blocks see when: the newest column of U, row of V and
// column of T0 are written after the second exchange of an iteration and
// ordered by the second exchange of the next one (its fence overlaps with
// reads).  What is wanted in between travels in the record of a choice or is
// known without reading:
//   - the newest element of a factor is in the record;
//   - column q of the latest pivot has zeros in V before its newest row,
//     and e_p in T0.
// Those zeros are stored after the next first exchange, when no block reads
// the old ones any more.

#ifndef GPUINV_KERNELS_TABLEAU_BLOCK_CUH
#define GPUINV_KERNELS_TABLEAU_BLOCK_CUH

#include "kernels/tableau_select.cuh"
#include "kernels/tableau_sketch.cuh"

namespace gpuinv::kernels {

enum class Priced { kRows, kColumns };

// kPriced: what the method prices; kShared: slices in shared memory;
// kPerLane: see Selector.
template <Priced kPriced, bool kShared, int kPerLane>
class TableauBlock {
 public:
  __device__ TableauBlock(const TableauView& view, const TableauTolerances& tol,
                          char* memory, Selection* selection)
      : v(view), tol(tol), s(selection), selector(view, selection) {
    other = carve<double>(&memory, v.capacity);
    char* words = memory + words_offset();
    rows = take_slice<kShared>(v, v.rows, v.rows.count, &memory, &words);
    columns =
        take_slice<kShared>(v, v.columns, v.columns.count - 1, &memory, &words);
    // no pointer to one or the other: both must stay in registers
    if constexpr (kPriced == Priced::kRows) {
      take_sketch<kShared>(v, v.rows, &rows, &words);
    } else {
      take_sketch<kShared>(v, v.columns, &columns, &words);
    }
  }

  // After all blocks are through with their last exchange.
  __device__ void finish(int stop, int flips, int degenerate) {
    give_back<kShared>(v, v.rows, rows);
    give_back<kShared>(v, v.columns, columns);
    if constexpr (kPriced == Priced::kRows) {
      give_back_sketch<kShared>(v, rows);
    } else {
      give_back_sketch<kShared>(v, columns);
    }
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    *v.epoch = selector.epoch();
    *v.pending = k;
    *v.result = TableauResult{stop, k, flips, degenerate, s->first.index};
  }

  // First exchange: s->first among own.mark of all blocks.
  __device__ void price(const Slice& own, const TableauSide& side) {
    __syncthreads();
    if (in_first_warp()) selector.price(own, side, k);
    __syncthreads();
    publish_sketch(own);
    clear_latest_column();
  }

  // Second exchange: s->second.
  template <class Ratio>
  __device__ void ratio_test(const Slice& own, const TableauSide& side,
                             const Ratio& ratio) {
    __syncthreads();
    if (in_first_warp()) selector.ratio_test(own, side, ratio, k);
    __syncthreads();
  }

  // other[k] := factors of the first choice, whose newest one is in its
  // record; `zero`: all but that one are zero.
  __device__ void load_first(const TableauSide& side, bool zero) {
    load_factors(side, s->first.index, k - 1, zero);
    read_record(s->first, v.blocks, record_thread(), &s->first_record,
                k > 0 ? other + k - 1 : nullptr);
    // What earlier iterations wrote is ordered before the next exchange,
    // whose words this warp stores.
    if (in_first_warp()) release_fence();
    __syncthreads();
  }

  // other[k] := factors of the second choice; `zero`: as above.
  __device__ void load_second(const TableauSide& side, bool zero) {
    load_factors(side, s->second.index, zero ? k - 1 : k, zero);
    if (zero && threadIdx.x == 0) {
      other[k - 1] = __ldcg(side.factor + place(s->second.index) + k - 1);
    }
    read_record(s->second, v.blocks, record_thread(), &s->second_record,
                nullptr);
    load_sketch();
    __syncthreads();
  }

  __device__ bool poor_pivot() const {
    return fabs(s->second.element) < rules::kPoorPivot * s->second.most;
  }

  // Column k of U and column q of T0 in row i of this block, where the
  // pivot column has the element alpha.
  __device__ void update_row_factors(int i, double alpha, int p, int q) {
    const bool pivot = rows.first + i == p;
    set_factor<kShared>(v, v.rows, rows, i, k, pivot ? 1.0 - alpha : -alpha);
    v.t0[(rows.first + i) * v.ld + q] = pivot ? 1.0 : 0.0;
  }

  __device__ void next_pivot(int p, int q) {
    latest_row = p;
    latest_column = q;
    k++;
  }

  const TableauView& v;
  const TableauTolerances& tol;
  Selection* s;
  Selector<kPerLane> selector;
  Slice rows, columns;
  double* other;
  int k = 0;  // pending changes
  int latest_row = -1, latest_column = -1;

 private:
  static __device__ bool in_first_warp() { return threadIdx.x < kWarpLanes; }
  // The last threads: they wait for no other factor (K <= 128).
  static __device__ int record_thread() {
    return static_cast<int>(threadIdx.x) - (kTableauThreads - kWarpLanes);
  }
  __device__ std::size_t place(int index) const {
    return index * static_cast<std::size_t>(v.capacity);
  }
  __device__ std::size_t words_offset() const {
    return sizeof(double) * (static_cast<std::size_t>(v.rows.per_block) *
                                 (v.rows.pitch + kSliceDoubles) +
                             static_cast<std::size_t>(v.columns.per_block) *
                                 (v.columns.pitch + kSliceDoubles));
  }

  __device__ void load_factors(const TableauSide& side, int index, int count,
                               bool zero) {
    const double* from = side.factor + place(index);
    for (int t = threadIdx.x; t < count; t += kTableauThreads) {
      other[t] = zero ? 0.0 : __ldcg(from + t);
    }
  }

  // The first choice's sketch, by its block's warp whose fence comes next,
  // for load_second of all.  They have come to this exchange, so nobody
  // reads the one before any more.
  __device__ void publish_sketch(const Slice& own) {
    const int i = s->first.index - own.first;
    if (!in_first_warp() || s->first.index < 0) return;
    if (i < 0 || i >= own.count) return;
    v.chosen_sketch[threadIdx.x] =
        own.sketch[i * own.sketch_pitch + threadIdx.x];
  }

  // By the warp beside that of the record.
  __device__ void load_sketch() {
    const int t = record_thread() + kWarpLanes;
    if (t < 0 || t >= kSketchLength) return;
    s->first_sketch[t] = __ldcg(v.chosen_sketch + t);
  }

  // V[0..k-2] of the column that the latest pivot has replaced := 0, by the
  // warp whose fence comes next.
  __device__ void clear_latest_column() {
    const int j = latest_column - columns.first;
    if (!in_first_warp()) return;
    if (latest_column < 0 || j < 0 || j >= columns.count) return;
    for (int t = threadIdx.x; t < k - 1; t += kWarpLanes) {
      set_factor<kShared>(v, v.columns, columns, j, t, 0.0);
    }
  }
};

}  // namespace gpuinv::kernels

#endif
