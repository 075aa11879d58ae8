// simplex_slice.cuh (the rows or columns of a tableau that a block owns)
// SPDX-License-Identifier: GPL-3.0-or-later

// A block keeps its rows of U, its columns of V and all vectors of both in
// shared memory for a whole launch.  Numbers of U and V that others must see
// are written through.  If there is no room, the same code works on global
// memory.

#pragma once

#include <cuda_runtime.h>

#include "kernels/block_exchange.cuh"
#include "kernels/simplex_plan.hpp"
#include "kernels/simplex_view.hpp"

namespace gpuinv::kernels {

// What a block keeps in shared memory: nothing, all except the factors, or all.
enum class Memory { kNone, kVectors, kAll };

// Returns SimplexPlan::threads.
__device__ inline int block_threads() { return static_cast<int>(blockDim.x); }

// Vectors are addressed from three bases, which takes few registers.
struct Slice {
  int first, count;  // rows or columns first..first+count-1
  int priced;        // those that may be chosen: not the last column
  int lane_bits;     // 2^lane_bits threads share a row or column
  int pitch, stride;
  double* factor;   // [count][pitch]
  double* doubles;  // five vectors, stride apart, see SimplexSide
  int* words;       // two vectors, in inverse form four
  float* floats;    // two vectors
  float* sketch;    // [count][sketch_pitch], or null: not priced
  int sketch_pitch;

  __device__ int lanes() const { return 1 << lane_bits; }
  __device__ int lane() const { return threadIdx.x & (lanes() - 1); }
  // This thread's item among those that the block's threads process at once.
  __device__ int item() const { return threadIdx.x >> lane_bits; }
  __device__ int items_at_once() const { return block_threads() >> lane_bits; }

  __device__ double& value(int i) const { return doubles[i]; }
  __device__ double& lower(int i) const { return doubles[stride + i]; }
  __device__ double& upper(int i) const { return doubles[2 * stride + i]; }
  __device__ double& line(int i) const { return doubles[3 * stride + i]; }
  __device__ double& relaxed(int i) const { return doubles[4 * stride + i]; }
  __device__ float& mark(int i) const { return floats[i]; }
  __device__ float& weight(int i) const { return floats[stride + i]; }
  __device__ int& id(int i) const { return words[i]; }
  __device__ int& at(int i) const { return words[stride + i]; }

