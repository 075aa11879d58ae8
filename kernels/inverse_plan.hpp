// inverse_plan.hpp (how a simplex in inverse form is shared out to blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

// Pure arithmetic, so that it is tested without a GPU.  A block owns rows of
// U, as many columns of V, and positions of N.

#pragma once

#include "kernels/simplex_plan.hpp"

namespace gpuinv::kernels {

// Elements of the entering column that lie in shared memory at a time.
constexpr int kColumnBatch = kTableauThreads;
// Columns of more than kLongColumn elements a lane are shared out in pieces
// of kPieceLength to warps; more than kMostPieces are not listed.
constexpr int kLongColumn = 8, kPieceLength = 256, kMostPieces = 512;
// Words of 4 bytes per item: mark, weight; id, at, begin, count.
constexpr int kInverseWords = 6;
// Less than this in shared memory is not worth leaving the columns out; what is
// between the two is not worth a larger U and V: of 512 pivots, which the
// methods ask for at a time, it saves one fold of eight (stocfor3: 32 us per
// pivot with K = 80, 28 with 64).
constexpr int kGoodCapacity = 64, kBetterCapacity = 96;

// Non-basic variable j is dealt to block j % blocks: long columns that are
// neighbours come to different blocks.
struct Deal {
  int blocks = 1, per_block = 0;

  constexpr int place(int j) const {
    return blocks > 1 ? j % blocks * per_block + j / blocks : j;
  }
  constexpr int number(int place) const {
    return blocks > 1 ? place % per_block * blocks + place / per_block : place;
  }
};

// Work space of a block: other and c; partial sums of c, one a thread; batch
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
  p->shared_bytes = inverse_work_bytes(capacity) +
                    2 * sizeof(double) *
                        static_cast<std::size_t>(p->row_slice) * p->row_pitch +
                    inverse_vector_bytes(p->row_slice) +
                    (columns_shared ? columns + sketch_bytes(*p) : row_sketch);
}

// With the largest K up to the one asked for that fits and is worth it; false
// if none does.
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

// m rows and nn non-basic columns; see plan_tableau.
inline SimplexPlan plan_inverse(int m, int nn, int multiprocessors,
                                std::size_t shared_limit,
                                const SimplexWish& wish) {
  const int asked = asked_capacity(wish);
  const int most = std::min(multiprocessors, kFewPerLane * kWarpLanes);
  SimplexPlan p = divide(m, nn, most, wish);
  p.shared = true;
  const int good = std::min(asked, kGoodCapacity);
  if (fit_inverse(asked, true, shared_limit, &p) && p.capacity >= good) {
    return p;
  }
  if (fit_inverse(asked, false, shared_limit, &p)) return p;
  plan_inverse_capacity(asked, false, &p);
  p.shared = false;
  p.shared_bytes = inverse_work_bytes(asked);
  return p;
}

}  // namespace gpuinv::kernels
