// inverse_plan.hpp (division of a simplex in inverse form into blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic, which tests can check without a GPU.  A block owns
// rows of U, columns of V, as many if all rows are on one card, and positions
// of N.

#pragma once

#include "kernels/simplex_plan.hpp"

namespace gpuinv::kernels {

// Elements of the entering column that are in shared memory at a time, one for
// each thread.
constexpr int kColumnBatch = kTableauThreads;
// Columns with more than kLongColumn elements per lane are divided into pieces
// of kPieceLength for warps; at most kMostPieces pieces are listed.
constexpr int kLongColumn = 8, kPieceLength = 256, kMostPieces = 512;
// 4-byte words per item: mark, weight; id, at, begin, count.
constexpr int kInverseWords = 6;
// If K with all vectors shared is below kGoodCapacity, it pays to leave the
// columns out of shared memory.  Values between the two do not pay a larger U
// and V: for 512 pivots, the methods' usual batch, they save one fold of eight
// (stocfor3: 32 us per pivot with K = 80, 28 with K = 64).
constexpr int kGoodCapacity = 64, kBetterCapacity = 96;

// Nonbasic variable j is dealt to block j % blocks, so that neighbouring long
// columns go to different blocks.
struct Deal {
  int blocks = 1, per_block = 0;

  constexpr int place(int j) const {
    return blocks > 1 ? j % blocks * per_block + j / blocks : j;
  }
  constexpr int number(int place) const {
    return blocks > 1 ? place % per_block * blocks + place / per_block : place;
  }
};

// Workspace of a block: other and c; partial sums of c, one per thread; a batch
// of a column; pieces of long columns.
constexpr std::size_t inverse_work_bytes(int capacity) {
  return sizeof(double) * (2 * static_cast<std::size_t>(capacity) +
                           kTableauThreads + kColumnBatch + kMostPieces) +
         sizeof(int) * (kColumnBatch + 2 * kMostPieces);
}

constexpr std::size_t inverse_vector_bytes(int per_block) {
  return static_cast<std::size_t>(per_block) *
         (sizeof(double) * kSliceDoubles + sizeof(int) * kInverseWords);
}

inline void plan_inverse_capacity(int capacity, bool columns_shared,
                                  SimplexPlan* p) {
  p->capacity = capacity;
  p->row_pitch = plan_pitch(capacity, p->row_lanes);
  p->column_pitch = 0;
  p->columns_shared = columns_shared;
  const std::size_t row_sketch = sizeof(float) *
                                 static_cast<std::size_t>(p->row_slice) *
                                 p->row_sketch_pitch;
  const std::size_t columns = inverse_vector_bytes(p->column_slice);
  p->shared_bytes =
      inverse_work_bytes(capacity) +
      sizeof(double) * p->row_pitch *
          static_cast<std::size_t>(p->row_slice + p->inner_slice) +
      inverse_vector_bytes(p->row_slice) +
      (columns_shared ? columns + sketch_bytes(*p) : row_sketch);
}

// Plans with the largest useful K, at most the one asked for, that fits.
// Returns false if none fits.
inline bool fit_inverse(int asked, bool columns_shared, std::size_t limit,
                        SimplexPlan* p) {
  const int least = std::min(asked, kLeastSharedCapacity);
  for (int k = asked; k >= least; k -= kCapacityUnit) {
    if (k < asked && k > kGoodCapacity && k < kBetterCapacity) continue;
    plan_inverse_capacity(k, columns_shared, p);
    if (p->shared_bytes <= limit) return true;
  }
  return false;
}

// Puts all except the factors into shared memory, or nothing.
inline void plan_inverse_without_factors(std::size_t limit, SimplexPlan* p) {
  const std::size_t work = inverse_work_bytes(p->capacity);
  const std::size_t vectors = work + inverse_vector_bytes(p->row_slice) +
                              inverse_vector_bytes(p->column_slice) +
                              sketch_bytes(*p);
  p->shared = p->columns_shared = false;
  p->vectors = vectors <= limit;
  p->shared_bytes = p->vectors ? vectors : work;
}

// See plan_within.
inline SimplexPlan plan_inverse_within(std::size_t shared_limit,
                                       SimplexPlan p) {
  if (std::max(p.shared_bytes, p.whole_bytes) > shared_limit)
    plan_inverse_without_factors(shared_limit, &p);
  return p;
}

// m rows and nn nonbasic columns; see plan_tableau.
inline SimplexPlan plan_inverse(int m, int nn, int multiprocessors,
                                std::size_t shared_limit,
                                const SimplexWish& wish) {
  const int asked = asked_capacity(wish);
  const int most = std::min(multiprocessors, kFewPerLane * kWarpLanes);
  SimplexPlan p = divide(m, nn, most, kTableauThreads, wish);
  p.shared = true;
  const int good = std::min(asked, kGoodCapacity);
  if (fit_inverse(asked, true, shared_limit, &p) && p.capacity >= good) {
    return p;
  }
  if (fit_inverse(asked, false, shared_limit, &p)) return p;
  plan_inverse_capacity(asked, false, &p);
  plan_inverse_without_factors(shared_limit, &p);
  return p;
}

// See plan_spread.
inline SimplexPlan plan_spread_inverse(int m, int nn, const Spreading& how,
                                       std::size_t shared_limit,
                                       const SimplexWish& wish) {
  SimplexPlan p = plan_inverse(m, nn, how.multiprocessors, shared_limit, wish);
  const bool shared = p.shared;
  divide_rows(m, nn, how, &p);
  plan_inverse_capacity(p.capacity, p.columns_shared, &p);
  if (!shared || p.shared_bytes > shared_limit)
    plan_inverse_without_factors(shared_limit, &p);
  return p;
}

}  // namespace gpuinv::kernels
