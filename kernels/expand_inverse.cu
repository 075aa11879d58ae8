// expand_inverse.cu (inverse of a basis from that of its kernel)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/expand_inverse.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;

// One row per block at a time.
__global__ void __launch_bounds__(kThreads)
    expand_inverse_kernel(int m, int k, std::size_t rows, std::size_t ld,
                          std::size_t ldc, const double* __restrict__ c,
                          KernelOrder map, double* b) {
  for (std::size_t p = blockIdx.x; p < rows; p += gridDim.x) {
    const int q = p < m ? map.order[p] : -1;
    for (std::size_t r = threadIdx.x; r < ld; r += kThreads) {
      double value = 0.0;
      if (q >= 0 && r < m) {
        const int s = map.place[r];
        if (s < k) {
          value = c[q * ldc + s];
        } else if (s == q) {
          value = -1.0 / map.divisor[r];
        }
      }
      b[p * ld + r] = value;
    }
  }
}

}  // namespace

cudaError_t launch_expand_inverse(const Launch& launch, int m, int k,
                                  const double* c, const KernelOrder& order,
                                  double* b) {
  const std::size_t rows = padded_rows(m);
  const unsigned grid = grid_for(launch, rows, 1, kBlocksPerMultiprocessor);
  expand_inverse_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, k, rows, leading_dimension(m), leading_dimension(k), c, order, b);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
