// warp_pick.cuh (exact minima and maxima over a warp)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

namespace gpuinv::kernels {

constexpr unsigned kAllLanes = 0xffffffffu;

// Reductions over a warp use those of the hardware for integers (compute
// capability 8.0) in two or three steps, and shuffles on older devices.  All
// lanes call and get the result.
__device__ inline unsigned warp_min(unsigned x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_min_sync(kAllLanes, x);
#else
  for (int o = 16; o > 0; o /= 2) x = min(x, __shfl_xor_sync(kAllLanes, x, o));
  return x;
#endif
}

__device__ inline unsigned warp_max(unsigned x) { return ~warp_min(~x); }

__device__ inline unsigned long long warp_min(unsigned long long x) {
  const unsigned high = static_cast<unsigned>(x >> 32);
  const unsigned best = warp_min(high);
  const unsigned low =
      warp_min(high == best ? static_cast<unsigned>(x) : kAllLanes);
  return static_cast<unsigned long long>(best) << 32 | low;
}

// Maps numbers to the order of unsigned integers; +NaN comes last.
__device__ inline unsigned long long ordered(double x) {
  const unsigned long long bits = __double_as_longlong(x);
  return bits >> 63 ? ~bits : bits | 1ull << 63;
}
__device__ inline double from_ordered(unsigned long long key) {
  return __longlong_as_double(key >> 63 ? key & ~(1ull << 63) : ~key);
}

__device__ inline double warp_min(double x) {
  return from_ordered(warp_min(ordered(x)));
}

// Returns the number of the item with the largest size >= 0, the least number
// among equal ones.  *size becomes that size.
__device__ inline int warp_pick(double* size, int item) {
  const unsigned long long key = ~ordered(*size);
  const unsigned long long best = warp_min(key);
  *size = from_ordered(~best);
  return static_cast<int>(
      warp_min(key == best ? static_cast<unsigned>(item) : kAllLanes));
}

__device__ inline int warp_pick(float* size, int item) {
  const unsigned key = __float_as_uint(*size);  // ordered, as it has no sign
  const unsigned best = warp_max(key);
  *size = __uint_as_float(best);
  return static_cast<int>(
      warp_min(key == best ? static_cast<unsigned>(item) : kAllLanes));
}

}  // namespace gpuinv::kernels
