// flags.cu (flags that are raised on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/flags.hpp"

namespace gpuinv::kernels {

namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 16;

// Products with zero add up to zero unless one of them is a NaN.
__global__ void __launch_bounds__(kThreads)
    find_nonfinite_kernel(std::size_t count, const double* __restrict__ a,
                          int* found) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
  double sum = 0.0;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
#pragma unroll 8
  for (; i < count; i += step) sum += 0.0 * a[i];
  if (sum != 0.0) *found = 1;  // also true for NaN
}

__global__ void raise_flag_kernel(const int* info, int* flag) {
  if (*info != 0) *flag = 1;
}

}  // namespace

cudaError_t launch_find_nonfinite(const Launch& launch, std::size_t count,
                                  const double* a, int* found) {
  const unsigned grid =
      grid_for(launch, count, kThreads, kBlocksPerMultiprocessor);
  find_nonfinite_kernel<<<grid, kThreads, 0, launch.stream>>>(count, a, found);
  return cudaGetLastError();
}

cudaError_t launch_raise_flag(const Launch& launch, const int* info,
                              int* flag) {
  raise_flag_kernel<<<1, 1, 0, launch.stream>>>(info, flag);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