  // Returns items begin, ..., end - 1, without what is for pricing.
  __device__ Slice part(int begin, int end) const {
    Slice s = *this;
    s.first += begin;
    s.count = end - begin;
    s.priced = 0;
    s.factor += begin * static_cast<std::size_t>(pitch);
    s.doubles += begin;
    s.words += begin;
    s.floats += begin;
    s.sketch = nullptr;
    return s;
  }
};

// Returns the logarithm of a power of two, so that the device need not divide.
__device__ inline int bits_of(int lanes) { return __ffs(lanes) - 1; }

template <class T>
__device__ inline T* carve(char** memory, int count) {
  T* array = reinterpret_cast<T*>(*memory);
  *memory += static_cast<std::size_t>(count) * sizeof(T);
  return array;
}

// Sets the side's vectors in global memory, from item s->first on.
__device__ inline void point_at_vectors(const SimplexSide& side, Slice* s) {
  s->stride = side.count;
  s->doubles = side.doubles + s->first;
  s->words = side.words + s->first;
  s->floats = side.floats + s->first;
  s->sketch = nullptr;
  s->sketch_pitch = 0;
}

__device__ inline Slice global_slice(const SimplexView& v,
                                     const SimplexSide& side, int priced) {
  Slice s;
  const int before =
      min(static_cast<int>(blockIdx.x) * side.per_block, side.count);
  s.first = side.begin + before;
  s.count = min(side.per_block, side.count - before);
  s.priced = max(min(s.count, priced - before), 0);
  s.lane_bits = bits_of(side.lanes);
  s.pitch = v.capacity;
  s.factor = side.factor + static_cast<std::size_t>(s.first) * v.capacity;
  point_at_vectors(side, &s);
  return s;
}

// Copies the vectors of a slice that outlive a launch.
__device__ inline void copy_vectors(const Slice& to, const Slice& from) {
  for (int i = threadIdx.x; i < to.count; i += block_threads()) {
    to.value(i) = from.value(i);
    to.lower(i) = from.lower(i);
    to.upper(i) = from.upper(i);
    to.id(i) = from.id(i);
    to.at(i) = from.at(i);
  }
}

// Doubles and words are carved from separate memory, so they are aligned
// without padding.
template <Memory kMemory>
__device__ inline Slice take_slice(const SimplexView& v,
                                   const SimplexSide& side, int priced,
                                   char** doubles, char** words) {
  Slice s = global_slice(v, side, priced);
  if constexpr (kMemory != Memory::kNone) {
    const Slice global = s;
    s.stride = side.per_block;
    if constexpr (kMemory == Memory::kAll) {
      s.pitch = side.pitch;
      s.factor = carve<double>(doubles, side.per_block * side.pitch);
    }
    s.doubles = carve<double>(doubles, kSliceDoubles * side.per_block);
    s.words = carve<int>(words, 2 * side.per_block);
    s.floats = carve<float>(words, 2 * side.per_block);
    copy_vectors(s, global);
  }
  return s;
}

template <bool kShared>
__device__ inline void give_back(const SimplexView& v, const SimplexSide& side,
                                 const Slice& s) {
  if constexpr (kShared) copy_vectors(global_slice(v, side, side.count), s);
}

// Sets element k of the factors of item i, for this block and for the others.
template <bool kShared>
__device__ inline void set_factor(const SimplexView& v, const SimplexSide& side,
                                  const Slice& s, int i, int k, double x) {
  if constexpr (kShared) s.factor[i * s.pitch + k] = x;
  side.factor[static_cast<std::size_t>(s.first + i) * v.capacity + k] = x;
}

// Returns the lane's share of factor_i*other; other[k] is in shared memory.
__device__ inline double lane_product(const Slice& s, int i, int lane,
                                      const double* other, int k) {
  const double* f = s.factor + i * static_cast<std::size_t>(s.pitch);
  double even = 0.0, odd = 0.0;
  int t = lane;
  const int lanes = s.lanes();
  for (; t + lanes < k; t += 2 * lanes) {
    even = fma(f[t], other[t], even);
    odd = fma(f[t + lanes], other[t + lanes], odd);
  }
  if (t < k) even = fma(f[t], other[t], even);
  return even + odd;
}

// The same for factors in global memory, read in pairs with up to eight loads
// in flight.  Numbers after the first k are not used.
__device__ inline double far_lane_product(const double* factor, int lanes,
                                          int lane, const double* other,
                                          int k) {
  constexpr int kAtOnce = 8;
  const double2* f = reinterpret_cast<const double2*>(factor);
  double even = 0.0, odd = 0.0;
#pragma unroll 1
  for (int t = lane; 2 * t < k; t += kAtOnce * lanes) {
    double2 x[kAtOnce];
#pragma unroll
    for (int a = 0; a < kAtOnce; a++) {
      const int u = t + a * lanes;
      if (2 * u < k) x[a] = __ldcg(f + u);
    }
#pragma unroll
    for (int a = 0; a < kAtOnce; a++) {
      const int u = t + a * lanes;
      if (2 * u < k) even = fma(x[a].x, other[2 * u], even);
      if (2 * u + 1 < k) odd = fma(x[a].y, other[2 * u + 1], odd);
    }
  }
  return even + odd;
}

// Sums over `lanes` neighbouring threads, a power of two; whole warps call.
template <class T>
__device__ inline T add_lanes(T x, int lanes) {
#pragma unroll
  for (int o = kWarpLanes / 2; o > 0; o /= 2) {
    if (o < lanes) x += __shfl_xor_sync(0xffffffffu, x, o);
  }
  return x;
}

// Calls body(i, lane, mine) on the lanes that share item i, and on lanes
// without an item (not mine), so that body may shuffle.
template <class Body>
__device__ inline void for_items(const Slice& s, Body body) {
  const int lane = s.lane();
  for (int base = 0; base < s.count; base += s.items_at_once()) {
    const int i = base + s.item();
    body(i, lane, i < s.count);
  }
}

// line[i] += factor_i*other for `count` items whose factors are in global
// memory, 2^lane_bits threads each.  It is a function of its own so that it has
// registers for its loads in flight.
__noinline__ __device__ inline void add_products_to(
    double* line, const double* factor, int pitch, int count, int lane_bits,
    const double* other, int k) {
  const int lanes = 1 << lane_bits, lane = threadIdx.x & (lanes - 1);
#pragma unroll 1
  for (int base = 0; base < count; base += block_threads() >> lane_bits) {
    const int i = base + static_cast<int>(threadIdx.x >> lane_bits);
    const double* f = factor + i * static_cast<std::size_t>(pitch);
    const double share =
        i < count ? far_lane_product(f, lanes, lane, other, k) : 0.0;
    const double x = add_lanes(share, lanes);
    if (lane == 0 && i < count) line[i] += x;
  }
}

// line(i) += factor_i*other for the items of a slice; all threads call it, and
// may read any item's line afterwards.
__device__ inline void add_far_products(const Slice& s, const double* other,
                                        int k) {
  add_products_to(&s.line(0), s.factor, s.pitch, s.count, s.lane_bits, other,
                  k);
  __syncthreads();
}

// Reads the part of a pivot row or column that a block owns: element i is
// t0[i*stride] + factor_i*other, where other[k] is in shared memory.  load()
// starts the read of T0 that sum() waits for; a barrier may be between them.
struct LineReader {
  const double* t0;
  std::size_t stride;
  double ahead;

