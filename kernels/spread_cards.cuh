// spread_cards.cuh (reads of rows that are on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/simplex_block.cuh"
#include "kernels/spread_select.cuh"

namespace gpuinv::kernels {

__device__ inline const SimplexView& simplex_of(const SpreadView& v) {
  return v.t;
}

// Rows are on several cards, see spread_view.hpp.
struct ManyCards {
  using View = SpreadView;
  using InverseView = SpreadInverseView;
  template <int kPerLane, bool kRowsFirst>
  using Chooser = SpreadSelector<kPerLane, kRowsFirst>;
  static constexpr bool kFar = true;

  static __device__ int owner(const SpreadView& v, int row) {
    int c = 0;
    while (row >= v.end[c]) c++;
    return c;
  }
  static __device__ const double* t0(const SpreadView& v, int row) {
    return v.t0[owner(v, row)];
  }
  // Returns the part of a block's columns for which this card computes a pivot
  // row.
  static __device__ Slice own_part(const SpreadView& v, const Slice& s) {
    return s.part(s.count * v.card / v.cards, s.count * (v.card + 1) / v.cards);
  }
  static __device__ const double* factors(const SpreadView& v,
                                          const SimplexSide& side, int i) {
    return &side == &v.t.rows ? v.u[owner(v, i)] : side.factor;
  }
};

}  // namespace gpuinv::kernels
