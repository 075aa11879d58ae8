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

#pragma once

#include "kernels/inverse_column.cuh"
#include "kernels/inverse_row.cuh"
#include "kernels/simplex_block.cuh"

namespace gpuinv::kernels {

template <Priced kPriced, bool kSharedRows, bool kSharedColumns>
class InverseBlock
    : public SimplexBlock<kPriced, InverseSlice, kSharedRows, kSharedColumns,
                          Selector<kFewPerLane>> {
  using Base = SimplexBlock<kPriced, InverseSlice, kSharedRows, kSharedColumns,
                            Selector<kFewPerLane>>;

 public:
  using View = InverseView;
  using Shared = InverseShared;
  using Base::columns, Base::k, Base::load_sketch, Base::other, Base::priced;
  using Base::priced_side, Base::rows, Base::s, Base::selector;

  __device__ InverseBlock(const InverseView& view, const SimplexTolerances& tol,
                          char* memory, Selection* selection, Shared* shared)
      : Base(view.t, tol, selection), v(view), x(shared) {
    const SimplexView& t = v.t;
    char* words = memory + words_offset();
    other = carve<double>(&memory, t.capacity);
    column.take(t.capacity, &memory, &words);
    row.take(&memory, &words);
    rows = take_inverse_slice<kSharedRows>(
        v, t.rows, items_of_block(t.rows.count, t.rows.per_block), &memory,
        &words);
    take_factors<kSharedRows>(t, t.rows, &rows, &memory);
    inner = rows;
    inner.lane_bits = bits_of(v.inner.lanes);
    take_factors<kSharedRows>(t, v.inner, &inner, &memory);
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

  // Loads the record of a choice and the first elements of its column of A.
  // Earlier writes are ordered before the next exchange.
  __device__ Range load_choice(const Choice& choice, Record* record) {
    if (in_first_warp()) release_fence();
    const Range range = range_of(choice, v.t.blocks);
    column.load(v.a, range, 0);
    read_record(choice, v.t.blocks, record_thread(), record, nullptr);
    __syncthreads();
    return range;
  }

  // rows.line(i) := row i of W times the column `range` of A, whose first part
  // is loaded; then body(i) on one thread for each i.  If check_row >= 0, that
  // row of W, whose row of U is in other[], is multiplied as well: x->check.
  template <class Body>
  __device__ void load_line_of_rows(const Range& range, int check_row,
                                    Body body) {
    double part = 0.0, check = 0.0;
    for (int base = 0; base == 0 || base < range.count; base += kColumnBatch) {
      if (base > 0) {
        __syncthreads();
        column.load(v.a, range, base);
        __syncthreads();
      }
      column.multiply(v.t, rows, v.inner.factor, k, base == 0, check_row, &part,
                      &check);
    }
    column.gather(k, part);
    column.finish(rows, k, body);
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
      column.multiply(v.t, into, v.inner.factor, k, base == 0, -1, &part,
                      &check);
    }
    column.gather(k, part);
    column.finish(into, k, [](int) {});
  }

  // Sends row `index` of W, whose row of U is in other[], to rho and V, and to
  // all blocks; then columns.line(j) := rho times column j of A.
  __device__ void load_line_of_columns(LineReader& reader,
                                       const Range& check_range) {
    reader.sum(inner, other, k, -1, 0.0,
               [&](int i, double sum, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 const double value = rules::without_noise(sum);
                 v.rho[inner.first + i] = value;
                 set_factor<kSharedRows>(v.t, v.inner, inner, i, k, value);
               });
    row.prefetch(v.a, columns);
    __syncthreads();
    if (in_first_warp()) selector.barrier();
    __syncthreads();
    row.multiply(v.a, v.rho, columns, x);
    if (check_range.count > 0) {
      column.check(v.a, check_range, v.rho, &x->check);
    }
    __syncthreads();
    row.add_pieces(columns, x);
  }

  __device__ LineReader start_row(int p) const {
    LineReader reader;
    reader.load(inner, v.t.t0 + p * v.t.ld + inner.first, 1);
    return reader;
  }

  // other[] := row p of U except the newest element, which is in the record.
  __device__ void load_first_factors() {
    load_factors(s->first.index, k - 1);
    read_record(s->first, v.t.blocks, record_thread(), &s->first_record,
                k > 0 ? other + k - 1 : nullptr);
    __syncthreads();
  }

  __device__ void load_second_factors() {
    load_factors(s->second.index, k);
    read_record(s->second, v.t.blocks, record_thread(), &s->second_record,
                nullptr);
    load_sketch();
    __syncthreads();
  }

  // Sets column k of U in row i, where alpha is the pivot column's element.
  __device__ void update_row_factor(int i, double alpha, int p, double scale) {
    const double own = rows.first + i == p ? 1.0 - alpha : -alpha;
    set_factor<kSharedRows>(v.t, v.t.rows, rows, i, k, own * scale);
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

  const InverseView& v;
  InverseShared* x;
  Slice inner;
  ColumnProduct column;
  RowProduct row;

 private:
  using Base::in_first_warp, Base::publish_sketch, Base::record_thread;

  __device__ std::size_t words_offset() const {
    const SimplexView& t = v.t;
    std::size_t doubles =
        2 * t.capacity + kTableauThreads + kColumnBatch + kMostPieces;
    if constexpr (kSharedRows) {
      doubles += static_cast<std::size_t>(t.rows.per_block) *
                 (2 * t.rows.pitch + kSliceDoubles);
    }
    if constexpr (kSharedColumns) {
      doubles += static_cast<std::size_t>(t.columns.per_block) * kSliceDoubles;
    }
    return sizeof(double) * doubles;
  }

  __device__ void load_factors(int index, int count) {
    const double* from =
        v.t.rows.factor + index * static_cast<std::size_t>(v.t.capacity);
    const int t = static_cast<int>(threadIdx.x);
    if (t < count) other[t] = __ldcg(from + t);
  }
};

}  // namespace gpuinv::kernels
