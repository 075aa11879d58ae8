// steps.cuh (parts that several of the basis updates share)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include <algorithm>

#include "tests/literature/update/update.hpp"

namespace gpuinv::kernels::update {

constexpr int kVectorBlock = 256;

// Returns element i of omega.
__device__ inline double omega_at(const double* alpha, int k, int i) {
  return i == k ? 1.0 / alpha[k] : -alpha[i] / alpha[k];
}

inline unsigned vector_grid(int m) {
  return static_cast<unsigned>(ceil_div(m, kVectorBlock));
}

// Returns a grid with one thread per element and a row of blocks for each row
// (CUDA allows 65535).
inline dim3 matrix_grid(const Call& call) {
  return dim3(static_cast<unsigned>(ceil_div(call.m, call.block)),
              static_cast<unsigned>(call.m));
}

__device__ inline int column_of_thread() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

// to := from, m * m elements, by cublasDcopy, whose count is an int.
inline cublasStatus_t copy_matrix(const Call& call, const double* from,
                                  double* to) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  const std::size_t all = static_cast<std::size_t>(call.m) * call.m;
  for (std::size_t at = 0; at < all; at += kMost) {
    const int count = static_cast<int>(std::min(kMost, all - at));
    const cublasStatus_t status =
        cublasDcopy(call.blas, count, from + at, 1, to + at, 1);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace gpuinv::kernels::update
