// permute_rows.cu (permutes rows of a matrix in place)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inversion.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 64;  // one column each
constexpr int kBlocksPerMultiprocessor = 32;
constexpr int kAhead = 8;  // loads in flight per thread

__global__ void __launch_bounds__(kThreads)
    permute_rows_kernel(int columns, std::size_t ld, int cycles,
                        const int* __restrict__ rows,
                        const int* __restrict__ start, double* a) {
  const int step = gridDim.x * kThreads;
  for (int j = blockIdx.x * kThreads + threadIdx.x; j < columns; j += step) {
    double* column = a + j;
    for (int c = 0; c < cycles; c++) {
      const int first = start[c], last = start[c + 1] - 1;
      const double saved = column[rows[first] * ld];
      int t = first;
      for (; t + kAhead <= last; t += kAhead) {
        double x[kAhead];
#pragma unroll
        for (int r = 0; r < kAhead; r++) x[r] = column[rows[t + r + 1] * ld];
#pragma unroll
        for (int r = 0; r < kAhead; r++) column[rows[t + r] * ld] = x[r];
      }
      for (; t < last; t++) column[rows[t] * ld] = column[rows[t + 1] * ld];
      column[rows[last] * ld] = saved;
    }
  }
}

}  // namespace

cudaError_t launch_permute_rows(const Launch& launch, int columns,
                                std::size_t ld, int cycles, const int* rows,
                                const int* start, double* a) {
  const unsigned grid =
      grid_for(launch, columns, kThreads, kBlocksPerMultiprocessor);
  permute_rows_kernel<<<grid, kThreads, 0, launch.stream>>>(columns, ld, cycles,
                                                            rows, start, a);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
