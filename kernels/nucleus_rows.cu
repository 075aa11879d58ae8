// nucleus_rows.cu (rows of inv(B) that belong to the nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128;
constexpr int kBlocksPerMultiprocessor = 16;

// Here and below, a block takes one row at a time.
__global__ void __launch_bounds__(kThreads)
    weigh_nucleus_rows_nucleus(std::size_t ld, NucleusRows rows,
                               const double* __restrict__ x, int q,
                               std::size_t ldq, const int* __restrict__ column,
                               double* __restrict__ w) {
  const RowSteps& steps = rows.steps;
  for (int r = blockIdx.x; r < rows.k; r += gridDim.x) {
    const std::size_t begin = steps.start[rows.first + r];
    const std::size_t end = steps.start[rows.first + r + 1];
    for (std::size_t c = threadIdx.x; c < ldq; c += kThreads) {
      double sum = 0.0;
      if (c < q) {
        const std::size_t i = column[c];
        for (std::size_t t = begin; t < end; t++) {
          sum = fma(-steps.value[t], x[steps.source[t] * ld + i], sum);
        }
      }
      w[r * ldq + c] = sum;
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    place_nucleus_rows_nucleus(std::size_t m, std::size_t ld, NucleusRows rows,
                               const int* __restrict__ place,
                               const double* __restrict__ nucleus,
                               std::size_t ldk,
                               const double* __restrict__ beside,
                               std::size_t ldq, double* __restrict__ x) {
  for (int r = blockIdx.x; r < rows.k; r += gridDim.x) {
    double* row = x + rows.steps.target[rows.first + r] * ld;
    for (std::size_t i = threadIdx.x; i < ld; i += kThreads) {
      const int p = i < m ? place[i] : -1;
      double value = 0.0;
      if (p >= rows.k) {
        value = beside[r * ldq + (p - rows.k)];
      } else if (p >= 0) {
        value = nucleus[r * ldk + p];
      }
      row[i] = value;
    }
  }
}

}  // namespace

cudaError_t launch_weigh_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const double* x,
                                      int q, const int* column, double* w) {
  const unsigned grid = grid_for(launch, rows.k, 1, kBlocksPerMultiprocessor);
  weigh_nucleus_rows_nucleus<<<grid, kThreads, 0, launch.stream>>>(
      leading_dimension(m), rows, x, q, leading_dimension(q), column, w);
  return cudaGetLastError();
}

cudaError_t launch_place_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const int* place,
                                      const double* nucleus, int q,
                                      const double* beside, double* x) {
  const unsigned grid = grid_for(launch, rows.k, 1, kBlocksPerMultiprocessor);
  place_nucleus_rows_nucleus<<<grid, kThreads, 0, launch.stream>>>(
      m, leading_dimension(m), rows, place, nucleus, leading_dimension(rows.k),
      beside, leading_dimension(q), x);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
