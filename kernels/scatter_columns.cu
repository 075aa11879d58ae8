// scatter_columns.cu (dense B from packed columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inversion.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 32;

// Returns the column c with ptr[c] <= t < ptr[c+1]; empty columns are skipped.
__device__ std::size_t column_of(const std::size_t* ptr, std::size_t n,
                                 std::size_t t) {
  std::size_t low = 0, high = n;  // ptr[low] <= t < ptr[high]
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    if (ptr[middle] <= t) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// Returns the row of entry t, which is in column c.
__device__ int row_of(const PackedColumns& columns, std::size_t c,
                      std::size_t t) {
  const signed char rows = columns.rows[c];
  if (rows == kRowsListed) return columns.ind[t];
  const int place = static_cast<int>(t - columns.ptr[c]);
  return rows == kRowsAscending ? place : columns.m - 1 - place;
}

// There is one thread per entry, whatever the lengths of the columns.
// Neighbouring writes in a row meet in the L2 cache, which has room for all
// rows of a piece's columns.
__global__ void __launch_bounds__(kThreads)
    scatter_columns_kernel(PackedColumns columns, RowMap map, std::size_t ld,
                           double* b) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
  std::size_t t = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  for (; t < columns.nnz; t += step) {
    const std::size_t c = column_of(columns.ptr, columns.n, t);
    const int i = row_of(columns, c, t);
    const int row = map.place == nullptr ? i : map.place[i];
    const double value = columns.val[t];
    b[row * ld + columns.first + c] =
        map.divisor == nullptr ? value : value / map.divisor[i];
  }
}

}  // namespace

cudaError_t launch_scatter_columns(const Launch& launch,
                                   const PackedColumns& columns,
                                   const RowMap& map, std::size_t ld,
                                   double* b) {
  if (columns.nnz == 0) return cudaSuccess;
  const unsigned grid =
      grid_for(launch, columns.nnz, kThreads, kBlocksPerMultiprocessor);
  scatter_columns_kernel<<<grid, kThreads, 0, launch.stream>>>(columns, map, ld,
                                                               b);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
