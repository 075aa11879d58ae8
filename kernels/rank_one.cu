// rank_one.cu (element-wise update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/overlap.cuh"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;  // each owns two neighbouring columns
constexpr int kRows = 8;       // 16-byte loads in flight per thread
static_assert(kRowPad % kRows == 0, "batches of rows must be whole");

// Blocks queued for every multiprocessor.  About four fit at a time; the others
// keep the memory busy while some finish.
constexpr int kBlocksPerMultiprocessor = 128;

// CUDA allows at most so many blocks in the second dimension of a grid.
constexpr std::size_t kMostGridRows = 65535;

// A block owns 2 * kThreads columns and walks down the matrix in batches of
// kRows rows.  omega and bk are not __restrict__, because they must not be read
// before the wait.
__global__ void __launch_bounds__(kThreads)
    rank_one_kernel(std::size_t pairs, std::size_t rows, const double* omega,
                    const double2* bk, double2* b) {
  wait_for_previous();
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (j >= pairs) return;
  const double2 c = bk[j];
  const std::size_t step = static_cast<std::size_t>(gridDim.y) * kRows;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.y) * kRows; i < rows;
       i += step) {
    double2* p = b + i * pairs + j;
    double2 v[kRows];
    double w[kRows];
#pragma unroll
    for (int r = 0; r < kRows; r++) {
      v[r] = p[r * pairs];
      w[r] = omega[i + r];
    }
#pragma unroll
    for (int r = 0; r < kRows; r++) {
      v[r].x = fma(w[r], c.x, v[r].x);
      v[r].y = fma(w[r], c.y, v[r].y);
      p[r * pairs] = v[r];
    }
  }
}

dim3 rank_one_grid(const Launch& launch, std::size_t pairs, std::size_t rows) {
  const std::size_t x = ceil_div(pairs, kThreads);
  const std::size_t most =
      ceil_div(static_cast<std::size_t>(launch.multiprocessors) *
                   kBlocksPerMultiprocessor,
               x);
  const std::size_t y = std::min({rows / kRows, most, kMostGridRows});
  return dim3(static_cast<unsigned>(x), static_cast<unsigned>(y));
}

}  // namespace

cudaError_t rank_one_can_overlap(bool* can) {
  *can = false;
#if CUDART_VERSION >= 12000
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, rank_one_kernel);
  if (error != cudaSuccess) return error;
  // ptxVersion is the architecture that the wait was compiled for
  *can = attributes.ptxVersion >= 90;
#endif
  return cudaSuccess;
}

cudaError_t launch_rank_one(const Launch& launch, int m, const double* omega,
                            const double* bk, double* b) {
  const std::size_t pairs = leading_dimension(m) / 2;
  const std::size_t rows = padded_rows(m);
  const dim3 grid = rank_one_grid(launch, pairs, rows);
  const double2* bk2 = reinterpret_cast<const double2*>(bk);
  double2* b2 = reinterpret_cast<double2*>(b);
  return launch_overlapped(launch, grid, kThreads, rank_one_kernel, pairs, rows,
                           omega, bk2, b2);
}

}  // namespace gpuinv::kernels
