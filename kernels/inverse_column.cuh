// inverse_column.cuh (W times the entering column by a block)
// SPDX-License-Identifier: GPL-3.0-or-later

// For the elements a_t in rows r_t of A, and without noise,
//   alpha_i = sum_t W0[i, r_t]*a_t + U_i*c,   c = V*a = sum_t V[r_t]*a_t.
// Every block computes all of c, and alpha_i for its own rows.

#pragma once

#include "kernels/inverse_slice.cuh"

namespace gpuinv::kernels {

// A range of elements of A.
struct Range {
  int begin, count;
};

// Shared by the threads of a block.
struct InverseShared {
  double check;     // the pivot element, computed a second time
  int pieces;       // pieces of long columns that are listed
  int unlisted;     // first long column that is not listed
  bool list_again;  // a long column was added or removed
};

// Returns the range of the chosen column, or {-1, 0} on a thread that waited in
// vain; any thread may call it.
template <class Watch>
__device__ inline Range range_of(const Choice& choice, int blocks,
                                 Watch watch) {
  const ExchangeWord* w = choice.words + (kHeadWords + 2) * blocks;
  const ExchangeWord begin = wait_for_word(w, choice.epoch, watch);
  const ExchangeWord count = wait_for_word(w + blocks, choice.epoch, watch);
  if constexpr (Watch::kOfCards) {
    if (begin.epoch != choice.epoch || count.epoch != choice.epoch) {
      return {-1, 0};
    }
  }
  return {word_int(begin), word_int(count)};
}

class ColumnProduct {
 public:
  __device__ void take(int capacity, char** doubles, char** words) {
    c_ = carve<double>(doubles, capacity);
    part_ = carve<double>(doubles, kTableauThreads);
    value_ = carve<double>(doubles, kColumnBatch);
    row_ = carve<int>(words, kColumnBatch);
  }

  // Loads elements base .. base+kColumnBatch-1 of the column.  The first warp,
  // which waits for a fence, takes the last ones.
  __device__ void load(const SparseRows& a, const Range& range, int base) {
    count_ = min(range.count - base, kColumnBatch);
    const int t = (threadIdx.x + block_threads() - kWarpLanes) % kColumnBatch;
    if (t >= count_) return;
    row_[t] = __ldg(a.index + range.begin + base + t);
    value_[t] = __ldg(a.value + range.begin + base + t);
  }

  // The same for any elements; find(base + t, &row, &value) returns element t.
  template <class Find>
  __device__ void load_each(int total, int base, Find find) {
    count_ = min(total - base, kColumnBatch);
    const int t = static_cast<int>(threadIdx.x);
    if (t < count_) find(base + t, row_ + t, value_ + t);
  }

  // Adds the products of the batch: W0 to rows.line(i) (or sets it, for the
  // first batch), the thread's part of c, and a row of W0, unless it is null,
  // to check.
  __device__ void multiply(const SimplexView& v, const InverseSlice& rows,
                           const double* factor, int k, bool first,
                           const double* check_row, double* part,
                           double* check) const {
    const int i = rows.item(), t = rows.lane();
    const double* w0 = v.t0 + rows.first * v.ld;
    double ahead = 0.0;
    if (i < rows.count && t < count_) ahead = __ldcg(w0 + i * v.ld + row_[t]);
    if (check_row != nullptr && in_last_warp()) {
      for (int e = warp_lane(); e < count_; e += kWarpLanes) {
        *check = fma(__ldcg(check_row + row_[e]), value_[e], *check);
      }
    }
    *part = add_inner(factor, v.capacity, k, *part);
    add_rows(w0, v.ld, rows, ahead, first);
  }

  // c[k] := sum of the threads' parts
  __device__ void gather(int k, double part) const {
    part_[threadIdx.x] = part;
    __syncthreads();
    const int chunks = chunks_of(k);
    if (static_cast<int>(threadIdx.x) < k) {
      double sum = 0.0;
      for (int s = 0; s < warps() / chunks; s++) {
        sum += part_[s * chunks * kWarpLanes + threadIdx.x];
      }
      c_[threadIdx.x] = sum;
    }
    __syncthreads();
  }

