// generate.cu (matrices made on the device that solves with them)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/generate.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kThreads = 256, kBlocks = 1024;

__global__ void rows_kernel(GeneratedLp lp, int first, int rows, std::size_t ld,
                            double* t) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    for (std::size_t j = threadIdx.x; j < ld; j += kThreads) {
      const int i = first + r, n = lp.n;
      double x = 0.0;
      if (j < static_cast<std::size_t>(n)) {
        x = generated_a(lp, i, static_cast<int>(j));
      } else if (j == static_cast<std::size_t>(n)) {
        x = generated_b(lp, i);
      }
      t[r * ld + j] = x;
    }
  }
}

__global__ void cycle_kernel(int m, int first, int rows, std::size_t ld,
                             double* w) {
  const double rate = log1p(-1.0 / m), whole = -expm1(m * rate);
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    for (std::size_t j = threadIdx.x; j < ld; j += kThreads) {
      const int after = first + r - static_cast<int>(j);
      const double x = exp((after < 0 ? after + m : after) * rate) / whole;
      w[r * ld + j] = j < static_cast<std::size_t>(m) ? x : 0.0;
    }
  }
}

}  // namespace

cudaError_t generate_cycle(int m, int first, int rows, std::size_t ld,
                           double* w, cudaStream_t stream) {
  cycle_kernel<<<kBlocks, kThreads, 0, stream>>>(m, first, rows, ld, w);
  return cudaGetLastError();
}

cudaError_t generate_rows(const GeneratedLp& lp, int first, int rows,
                          std::size_t ld, double* t, cudaStream_t stream) {
  rows_kernel<<<kBlocks, kThreads, 0, stream>>>(lp, first, rows, ld, t);
  return cudaGetLastError();
}

}  // namespace gpuinv::bench
