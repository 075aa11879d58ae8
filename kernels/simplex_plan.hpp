// simplex_plan.hpp (division of a tableau into blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

// This is pure arithmetic, which tests can check without a GPU.

#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/block_exchange.hpp"

namespace gpuinv::kernels {

// Threads of a block.  Fewer make shorter barriers, but more read faster from
// global memory and process more items at once.  Fewer are used in tableau form
// alone.
constexpr int kTableauThreads = 512, kFewTableauThreads = 384;
// A multiple of 16 doubles puts the rows of U and V into different memory banks
// (see plan_pitch).
constexpr int kCapacityUnit = 16;
constexpr int kMostCapacity = 128;
constexpr int kLeastSharedCapacity = 32;
// It does not pay to have factors of a tableau in shared memory with a smaller
// K than this: the additional folds would cost more than reading the factors.
constexpr int kLeastTableauCapacity = 64;
// Least rows or columns for which a block is worth its line in every exchange.
constexpr int kLeastPerBlock = 32;
constexpr int kLeastLanes = 4;

// Doubles and 4-byte words per row or column besides its factors: value, lower,
// upper, line, relaxed; mark, weight, id, at.
constexpr int kSliceDoubles = 5, kSliceWords = 4;

// Numbers of a sketch, one for each lane of a warp; see rules::kSketch.
constexpr int kSketchLength = kWarpLanes;

struct SimplexPlan {
  int blocks, threads;
  int capacity;                 // K
  int row_slice, column_slice;  // per block
  int inner_slice;              // inverse form: columns of W per block
  int row_lanes, column_lanes;
  int row_pitch, column_pitch;
  int row_sketch_pitch, column_sketch_pitch;
  bool shared;               // slices are in shared memory
  bool columns_shared;       // slices of columns are, too
  bool vectors;              // if not: all of them are except the factors
  std::size_t shared_bytes;  // dynamic shared memory of a block
  // With rows on several cards: what one card with all rows would take.
  std::size_t whole_bytes;
};

// The caller's wishes; 0 lets the plan choose.
struct SimplexWish {
  int capacity = 0, blocks = 0;
};

// Returns as many lanes as the threads allow, so that no thread sums alone.
constexpr int plan_lanes(int per_block, int threads) {
  int lanes = kWarpLanes;
  while (lanes > kLeastLanes && per_block * lanes > threads) lanes /= 2;
  return lanes;
}

// Half a warp reads 16 doubles at a time (a warp 32 floats): `lanes` neighbours
// from each of 16/lanes rows.  With this pitch they are in different banks.
constexpr int plan_pitch(int capacity, int lanes) { return capacity + lanes; }

constexpr std::size_t slice_bytes(int per_block, int pitch) {
  return static_cast<std::size_t>(per_block) *
         (sizeof(double) * static_cast<std::size_t>(pitch + kSliceDoubles) +
          4 * kSliceWords);
}

// Returns the bytes for rows or for columns, whichever is more.
constexpr std::size_t sketch_bytes(const SimplexPlan& p) {
  const int rows = p.row_slice * p.row_sketch_pitch;
  const int columns = p.column_slice * p.column_sketch_pitch;
  return sizeof(float) * static_cast<std::size_t>(std::max(rows, columns));
}

// Returns the shared bytes without the factors.
inline std::size_t vector_bytes(const SimplexPlan& p) {
  return slice_bytes(p.row_slice, 0) + slice_bytes(p.column_slice, 0) +
         sketch_bytes(p) +
         sizeof(double) * static_cast<std::size_t>(p.capacity);
}

// Puts the factors into shared memory, or all except them, or nothing.
inline void plan_memory(bool factors, std::size_t shared_limit,
                        SimplexPlan* p) {
  p->shared = p->columns_shared = factors && p->shared_bytes <= shared_limit;
  if (p->shared) return;
  p->vectors = vector_bytes(*p) <= shared_limit;
  p->shared_bytes =
      p->vectors ? vector_bytes(*p)
                 : sizeof(double) * static_cast<std::size_t>(p->capacity);
}

// Returns the plan for a kernel with less shared memory, on the same arrays.
// Several cards do as one would, so that their sums are the same.
inline SimplexPlan plan_within(std::size_t shared_limit, SimplexPlan p) {
  if (std::max(p.shared_bytes, p.whole_bytes) > shared_limit)
    plan_memory(false, shared_limit, &p);
  return p;
}

inline void plan_for_capacity(int capacity, SimplexPlan* p) {
  p->capacity = capacity;
  p->row_pitch = plan_pitch(capacity, p->row_lanes);
  p->column_pitch = plan_pitch(capacity, p->column_lanes);
  p->shared_bytes = slice_bytes(p->row_slice, p->row_pitch) +
                    slice_bytes(p->column_slice, p->column_pitch) +
                    sketch_bytes(*p) +
                    sizeof(double) * static_cast<std::size_t>(capacity);
}

// Returns K as wished for, in whole units.
inline int asked_capacity(const SimplexWish& wish) {
  const int wanted = wish.capacity > 0 ? wish.capacity : kMostCapacity;
  return std::clamp(
      (wanted + kCapacityUnit - 1) / kCapacityUnit * kCapacityUnit,
      kCapacityUnit, kMostCapacity);
}

// Divides rows and columns among at most so many blocks, which have `few`
// threads if these can process all items of a block at once.
inline SimplexPlan divide(int m, int columns, int most, int few,
                          const SimplexWish& wish) {
  SimplexPlan p{};
  const int useful =
      (std::max(m, columns) + kLeastPerBlock - 1) / kLeastPerBlock;
  p.blocks = std::clamp(wish.blocks > 0 ? wish.blocks : useful, 1, most);
  p.row_slice = p.inner_slice = (m + p.blocks - 1) / p.blocks;
  p.column_slice = (columns + p.blocks - 1) / p.blocks;
  const int largest = std::max(p.row_slice, p.column_slice);
  p.threads = largest * kLeastLanes <= few ? few : kTableauThreads;
  p.row_lanes = plan_lanes(p.row_slice, p.threads);
  p.column_lanes = plan_lanes(p.column_slice, p.threads);
  p.row_sketch_pitch = plan_pitch(kSketchLength, p.row_lanes);
  p.column_sketch_pitch = plan_pitch(kSketchLength, p.column_lanes);
  return p;
}

// Plans with at most so many blocks; K is as asked for, or less to fit the
// limit.
inline SimplexPlan plan_for_blocks(int m, int columns, int most, int asked,
                                   std::size_t shared_limit,
                                   const SimplexWish& wish) {
  SimplexPlan p = divide(m, columns, most, kFewTableauThreads, wish);
  plan_for_capacity(asked, &p);
  while (p.shared_bytes > shared_limit &&
         p.capacity - kCapacityUnit >= kLeastTableauCapacity) {
    plan_for_capacity(p.capacity - kCapacityUnit, &p);
  }
  const bool fits = p.shared_bytes <= shared_limit;
  if (!fits) plan_for_capacity(asked, &p);
  plan_memory(fits, shared_limit, &p);
  return p;
}

// Plans m rows and `columns` columns for a device with so many multiprocessors
// and so much shared memory per block.  Fewer blocks make shorter exchanges;
// the last few are used only if they allow a larger K.
inline SimplexPlan plan_tableau(int m, int columns, int multiprocessors,
                                std::size_t shared_limit,
                                const SimplexWish& wish) {
  const int asked = asked_capacity(wish);
  const int all = std::min(multiprocessors, kMostBlocks);
  const int few = std::min(all, kFewPerLane * kWarpLanes);
  const SimplexPlan with_few =
      plan_for_blocks(m, columns, few, asked, shared_limit, wish);
  const SimplexPlan with_all =
      plan_for_blocks(m, columns, all, asked, shared_limit, wish);
  const bool more_room =
      with_all.shared &&
      (!with_few.shared || with_all.capacity > with_few.capacity);
  return more_room || wish.blocks > few ? with_all : with_few;
}

// The rows on several cards: `sharing` parts share a card with so many
// multiprocessors.
struct Spreading {
  int most_rows;  // of a part
  int multiprocessors, sharing;
};

// Divides the rows of a plan for one card among several.
inline void divide_rows(int m, int columns, const Spreading& how,
                        SimplexPlan* p) {
  p->whole_bytes = p->shared_bytes;
  p->blocks =
      std::min(p->blocks, std::max(1, how.multiprocessors / how.sharing));
  p->row_slice = (how.most_rows + p->blocks - 1) / p->blocks;
  p->inner_slice = (m + p->blocks - 1) / p->blocks;
  p->column_slice = (columns + p->blocks - 1) / p->blocks;
}

// Makes the plan for all cards.  K, the threads that share an inner product and
// whether factors are in shared memory are those of one card with all m rows.
// So all sums are the same, bit for bit.
inline SimplexPlan plan_spread(int m, int columns, const Spreading& how,
                               std::size_t shared_limit,
                               const SimplexWish& wish) {
  SimplexPlan p =
      plan_tableau(m, columns, how.multiprocessors, shared_limit, wish);
  divide_rows(m, columns, how, &p);
  plan_for_capacity(p.capacity, &p);
  plan_memory(p.shared, shared_limit, &p);
  return p;
}

}  // namespace gpuinv::kernels