  // kShared: U is in shared memory
  template <bool kShared, class Body>
  __device__ void finish(const InverseSlice& rows, int k, Body body) const {
    if constexpr (kShared) {
      for_items(rows, [&](int i, int lane, bool mine) {
        const double share = mine ? lane_product(rows, i, lane, c_, k) : 0.0;
        const double sum = add_lanes(share, rows.lanes());
        if (lane != 0 || !mine) return;
        rows.line(i) = rules::without_noise(rows.line(i) + sum);
        body(i);
      });
    } else {
      add_far_products(rows, c_, k);
      for (int i = threadIdx.x; i < rows.count; i += block_threads()) {
        rows.line(i) = rules::without_noise(rows.line(i));
        body(i);
      }
    }
  }

  // *result := check + other*c
  __device__ void finish_check(const double* other, int k, double check,
                               double* result) const {
    if (!in_last_warp()) return;
    for (int t = warp_lane(); t < k; t += kWarpLanes) {
      check = fma(other[t], c_[t], check);
    }
    check = add_lanes(check, kWarpLanes);
    if (warp_lane() == 0) *result = check;
  }

  // *result := the column times rho, which is in global memory.  The first
  // batch of the column is loaded already.
  __device__ void check(const SparseRows& a, const Range& range,
                        const double* rho, double* result) const {
    if (!in_last_warp()) return;
    double sum = 0.0;
    for (int t = warp_lane(); t < range.count; t += kWarpLanes) {
      const bool here = range.count <= kColumnBatch;
      const int r = here ? row_[t] : __ldg(a.index + range.begin + t);
      const double x = here ? value_[t] : __ldg(a.value + range.begin + t);
      sum = fma(__ldcg(rho + r), x, sum);
    }
    sum = add_lanes(sum, kWarpLanes);
    if (warp_lane() == 0) *result = sum;
  }

 private:
  static __device__ int warps() { return block_threads() / kWarpLanes; }
  static __device__ int warp_lane() { return threadIdx.x % kWarpLanes; }
  static __device__ bool in_last_warp() {
    return threadIdx.x / kWarpLanes == warps() - 1;
  }
  // One warp processes 32 numbers of c at a time.
  static __device__ int chunks_of(int k) {
    return max((k + kWarpLanes - 1) / kWarpLanes, 1);
  }

  // Returns sum + the thread's part of V*a: number warp_lane of its warp's
  // chunk, over every shares-th element of a.
  __device__ double add_inner(const double* factor, int capacity, int k,
                              double sum) const {
    const int chunks = chunks_of(k), warp = threadIdx.x / kWarpLanes;
    const int shares = warps() / chunks, share = warp / chunks;
    const int t = warp % chunks * kWarpLanes + warp_lane();
    if (share >= shares || t >= k) return sum;
#pragma unroll 4
    for (int e = share; e < count_; e += shares) {
      const std::size_t at = row_[e] * static_cast<std::size_t>(capacity) + t;
      sum = fma(__ldcg(factor + at), value_[e], sum);
    }
    return sum;
  }

  __device__ void add_rows(const double* w0, std::size_t ld,
                           const InverseSlice& rows, double ahead,
                           bool first) const {
    const int lane = rows.lane(), lanes = rows.lanes();
    for (int base = 0; base < rows.count; base += rows.items_at_once()) {
      const int i = base + rows.item();
      double sum = 0.0;
      if (i < rows.count) {
        const double* w = w0 + i * ld;
        int t = lane;
        if (base == 0 && t < count_) {
          sum = ahead * value_[t];
          t += lanes;
        }
#pragma unroll 4
        for (; t < count_; t += lanes) {
          sum = fma(__ldcg(w + row_[t]), value_[t], sum);
        }
      }
      sum = add_lanes(sum, rows.lanes());
      if (lane != 0 || i >= rows.count) continue;
      rows.line(i) = first ? sum : rows.line(i) + sum;
    }
  }

  double *c_, *part_, *value_;  // K, one for each thread, batch
  int* row_;                    // batch
  int count_ = 0;               // elements in the batch
};

}  // namespace gpuinv::kernels
