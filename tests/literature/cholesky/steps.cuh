// steps.cuh (parts that the Cholesky forms share)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include "tests/literature/cholesky/cholesky.hpp"

namespace gpuinv::kernels::cholesky {

constexpr int kVectorBlock = 256;

__device__ inline int thread_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

// Returns column j of a.
template <class T>
__device__ inline T* column(T* a, int m, int j) {
  return a + static_cast<std::size_t>(j) * m;
}

template <class T>
__global__ void root_kernel(int m, int k, T* a) {
  T* const diagonal = column(a, m, k) + k;
  *diagonal = sqrt(*diagonal);
}

// Threads 0, 1, ... take rows k+1, k+2, ...
template <class T>
__global__ void normalize_kernel(int m, int k, T* a) {
  const int j = k + 1 + thread_index();
  if (j >= m) return;
  T* const l = column(a, m, k);
  l[j] /= l[k];
}

// Queues all steps; update(k) queues the update after column k.
template <class T, class Update>
cudaError_t run_steps(const Call<T>& call, Update update) {
  const int m = call.m;
  const cudaStream_t stream = call.launch.stream;
  for (int k = 0; k < m; k++) {
    root_kernel<<<1, 1, 0, stream>>>(m, k, call.a);
    const int rest = m - 1 - k;
    if (rest == 0) break;
    const unsigned blocks = static_cast<unsigned>(ceil_div(rest, kVectorBlock));
    normalize_kernel<<<blocks, kVectorBlock, 0, stream>>>(m, k, call.a);
    update(k, rest);
  }
  return cudaGetLastError();
}

// Tiles of the outer product forms: a block has kTile by kTileColumns threads,
// each of which takes kTile / kTileColumns elements of a row.
constexpr int kTile = 32, kTileColumns = 8;

// a_ij := a_ij - l_ik * l_jk in the tile at row i0 and column j0; lower: only
// where i >= j.
template <class T>
__device__ inline void update_tile(int m, int k, int i0, int j0, bool lower,
                                   T* a) {
  const int i = i0 + static_cast<int>(threadIdx.x);
  if (i >= m) return;
  const T* const l = column(a, m, k);
  const T own = l[i];
  for (int c = static_cast<int>(threadIdx.y); c < kTile; c += kTileColumns) {
    const int j = j0 + c;
    if (j < m && !(lower && i < j)) column(a, m, j)[i] -= own * l[j];
  }
}

}  // namespace gpuinv::kernels::cholesky
