// gather_columns.cu (FTRAN of a sparse column)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 16;
constexpr int kWarp = 32;
constexpr int kRows = 4;  // rows per group: loads in flight per thread
static_assert(kRowPad % kRows == 0, "batches of rows must be whole");

// A group of `width` neighbouring lanes (a power of two, at most a warp)
// computes kRows elements of y: the lanes divide the non-zeros among themselves
// and add their sums in a fixed order.
__global__ void __launch_bounds__(kThreads)
    gather_columns_kernel(std::size_t m, std::size_t ld,
                          const double* __restrict__ b, int s,
                          const int* __restrict__ ind,
                          const double* __restrict__ val, int width,
                          double* __restrict__ y) {
  const int lane = threadIdx.x & (width - 1);
  const int first_lane = (threadIdx.x & (kWarp - 1)) - lane;
  const unsigned group_mask = (0xffffffffu >> (kWarp - width)) << first_lane;
  const std::size_t thread =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::size_t step =
      static_cast<std::size_t>(gridDim.x) * kThreads / width * kRows;
  for (std::size_t i = thread / width * kRows; i < m; i += step) {
    const double* rows = b + i * ld;
    double sum[kRows] = {};
    for (int t = lane; t < s; t += width) {
      const double* element = rows + ind[t];
      const double x = val[t];
#pragma unroll
      for (int r = 0; r < kRows; r++) sum[r] = fma(element[r * ld], x, sum[r]);
    }
#pragma unroll
    for (int r = 0; r < kRows; r++) {
      for (int o = width / 2; o > 0; o /= 2) {
        sum[r] += __shfl_down_sync(group_mask, sum[r], o, width);
      }
      if (lane == 0 && i + r < m) y[i + r] = sum[r];
    }
  }
}

int group_width(int s) {
  int width = 1;
  while (width < s && width < kWarp) width *= 2;
  return width;
}

}  // namespace

cudaError_t launch_gather_columns(const Launch& launch, int m, const double* b,
                                  int s, const int* ind, const double* val,
                                  double* y) {
  const int width = group_width(s);
  const std::size_t rows_per_block =
      static_cast<std::size_t>(kThreads / width) * kRows;
  const unsigned grid =
      grid_for(launch, m, rows_per_block, kBlocksPerMultiprocessor);
  gather_columns_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, leading_dimension(m), b, s, ind, val, width, y);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
