// eta.cu (the first vector operations of an update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;

__global__ void __launch_bounds__(kThreads)
    eta_kernel(std::size_t m, std::size_t rows, std::size_t ld, std::size_t k,
               const double* alpha, double* row, double* omega, double* bk) {
#if CUDART_VERSION >= 12000 && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  // the blocks of rank_one may be placed now; they wait for our results
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  const double theta = alpha[k];
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  for (; i < rows || i < ld; i += step) {
    if (i < m) {
      omega[i] = i == k ? 1.0 / theta : -alpha[i] / theta;
    } else if (i < rows) {
      omega[i] = 0.0;
    }
    if (i < ld) {
      bk[i] = row[i];
      row[i] = 0.0;
    }
  }
}

}  // namespace

cudaError_t launch_eta(const Launch& launch, int m, int k, const double* alpha,
                       double* b, double* omega, double* bk) {
  const std::size_t ld = leading_dimension(m);
  const unsigned grid =
      grid_for(launch, ld, kThreads, kBlocksPerMultiprocessor);
  eta_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, padded_rows(m), ld, k, alpha, b + k * ld, omega, bk);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
