// inverse_block.cuh (work of a block in an iteration in inverse form)
// SPDX-License-Identifier: GPL-3.0-or-later

// When memory becomes visible to other blocks: an iteration has two exchanges
// of choices and a barrier, which orders all earlier writes.
//   - rho and V, whose newest row it is, are written before the barrier and
//     read after it: rho for the pivot row, V from the next iteration on.
//   - U is written after the barrier and read when its row is chosen.  In the
//     primal method that is after the second exchange of a later iteration,
//     which a fence precedes, too.  In the dual method it is before that
//     exchange: there the newest element is part of the choice's record, and
//     the barrier in between orders the other elements.
//   - The sketch of the first choice is written after its exchange and read
//     after the next exchange or barrier.
// No block overwrites rho before all have reached the next first exchange.
// If rows are on several cards, the exchange of rows, which is among all cards,
// also orders what blocks wrote before the last exchange of their own card; see
// spread_select.cuh.  Rows of W0 do not change during a launch.

#pragma once

#include <type_traits>

#include "kernels/inverse_column.cuh"
#include "kernels/inverse_row.cuh"
#include "kernels/simplex_block.cuh"

namespace gpuinv::kernels {

// kRows: what of the rows is in shared memory, where factors are U and V;
// Cards: where the rows are, OneCard or ManyCards.
template <Priced kPriced, Memory kRows, bool kSharedColumns, class Cards>
class InverseBlock
    : public SimplexBlock<kPriced, InverseSlice, kRows != Memory::kNone,
                          kSharedColumns,
                          typename Cards::template Chooser<
                              kFewPerLane, kPriced == Priced::kRows>> {
  using Base = SimplexBlock<
      kPriced, InverseSlice, kRows != Memory::kNone, kSharedColumns,
      typename Cards::template Chooser<kFewPerLane, kPriced == Priced::kRows>>;

 public:
  using View = typename Cards::InverseView;
  using Shared = InverseShared;
  static constexpr bool kSharedRows = kRows != Memory::kNone;
  static constexpr bool kFactorsShared = kRows == Memory::kAll;
  // Reads a row of W, which may be on another card.
  using RowReader = std::conditional_t<kFactorsShared && !Cards::kFar,
                                       LineReader, BatchReader<kRows>>;
  using Base::columns, Base::k, Base::load_sketch, Base::other, Base::priced;
  using Base::priced_side, Base::rows, Base::s, Base::selector, Base::t;

  __device__ InverseBlock(const View& view, const SimplexTolerances& tol,
                          char* memory, Selection* selection, Shared* shared)
      : Base(view.t, tol, selection), v(view), x(shared) {
    char* words = memory + words_offset();
    other = carve<double>(&memory, t.capacity);
    column.take(t.capacity, &memory, &words);
    row.take(&memory, &words);
    rows = take_inverse_slice<kSharedRows>(
        v, t.rows, items_of_block(t.rows.count, t.rows.per_block), &memory,
        &words);
    take_factors<kFactorsShared>(t, t.rows, &rows, &memory);
    inner = take_inner_slice<kFactorsShared>(t, v, &memory);
    // known to be equal, these take no registers
    inner.lane_bits = rows.lane_bits;
    if constexpr (!Cards::kFar) {
      inner.first = rows.first;
      inner.count = rows.count;
    }
    columns = take_inverse_slice<kSharedColumns>(
        v, t.columns, dealt_to_block(v.nn, t.blocks), &memory, &words);
    take_sketch<Base::kSharedPriced>(t, priced_side(), &priced(), &words);
    __syncthreads();
    if (in_first_warp()) row.list(columns, x);
  }

  // Sets s->first to the largest priced().mark of all blocks.
  __device__ void price() {
    __syncthreads();
    if (in_first_warp()) {
      selector.price(priced(), k);
    } else if (threadIdx.x < 2 * kWarpLanes && x->list_again) {
      row.list(columns, x);
    }
    __syncthreads();
    publish_sketch();
  }

  // Loads the record of a chosen column and its first elements of A.  Earlier
  // writes are ordered before the next exchange.
  __device__ Range load_column(const Choice& choice, Record* record) {
    if (in_first_warp()) release_fence();
    Range range = range_of(choice, t.blocks, selector.watch());
    column.load(v.a, range, 0);
    load_record(choice, t.blocks, record, nullptr);
    if constexpr (Cards::kFar) {
      // all threads go on with the same range
      if (!__syncthreads_and(range.begin >= 0)) {
        range.count = 0;
        column.load(v.a, range, 0);
        selector.lose();
      }
    } else {
      __syncthreads();
    }
    return range;
  }

  // rows.line(i) := row i of W times the column `range` of A, whose first part
  // is loaded; then body(i) on one thread for each i.  If check_row >= 0, that
  // row of W, whose row of U is in other[], is multiplied as well: x->check.
  template <class Body>
  __device__ void load_line_of_rows(const Range& range, int check_row,
                                    Body body) {
    const double* check_w0 = check_row < 0 ? nullptr : row_of_w0(check_row);
    double part = 0.0, check = 0.0;
    for (int base = 0; base == 0 || base < range.count; base += kColumnBatch) {
      if (base > 0) {
        __syncthreads();
        column.load(v.a, range, base);
        __syncthreads();
      }
      column.multiply(t, rows, v.inner.factor, k, base == 0, check_w0, &part,
                      &check);
    }
    column.gather(k, part);
    column.template finish<kFactorsShared>(rows, k, body);
    if (check_row >= 0) column.finish_check(other, k, check, &x->check);
  }

  // into.line(i) := row i of W times `total` elements of several columns of A;
  // find as in ColumnProduct::load_each.
  template <class Find>
  __device__ void load_line_of_elements(const InverseSlice& into, int total,
                                        Find find) {
    double part = 0.0, check = 0.0;
    for (int base = 0; base < total; base += kColumnBatch) {
      __syncthreads();
      column.load_each(total, base, find);
      __syncthreads();
      column.multiply(t, into, v.inner.factor, k, base == 0, nullptr, &part,
                      &check);
    }
    column.gather(k, part);
    column.template finish<kFactorsShared>(into, k, [](int) {});
  }

  // Sends the row of W that is read, whose row of U is in other[], to rho and
  // V, and to all blocks; then columns.line(j) := rho times column j of A.
  __device__ void load_line_of_columns(RowReader& reader,
                                       const Range& check_range) {
    reader.settle(inner);
    reader.sum(inner, other, k, -1, 0.0,
               [&](int i, double sum, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 const double value = rules::without_noise(sum);
                 v.rho[inner.first + i] = value;
                 set_factor<kFactorsShared>(t, v.inner, inner, i, k, value);
               });
    row.prefetch(v.a, columns);
    __syncthreads();
    if (in_first_warp()) selector.barrier(k);
    __syncthreads();
    row.multiply(v.a, v.rho, columns, x);
    if (check_range.count > 0) {
      column.check(v.a, check_range, v.rho, &x->check);
    }
    __syncthreads();
    row.add_pieces(columns, x);
  }

  __device__ RowReader start_row(int p) const {
    RowReader reader;
    reader.load(inner, row_of_w0(p) + inner.first, 1);
    return reader;
  }

  // other[] := row p of U except the newest element, which is in the record.
  // The sketch may go to other cards.
  __device__ void load_first_factors() {
    if constexpr (Cards::kFar) {
      if (in_first_warp()) selector.release();
    }
    load_factors(s->first.index, k - 1);
    load_record(s->first, selector.first_stride(), &s->first_record,
                k > 0 ? other + k - 1 : nullptr);
    __syncthreads();
  }

  __device__ void load_second_factors() {
    load_factors(s->second.index, k);
    load_record(s->second, selector.second_stride(), &s->second_record,
                nullptr);
    load_sketch();
    __syncthreads();
  }

  // Sets column k of U in row i, where alpha is the pivot column's element.
  __device__ void update_row_factor(int i, double alpha, int p, double scale) {
    const double own = rows.first + i == p ? 1.0 - alpha : -alpha;
    set_factor<kFactorsShared>(t, t.rows, rows, i, k, own * scale);
  }

  // Gives row i to the entering variable.
  __device__ void enter(int i, const Record& in, double value) const {
    Base::enter(i, in, value);
    rows.begin(i) = in.begin;
    rows.length(i) = in.count;
  }

  // Gives column j to the leaving variable.
  __device__ void leave(int j, const Record& out, double value, int at) const {
    if (is_long(columns, columns.length(j)) || is_long(columns, out.count)) {
      x->list_again = true;
    }
    columns.value(j) = value;
    columns.lower(j) = out.lower;
    columns.upper(j) = out.upper;
    columns.id(j) = out.id;
    columns.at(j) = at;
    columns.begin(j) = out.begin;
    columns.length(j) = out.count;
  }

  const View& v;
  InverseShared* x;
  Slice inner;
  ColumnProduct column;
  RowProduct row;

 private:
  using Base::in_first_warp, Base::publish_sketch, Base::record_thread;

  __device__ std::size_t words_offset() const {
    std::size_t doubles =
        2 * t.capacity + kTableauThreads + kColumnBatch + kMostPieces;
    if constexpr (kSharedRows) {
      doubles += static_cast<std::size_t>(t.rows.per_block) * kSliceDoubles;
    }
    if constexpr (kFactorsShared) {
      doubles += static_cast<std::size_t>(t.rows.per_block) * t.rows.pitch +
                 static_cast<std::size_t>(v.inner.per_block) * v.inner.pitch;
    }
    if constexpr (kSharedColumns) {
      doubles += static_cast<std::size_t>(t.columns.per_block) * kSliceDoubles;
    }
    return sizeof(double) * doubles;
  }

  __device__ const double* row_of_w0(int p) const {
    return Cards::t0(v.t, p) + p * t.ld;
  }

  // The first warp may wait for a fence.
  __device__ void load_factors(int index, int count) {
    const double* from = Cards::factors(v.t, t.rows, index) +
                         index * static_cast<std::size_t>(t.capacity);
    const int e = static_cast<int>(threadIdx.x) - kWarpLanes;
    if (e >= 0 && e < count) other[e] = __ldcg(from + e);
  }

  __device__ void load_record(const Choice& choice, int stride, Record* record,
                              double* latest) {
    if (!read_record(choice, stride, record_thread(), record, latest,
                     selector.watch())) {
      selector.lose();
    }
  }
};

}  // namespace gpuinv::kernels
