// spread_cards.cuh (what a block reads of rows that lie on several cards)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_KERNELS_SPREAD_CARDS_CUH
#define GPUINV_KERNELS_SPREAD_CARDS_CUH

#include "kernels/spread_select.cuh"
#include "kernels/tableau_block.cuh"

namespace gpuinv::kernels {

__device__ inline const TableauView& tableau_of(const SpreadView& v) {
  return v.t;
}

// As LineReader, for a row of T0 that another card may have: all threads fetch
// it in one go, as the way to another card is long, and leave it in line.
class FarReader {
 public:
  __device__ void load(const Slice& s, const double* start, int) {
    t0_ = start;
#pragma unroll
    for (int a = 0; a < kAhead; a++) {
      const int i = threadIdx.x + a * kTableauThreads;
      if (i < s.count) ahead_[a] = __ldcg(start + i);
    }
  }

  // By all threads; sum() may follow.
  __device__ void settle(const Slice& s) {
#pragma unroll
    for (int a = 0; a < kAhead; a++) {
      const int i = threadIdx.x + a * kTableauThreads;
      if (i < s.count) s.line(i) = ahead_[a];
    }
#pragma unroll 1
    for (int i = threadIdx.x + kAhead * kTableauThreads; i < s.count;
         i += kTableauThreads) {
      s.line(i) = __ldcg(t0_ + i);
    }
    __syncthreads();
  }

  template <class Body>
  __device__ void sum(const Slice& s, const double* other, int k, int known,
                      double known_t0, Body body) {
    for_items(s, [&](int i, int lane, bool mine) {
      const double x =
          add_lanes(mine ? lane_product(s, i, lane, other, k) : 0.0, s.lanes());
      const double start = mine ? s.line(i) : 0.0;
      body(i, (i == known ? known_t0 : start) + x, lane, mine);
    });
  }

 private:
  static constexpr int kAhead = 2;

  const double* t0_;
  double ahead_[kAhead];
};

// Rows on several cards, see spread_view.hpp.
struct ManyCards {
  template <int kPerLane, bool kRowsFirst>
  using Chooser = SpreadSelector<kPerLane, kRowsFirst>;
  using Reader = FarReader;

  static __device__ int owner(const SpreadView& v, int row) {
    int c = 0;
    while (row >= v.end[c]) c++;
    return c;
  }
  static __device__ const double* t0(const SpreadView& v, int row) {
    return v.t0[owner(v, row)];
  }
  static __device__ const double* factors(const SpreadView& v,
                                          const TableauSide& side, int i) {
    return &side == &v.t.rows ? v.u[owner(v, i)] : side.factor;
  }
};

}  // namespace gpuinv::kernels

#endif
