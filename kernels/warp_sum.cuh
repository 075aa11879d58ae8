// warp_sum.cuh (sums over neighbouring lanes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

namespace gpuinv::kernels {

// Sums over groups of kLanes lanes, a power of two, in a fixed order; all lanes
// of the warp call, and all of a group get the sum.
template <int kLanes, class T>
__device__ inline T add_lanes(T sum) {
#pragma unroll
  for (int o = kLanes / 2; o > 0; o /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, o);
  }
  return sum;
}

}  // namespace gpuinv::kernels
