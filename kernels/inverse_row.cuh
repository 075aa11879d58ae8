// inverse_row.cuh (a row of W times a block's columns of A)
// SPDX-License-Identifier: GPL-3.0-or-later

// The lanes of a column share its product.  Long columns are cut into pieces
// for whole warps, by a list that changes only when such a column is added or
// removed.  So every run gives equal sums.

#pragma once

#include "kernels/inverse_column.cuh"

namespace gpuinv::kernels {

__device__ inline bool is_long(const InverseSlice& columns, int length) {
  return length > kLongColumn * columns.lanes();
}

__device__ inline int pieces_of(int length) {
  return (length + kPieceLength - 1) / kPieceLength;
}

class RowProduct {
 public:
  __device__ void take(char** doubles, char** words) {
    sum_ = carve<double>(doubles, kMostPieces);
    item_ = carve<int>(words, kMostPieces);
    piece_ = carve<int>(words, kMostPieces);
  }

  // Makes the list, by one warp.
  __device__ void list(const InverseSlice& columns, InverseShared* x) const {
    const int lane = threadIdx.x % kWarpLanes;
    int total = 0, unlisted = columns.count;
    for (int base = 0; base < columns.count; base += kWarpLanes) {
      const int j = base + lane;
      const int length = j < columns.count ? columns.length(j) : 0;
      const int own = is_long(columns, length) ? pieces_of(length) : 0;
      int end = own;
      for (int o = 1; o < kWarpLanes; o *= 2) {
        const int below = __shfl_up_sync(kAllLanes, end, o);
        if (lane >= o) end += below;
      }
      const int first = total + end - own;
      const bool fits = total + end <= kMostPieces;
      for (int t = 0; fits && t < own; t++) {
        item_[first + t] = j;
        piece_[first + t] = t;
      }
      const unsigned out = __ballot_sync(kAllLanes, !fits && own > 0);
      const int most = __shfl_sync(kAllLanes, total + end, kWarpLanes - 1);
      if (out != 0) {
        const int at = __ffs(out) - 1;
        unlisted = base + at;
        total = __shfl_sync(kAllLanes, first, at);
        break;
      }
      total = most;
    }
    if (lane == 0) {
      x->pieces = total;
      x->unlisted = unlisted;
      x->list_again = false;
    }
    __syncwarp();
  }

  // Starts to read the thread's first elements of A.
  __device__ void prefetch(const SparseRows& a, const InverseSlice& columns) {
    const int j = columns.item(), lane = columns.lane();
    const int length = j < columns.count ? columns.length(j) : 0;
    const int begin = length > 0 ? columns.begin(j) : 0;
#pragma unroll
    for (int e = 0; e < kAhead; e++) {
      const int t = lane + e * columns.lanes();
      row_ahead_[e] = t < length ? __ldg(a.index + begin + t) : 0;
      value_ahead_[e] = t < length ? __ldg(a.value + begin + t) : 0.0;
    }
  }

  // columns.line(j) := rho*column j; for listed columns, the sums of the
  // pieces.
  __device__ void multiply(const SparseRows& a, const double* rho,
                           const InverseSlice& columns,
                           const InverseShared* x) {
    const int lane = columns.lane(), lanes = columns.lanes();
    for (int base = 0; base < columns.count; base += columns.items_at_once()) {
      const int j = base + columns.item();
      double sum = 0.0;
      const int length = j < columns.count ? columns.length(j) : 0;
      const bool listed = is_long(columns, length) && j < x->unlisted;
      if (length > 0 && !listed) {
        sum = base == 0 ? ahead(rho) : 0.0;
        const int done = base == 0 ? kAhead * lanes : 0;
        sum = add(a, rho, columns.begin(j), lane + done, length, lanes, sum);
      }
      sum = add_lanes(sum, lanes);
      if (lane == 0 && j < columns.count && !listed) columns.line(j) = sum;
    }
    for (int p = threadIdx.x / kWarpLanes; p < x->pieces;
         p += block_threads() / kWarpLanes) {
      multiply_piece(a, rho, columns, p);
    }
  }

  // Call it after a barrier; it ends with another one if it had work to do.
  __device__ void add_pieces(const InverseSlice& columns,
                             const InverseShared* x) const {
    if (x->pieces == 0) return;
    for (int p = threadIdx.x; p < x->pieces; p += block_threads()) {
      if (piece_[p] != 0) continue;
      double sum = 0.0;
      const int pieces = pieces_of(columns.length(item_[p]));
      for (int t = 0; t < pieces; t++) sum += sum_[p + t];
      columns.line(item_[p]) = sum;
    }
    __syncthreads();
  }

 private:
  static constexpr int kAhead = 2;

  __device__ double ahead(const double* rho) const {
    double x[kAhead], sum = 0.0;
#pragma unroll
    for (int e = 0; e < kAhead; e++) x[e] = __ldcg(rho + row_ahead_[e]);
#pragma unroll
    for (int e = 0; e < kAhead; e++) sum = fma(x[e], value_ahead_[e], sum);
    return sum;
  }

  // Returns sum + the products of elements t, t+step, ... below `end`.
  static __device__ double add(const SparseRows& a, const double* rho,
                               int begin, int t, int end, int step,
                               double sum) {
    const int* index = a.index + begin;
    const double* value = a.value + begin;
#pragma unroll 4
    for (; t < end; t += step) {
      sum = fma(__ldcg(rho + __ldg(index + t)), __ldg(value + t), sum);
    }
    return sum;
  }

  __device__ void multiply_piece(const SparseRows& a, const double* rho,
                                 const InverseSlice& columns, int p) const {
    const int j = item_[p], first = piece_[p] * kPieceLength;
    const int lane = threadIdx.x % kWarpLanes;
    const int end = min(first + kPieceLength, columns.length(j));
    double sum =
        add(a, rho, columns.begin(j), first + lane, end, kWarpLanes, 0.0);
    sum = add_lanes(sum, kWarpLanes);
    if (lane == 0) sum_[p] = sum;
  }

  double* sum_;         // sum of a piece
  int *item_, *piece_;  // its column, and its number among the column's pieces
  int row_ahead_[kAhead];
  double value_ahead_[kAhead];
};

}  // namespace gpuinv::kernels
