// tableau_block.cuh (work of a block in an iteration in tableau form)
// SPDX-License-Identifier: GPL-3.0-or-later

// When memory becomes visible to other blocks: the newest column of U, row of V
// and column of T0 are written after the second exchange of an iteration and
// ordered by the second exchange of the next one, whose fence overlaps with
// reads.  Numbers needed in between are in the record of a choice or are known
// without reading:
//   - the newest element of a factor is in the record;
//   - column q of the latest pivot has zeros in V before its newest row, and
//     e_p in T0.
// Those zeros are stored after the next first exchange, when no block reads the
// old numbers any more.

#pragma once

#include <type_traits>

#include "kernels/simplex_block.cuh"

namespace gpuinv::kernels {

// kMemory: what is in shared memory; kPerLane: see Selector; Cards: where the
// rows are, OneCard or ManyCards.
template <Priced kPriced, Memory kMemory, int kPerLane, class Cards>
class TableauBlock
    : public SimplexBlock<kPriced, Slice, kMemory != Memory::kNone,
                          kMemory != Memory::kNone,
                          typename Cards::template Chooser<
                              kPerLane, kPriced == Priced::kRows>> {
  using Base = SimplexBlock<
      kPriced, Slice, kMemory != Memory::kNone, kMemory != Memory::kNone,
      typename Cards::template Chooser<kPerLane, kPriced == Priced::kRows>>;

 public:
  using View = typename decltype(Base::selector)::View;
  static constexpr bool kFactorsShared = kMemory == Memory::kAll;
  // Readers of a pivot column, and of a pivot row, which may be on another
  // card.
  using ColumnReader =
      std::conditional_t<kFactorsShared, LineReader, BatchReader<kMemory>>;
  using RowReader = std::conditional_t<kFactorsShared && !Cards::kFar,
                                       LineReader, BatchReader<kMemory>>;
  // Whether cards share the work for a pivot row if blocks have many columns.
  static constexpr bool kMayShareRow = Cards::kFar && !kFactorsShared;
  struct Shared {};  // nothing besides the selection
  using Base::columns, Base::k, Base::load_sketch, Base::other, Base::priced;
  using Base::priced_side, Base::rows, Base::s, Base::selector, Base::t;

  __device__ TableauBlock(const View& view, const SimplexTolerances& tol,
                          char* memory, Selection* selection, Shared*)
      : Base(view, tol, selection), view_(view) {
    other = carve<double>(&memory, t.capacity);
    char* words = memory + words_offset();
    rows = take_slice<kMemory>(t, t.rows, t.rows.count, &memory, &words);
    columns =
        take_slice<kMemory>(t, t.columns, t.columns.count - 1, &memory, &words);
    take_sketch<Base::kSharedPriced>(t, priced_side(), &priced(), &words);
  }

  // The first exchange sets s->first to the largest priced().mark of all
  // blocks.
  __device__ void price() {
    __syncthreads();
    if (in_first_warp()) selector.price(priced(), k);
    __syncthreads();
    publish_sketch();
    clear_latest_column();
  }

  // other[k] := factors of the first choice, whose newest one is in its record.
  // zero: all except that one are zero.
  __device__ void load_first(const SimplexSide& side, bool zero) {
    // writes of earlier iterations are ordered before the next exchange, whose
    // words this warp stores
    if (in_first_warp()) selector.release();
    const int count = k - 1;
    keep_factor(count, read_factor(side, s->first.index, zero, count));
    if (!read_record(s->first, selector.first_stride(), record_thread(),
                     &s->first_record, k > 0 ? other + k - 1 : nullptr,
                     selector.watch())) {
      selector.lose();
    }
    __syncthreads();
  }

  // Start to read this block's part of row p, or of column q, of T0.
  __device__ RowReader start_row(int p) const {
    RowReader reader;
    const Slice own = own_columns();
    reader.load(own, Cards::t0(view_, p) + p * t.ld + own.first, 1);
    return reader;
  }
  // Settles the reader of row p and calls body for its elements, see
  // LineReader; the factors of row p are in `other`.  Other cards' elements
  // arrive while the own ones are used.  If they do not, body is not called for
  // them, and lost() says so.
  template <class Body>
  __device__ void sum_row(RowReader* reader, int known, double known_t0,
                          Body body) {
    const Slice own = own_columns();
    reader->settle(own);
    if constexpr (kMayShareRow) {
      const int begin = own.first - columns.first, end = begin + own.count;
      reader->add(own, other, k, known - begin, known_t0);
      if (shares_row()) selector.tell_line(own);
#pragma unroll 1
      for (bool mine = true;; mine = false) {
        for_lines(columns, mine ? begin : end,
                  mine ? own.count : columns.count - own.count, body);
        if (!mine || !shares_row()) break;
        if (!selector.hear_line(columns, begin, end, k)) break;
      }
    } else {
      reader->sum(own, other, k, known, known_t0, body);
    }
  }
  __device__ ColumnReader start_column(int q) const {
    ColumnReader reader;
    reader.load(rows, t.t0 + rows.first * t.ld + q, t.ld);
    return reader;
  }

  // Returns the share of `lane` in row i of U times x, which is in shared
  // memory.
  static __device__ double row_product(const Slice& rows, int i, int lane,
                                       const double* x, int k) {
    if constexpr (kFactorsShared) {
      return lane_product(rows, i, lane, x, k);
    } else {
      const double* f = rows.factor + i * static_cast<std::size_t>(rows.pitch);
      return far_lane_product(f, rows.lanes(), lane, x, k);
    }
  }

  // Starts to read the thread's own factor of the second choice; `zero` as
  // above.
  __device__ double start_second(const SimplexSide& side, bool zero) const {
    return read_factor(side, s->second.index, zero, k);
  }

  // Loads the record of the second choice, which the next exchange but one may
  // overwrite.
  __device__ void load_second_record() {
    if (!read_record(s->second, selector.second_stride(), record_thread(),
                     &s->second_record, nullptr, selector.watch())) {
      selector.lose();
    }
  }

  // other[k] := the factors that the threads have read; has_record: the record
  // is loaded already.
  __device__ void finish_second(double factor, bool has_record = false) {
    keep_factor(k, factor);
    if (!has_record) load_second_record();
    load_sketch();
    __syncthreads();
  }

  // Sets column k of U and column q of T0 in row i of this block, where alpha
  // is the pivot column's element.
  __device__ void update_row_factors(int i, double alpha, int p, int q) {
    const bool pivot = rows.first + i == p;
    set_factor<kFactorsShared>(t, t.rows, rows, i, k,
                               pivot ? 1.0 - alpha : -alpha);
    t.t0[(rows.first + i) * t.ld + q] = pivot ? 1.0 : 0.0;
  }

  __device__ void next_pivot(int p, int q) {
    latest_row = p;
    latest_column = q;
    k++;
  }

  int latest_row = -1, latest_column = -1;

 private:
  using Base::in_first_warp, Base::publish_sketch, Base::record_thread;

  __device__ bool shares_row() const {
    return t.columns.per_block >= kLeastSharedColumns;
  }
  // Returns the columns for which this card computes a pivot row.
  __device__ Slice own_columns() const {
    if constexpr (kMayShareRow) {
      if (shares_row()) return Cards::own_part(view_, columns);
    }
    return columns;
  }

  __device__ std::size_t place(int index) const {
    return index * static_cast<std::size_t>(t.capacity);
  }
  __device__ std::size_t words_offset() const {
    const int row = kFactorsShared ? t.rows.pitch : 0;
    const int column = kFactorsShared ? t.columns.pitch : 0;
    return sizeof(double) *
           (static_cast<std::size_t>(t.rows.per_block) * (row + kSliceDoubles) +
            static_cast<std::size_t>(t.columns.per_block) *
                (column + kSliceDoubles));
  }

  // Numbers the threads without the first warp, which waits for a fence.
  static __device__ int factor_thread() {
    static_assert(kMostCapacity + 3 * kWarpLanes <= kFewTableauThreads);
    return static_cast<int>(threadIdx.x) - kWarpLanes;
  }

  // Returns the thread's number among the first `count` factors of `index`;
  // zero: those before number k - 1 are zero.
  __device__ double read_factor(const SimplexSide& side, int index, bool zero,
                                int count) const {
    const int i = factor_thread();
    if (i < (zero ? k - 1 : 0) || i >= count) return 0.0;
    return __ldcg(Cards::factors(view_, side, index) + place(index) + i);
  }

  __device__ void keep_factor(int count, double x) {
    const int i = factor_thread();
    if (i >= 0 && i < count) other[i] = x;
  }

  // V[0..k-2] := 0 for the column that the latest pivot has replaced, by the
  // warp whose fence comes next.
  __device__ void clear_latest_column() {
    const int j = latest_column - columns.first;
    if (!in_first_warp()) return;
    if (latest_column < 0 || j < 0 || j >= columns.count) return;
#pragma unroll 1
    for (int i = threadIdx.x; i < k - 1; i += kWarpLanes) {
      set_factor<kFactorsShared>(t, t.columns, columns, j, i, 0.0);
    }
  }

  const View& view_;
};

}  // namespace gpuinv::kernels
