// inverse_slice.cuh (a block's part of a simplex in inverse form)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/inverse_view.hpp"
#include "kernels/pivot_select.cuh"

namespace gpuinv::kernels {

// An item's variable has the elements begin .. begin+count-1 of A.
struct InverseSlice : Slice {
  __device__ int& begin(int i) const { return words[2 * stride + i]; }
  __device__ int& length(int i) const { return words[3 * stride + i]; }
};

__device__ inline int begin_of(const InverseSlice& s, int i) {
  return s.begin(i);
}
__device__ inline int count_of(const InverseSlice& s, int i) {
  return s.length(i);
}
__device__ inline double newest_factor(const InverseSlice& s, int item, int k) {
  if (s.factor == nullptr || k == 0) return 0.0;
  return s.factor[item * static_cast<std::size_t>(s.pitch) + k - 1];
}

// Returns the vectors of `count` items of the side in global memory.
__device__ inline InverseSlice global_inverse_slice(const SimplexSide& side,
                                                    int count) {
  InverseSlice s;
  s.first = side.begin + static_cast<int>(blockIdx.x) * side.per_block;
  s.count = s.priced = count;
  s.lane_bits = bits_of(side.lanes);
  s.pitch = side.pitch;
  s.factor = nullptr;
  point_at_vectors(side, &s);
  return s;
}

template <bool kShared>
__device__ inline InverseSlice take_inverse_slice(const InverseArrays& v,
                                                  const SimplexSide& side,
                                                  int count, char** doubles,
                                                  char** words) {
  InverseSlice s = global_inverse_slice(side, count);
  if constexpr (kShared) {
    const InverseSlice global = s;
    s.stride = side.per_block;
    s.doubles = carve<double>(doubles, kSliceDoubles * side.per_block);
    s.words = carve<int>(words, 4 * side.per_block);
    s.floats = carve<float>(words, 2 * side.per_block);
    copy_vectors(s, global);
  }
  for (int i = threadIdx.x; i < s.count; i += block_threads()) {
    const std::size_t* start = v.a.start + s.id(i);
    s.begin(i) = static_cast<int>(start[0]);
    s.length(i) = static_cast<int>(start[1] - start[0]);
  }
  return s;
}

template <bool kShared>
__device__ inline void give_back(const SimplexView&, const SimplexSide& side,
                                 const InverseSlice& s) {
  if constexpr (kShared) copy_vectors(global_inverse_slice(side, s.count), s);
}

// Sets the factors of a block's items, in shared or global memory.
template <bool kShared>
__device__ inline void take_factors(const SimplexView& v,
                                    const SimplexSide& side, Slice* s,
                                    char** doubles) {
  if constexpr (kShared) {
    s->pitch = side.pitch;
    s->factor = carve<double>(doubles, side.per_block * side.pitch);
  } else {
    s->pitch = v.capacity;
    s->factor = side.factor + s->first * static_cast<std::size_t>(v.capacity);
  }
}

__device__ inline int items_of_block(int count, int per_block) {
  return min(max(count - static_cast<int>(blockIdx.x) * per_block, 0),
             per_block);
}

// The columns of W of this block; their line is the row of W for the pivot.
template <bool kShared>
__device__ inline Slice take_inner_slice(const SimplexView& v,
                                         const InverseArrays& x,
                                         char** doubles) {
  Slice s{};
  s.first = static_cast<int>(blockIdx.x) * x.inner.per_block;
  s.count = items_of_block(x.inner.count, x.inner.per_block);
  s.lane_bits = bits_of(x.inner.lanes);
  s.doubles = x.rho + s.first;
  take_factors<kShared>(v, x.inner, &s, doubles);
  return s;
}

// The number of items that Deal gives this block.
__device__ inline int dealt_to_block(int count, int blocks) {
  return (count - static_cast<int>(blockIdx.x) + blocks - 1) / blocks;
}

}  // namespace gpuinv::kernels