  __device__ void load(const Slice& s, const double* start, std::size_t step) {
    t0 = start;
    stride = step;
    const int item = s.item();
    if (s.lane() == 0 && item < s.count) {
      ahead = __ldcg(t0 + item * stride);
    }
  }

  __device__ void settle(const Slice&) {}

  // Calls body(i, element i, lane, mine) on the lanes that share element i, and
  // on lanes without one (not mine), so that body may shuffle.  For item
  // `known`, if any, known_t0 replaces the element of T0, which may not be
  // visible in memory yet.
  template <class Body>
  __device__ void sum(const Slice& s, const double* other, int k, int known,
                      double known_t0, Body body) {
    const int lane = s.lane();
    for (int base = 0; base < s.count; base += s.items_at_once()) {
      const int i = base + s.item();
      double x = 0.0;
      if (i < s.count) {
        if (base > 0 && lane == 0) ahead = __ldcg(t0 + i * stride);
        x = lane_product(s, i, lane, other, k);
      }
      x = add_lanes(x, s.lanes());
      const double start = __shfl_sync(0xffffffffu, ahead, 0, s.lanes());
      body(i, (i == known ? known_t0 : start) + x, lane, i < s.count);
    }
  }
};

// Calls body(i, line(i), lane, mine) as for_items does, for `count` items from
// item `first` on; item 0 follows the last one.
template <class Body>
__device__ inline void for_lines(const Slice& s, int first, int count,
                                 Body body) {
  const int lane = s.lane();
  for (int base = 0; base < count; base += s.items_at_once()) {
    const bool mine = base + s.item() < count;
    int i = first + base + s.item();
    if (i >= s.count) i -= s.count;
    body(i, mine ? s.line(i) : 0.0, lane, mine);
  }
}

// Like LineReader, for elements that are far away: on another card, or more
// than the threads read at once.  All threads fetch them together and store
// them in line.
template <Memory kMemory>
class BatchReader {
 public:
  __device__ void load(const Slice& s, const double* start, std::size_t step) {
    t0_ = start;
    step_ = step;
#pragma unroll
    for (int a = 0; a < kAhead; a++) {
      const int i = threadIdx.x + a * block_threads();
      if (i < s.count) ahead_[a] = __ldcg(start + i * step);
    }
  }

  // All threads call it; then sum() may follow.
  __device__ void settle(const Slice& s) {
#pragma unroll
    for (int a = 0; a < kAhead; a++) {
      const int i = threadIdx.x + a * block_threads();
      if (i < s.count) s.line(i) = ahead_[a];
    }
#pragma unroll 1
    for (int i = threadIdx.x + kAhead * block_threads(); i < s.count;
         i += block_threads()) {
      s.line(i) = __ldcg(t0_ + i * step_);
    }
    __syncthreads();
  }

  // line(i) := element i, for factors in global memory.  All threads may read
  // it afterwards.
  __device__ void add(const Slice& s, const double* other, int k, int known,
                      double known_t0) {
    if (known >= 0 && known < s.count) {
      if (threadIdx.x == 0) s.line(known) = known_t0;
      __syncthreads();
    }
    add_far_products(s, other, k);
  }

  template <class Body>
  __device__ void sum(const Slice& s, const double* other, int k, int known,
                      double known_t0, Body body) {
    if constexpr (kMemory == Memory::kAll) {
      for_items(s, [&](int i, int lane, bool mine) {
        const double share = mine ? lane_product(s, i, lane, other, k) : 0.0;
        const double x = add_lanes(share, s.lanes());
        const double start = mine ? s.line(i) : 0.0;
        body(i, (i == known ? known_t0 : start) + x, lane, mine);
      });
    } else {
      add(s, other, k, known, known_t0);
      for_lines(s, 0, s.count, body);
    }
  }

 private:
  static constexpr int kAhead = 2;

  const double* t0_;
  std::size_t step_;
  double ahead_[kAhead];
};

}  // namespace gpuinv::kernels
