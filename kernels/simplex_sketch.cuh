// simplex_sketch.cuh (steepest edge weights of a block)
// SPDX-License-Identifier: GPL-3.0-or-later

// See simplex/rules.hpp.  The lanes that share an inner product also share the
// sketch of its row or column.

#pragma once

#include "kernels/simplex_slice.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {

static_assert(rules::kSketch == kSketchLength, "see simplex_plan.hpp");

// Loads the sketch of slice s, side `side`, into shared memory.
template <bool kShared>
__device__ inline void take_sketch(const SimplexView& v,
                                   const SimplexSide& side, Slice* s,
                                   char** words) {
  float* global = v.sketch + s->first * static_cast<std::size_t>(kSketchLength);
  s->sketch = global;
  s->sketch_pitch = kSketchLength;
  if constexpr (kShared) {
    s->sketch_pitch = side.sketch_pitch;
    s->sketch = carve<float>(words, side.per_block * s->sketch_pitch);
    for (int e = threadIdx.x; e < s->count * kSketchLength;
         e += block_threads()) {
      s->sketch[e / kSketchLength * s->sketch_pitch + e % kSketchLength] =
          global[e];
    }
  }
}

template <bool kShared>
__device__ inline void give_back_sketch(const SimplexView& v, const Slice& s) {
  if constexpr (kShared) {
    float* global =
        v.sketch + s.first * static_cast<std::size_t>(kSketchLength);
    for (int e = threadIdx.x; e < s.count * kSketchLength;
         e += block_threads()) {
      global[e] =
          s.sketch[e / kSketchLength * s.sketch_pitch + e % kSketchLength];
    }
  }
}

// Returns the weight of a sketch, whose number t is number(t).  All lanes of a
// warp call; those that are not `mine` have no item.
template <class Number>
__device__ inline float sketch_weight(const Slice& s, int lane, bool mine,
                                      Number number) {
  float sum = 0.0f;
  for (int t = lane; mine && t < kSketchLength; t += s.lanes()) {
    const float x = number(t);
    sum += x * x;
  }
  return add_lanes(sum, s.lanes()) / kSketchLength;
}

// Changes item i to y_i - share*chosen or, if it is the pivot's own, to
// share*chosen; returns its weight.  All lanes of a warp call.
__device__ inline float update_sketch(const Slice& s, int i, int lane,
                                      bool mine, bool own, float share,
                                      const float* chosen) {
  float* y = s.sketch + i * static_cast<std::size_t>(s.sketch_pitch);
  return sketch_weight(s, lane, mine, [=](int t) {
    const float change = share * chosen[t];
    return y[t] = own ? change : y[t] - change;
  });
}

// Calls body(i) on one thread per item after its weight was computed.
template <class Body>
__device__ inline void measure_sketches(const Slice& s, Body body) {
  for_items(s, [&](int i, int lane, bool mine) {
    const float* y = s.sketch + i * static_cast<std::size_t>(s.sketch_pitch);
    const float weight =
        sketch_weight(s, lane, mine, [y](int t) { return y[t]; });
    if (lane != 0 || !mine) return;
    s.weight(i) = weight;
    body(i);
  });
}

}  // namespace gpuinv::kernels
