// rounds.cu (the four kernels of a pivot of the compact tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>
#include <math_constants.h>

#include "tests/literature/rounds/rounds.hpp"

namespace gpuinv::kernels::rounds {
namespace {

constexpr int kVectorBlock = 256;
constexpr int kBlockColumns = 32, kBlockRows = 6;  // as in the paper

__device__ int thread_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void ratios_kernel(Tableau a, int k, double* column, double* theta) {
  const int i = thread_index();
  if (i >= a.rows) return;
  const double* const row = a.t + static_cast<std::size_t>(i) * a.columns;
  const double w = row[k];
  column[i] = w;
  theta[i] = i > 0 && w > kTolerance ? row[0] / w : CUDART_INF;
}

__global__ void line_kernel(Tableau a, int r, double pivot, double* column,
                            double* line) {
  const int j = thread_index();
  if (j == 0) column[r] = -1.0;
  if (j >= a.columns) return;
  double* const row = a.t + static_cast<std::size_t>(r) * a.columns;
  line[j] = row[j] / pivot;
  row[j] = 0.0;
}

__global__ void basis_kernel(Tableau a, const double* column,
                             const double* line) {
  __shared__ double w[kBlockRows];
  const int j = thread_index();
  const int first = static_cast<int>(blockIdx.y) * kBlockRows;
  const int i = first + static_cast<int>(threadIdx.y);
  if (threadIdx.y == 0 && threadIdx.x < kBlockRows) {
    const int mine = first + static_cast<int>(threadIdx.x);
    if (mine < a.rows) w[threadIdx.x] = column[mine];
  }
  __syncthreads();
  if (i < a.rows && j < a.columns)
    a.t[static_cast<std::size_t>(i) * a.columns + j] -=
        w[threadIdx.y] * line[j];
}

__global__ void column_kernel(Tableau a, int k, double pivot,
                              const double* column) {
  const int i = thread_index();
  if (i < a.rows)
    a.t[static_cast<std::size_t>(i) * a.columns + k] = -column[i] / pivot;
}

unsigned blocks(int items) {
  return static_cast<unsigned>(ceil_div(items, kVectorBlock));
}

}  // namespace

cudaError_t launch_ratios(const Launch& launch, const Tableau& tableau, int k,
                          double* column, double* theta) {
  ratios_kernel<<<blocks(tableau.rows), kVectorBlock, 0, launch.stream>>>(
      tableau, k, column, theta);
  return cudaGetLastError();
}

cudaError_t launch_line(const Launch& launch, const Tableau& tableau, int r,
                        double pivot, double* column, double* line) {
  line_kernel<<<blocks(tableau.columns), kVectorBlock, 0, launch.stream>>>(
      tableau, r, pivot, column, line);
  return cudaGetLastError();
}

cudaError_t launch_basis(const Launch& launch, const Tableau& tableau,
                         const double* column, const double* line) {
  const dim3 block(kBlockColumns, kBlockRows);
  const dim3 grid(
      static_cast<unsigned>(ceil_div(tableau.columns, kBlockColumns)),
      static_cast<unsigned>(ceil_div(tableau.rows, kBlockRows)));
  basis_kernel<<<grid, block, 0, launch.stream>>>(tableau, column, line);
  return cudaGetLastError();
}

cudaError_t launch_column(const Launch& launch, const Tableau& tableau, int k,
                          double pivot, const double* column) {
  column_kernel<<<blocks(tableau.rows), kVectorBlock, 0, launch.stream>>>(
      tableau, k, pivot, column);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels::rounds
