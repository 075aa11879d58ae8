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
  __device__ int items_at_once() const { return kTableauThreads >> lane_bits; }

  __device__ double& value(int i) const { return doubles[i]; }
  __device__ double& lower(int i) const { return doubles[stride + i]; }
  __device__ double& upper(int i) const { return doubles[2 * stride + i]; }
  __device__ double& line(int i) const { return doubles[3 * stride + i]; }
  __device__ double& relaxed(int i) const { return doubles[4 * stride + i]; }
  __device__ float& mark(int i) const { return floats[i]; }
  __device__ float& weight(int i) const { return floats[stride + i]; }
  __device__ int& id(int i) const { return words[i]; }
  __device__ int& at(int i) const { return words[stride + i]; }
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
  for (int i = threadIdx.x; i < to.count; i += kTableauThreads) {
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

// The same for factors in global memory, read in pairs with up to four loads in
// flight.  Numbers after the first k are not used.
__device__ inline double far_lane_product(const Slice& s, int i, int lane,
                                          const double* other, int k) {
  constexpr int kAtOnce = 4;
  const double2* f = reinterpret_cast<const double2*>(
      s.factor + i * static_cast<std::size_t>(s.pitch));
  const int lanes = s.lanes();
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

// The pairs of factors that a lane reads at once, in far_products.
class FarPairs {
 public:
  static constexpr int kAtOnce = 4;

  __device__ void load(const Slice& s, int i, int first, int k) {
    if (i >= s.count) return;
    const double2* f = reinterpret_cast<const double2*>(
        s.factor + i * static_cast<std::size_t>(s.pitch));
#pragma unroll
    for (int a = 0; a < kAtOnce; a++) {
      const int u = first + a * s.lanes();
      if (2 * u < k) x_[a] = __ldcg(f + u);
    }
  }

  __device__ void add(const Slice& s, int first, const double* other, int k,
                      double* even, double* odd) const {
#pragma unroll
    for (int a = 0; a < kAtOnce; a++) {
      const int u = first + a * s.lanes();
      if (2 * u < k) *even = fma(x_[a].x, other[2 * u], *even);
      if (2 * u + 1 < k) *odd = fma(x_[a].y, other[2 * u + 1], *odd);
    }
  }

 private:
  double2 x_[kAtOnce];
};

// Calls body as for_items does, with the lane's share of factor_i*other, for
// factors in global memory.  The next reads, of the same item or of the one
// after it, begin before the last ones are used and the body runs, so that
// memory is never idle.  Numbers after the first k are not used.
template <class Body>
__device__ inline void far_products(const Slice& s, const double* other, int k,
                                    Body body) {
  const int lane = s.lane(), items = s.items_at_once();
  const int step = FarPairs::kAtOnce * s.lanes();
  FarPairs next;
  next.load(s, s.item(), lane, k);
#pragma unroll 1
  for (int base = 0; base < s.count; base += items) {
    const int i = base + s.item();
    double even = 0.0, odd = 0.0;
#pragma unroll 1
    for (int first = 0; first == 0 || 2 * first < k; first += step) {
      const FarPairs now = next;
      if (2 * (first + step) < k) {
        next.load(s, i, first + step + lane, k);
      } else {
        next.load(s, i + items, lane, k);
      }
      now.add(s, first + lane, other, k, &even, &odd);
    }
    body(i, i < s.count ? even + odd : 0.0, lane, i < s.count);
  }
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
      const int i = threadIdx.x + a * kTableauThreads;
      if (i < s.count) ahead_[a] = __ldcg(start + i * step);
    }
  }

  // All threads call it; then sum() may follow.
  __device__ void settle(const Slice& s) {
#pragma unroll
    for (int a = 0; a < kAhead; a++) {
      const int i = threadIdx.x + a * kTableauThreads;
      if (i < s.count) s.line(i) = ahead_[a];
    }
#pragma unroll 1
    for (int i = threadIdx.x + kAhead * kTableauThreads; i < s.count;
         i += kTableauThreads) {
      s.line(i) = __ldcg(t0_ + i * step_);
    }
    __syncthreads();
  }

  template <class Body>
  __device__ void sum(const Slice& s, const double* other, int k, int known,
                      double known_t0, Body body) {
    const auto finish = [&](int i, double share, int lane, bool mine) {
      const double x = add_lanes(share, s.lanes());
      const double start = mine ? s.line(i) : 0.0;
      body(i, (i == known ? known_t0 : start) + x, lane, mine);
    };
    if constexpr (kMemory == Memory::kAll) {
      for_items(s, [&](int i, int lane, bool mine) {
        finish(i, mine ? lane_product(s, i, lane, other, k) : 0.0, lane, mine);
      });
    } else {
      far_products(s, other, k, finish);
    }
  }

 private:
  static constexpr int kAhead = 2;

  const double* t0_;
  std::size_t step_;
  double ahead_[kAhead];
};

}  // namespace gpuinv::kernels
