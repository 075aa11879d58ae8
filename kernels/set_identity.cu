// set_identity.cu (unit matrix in the padded layout)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/set_identity.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 16;

// Blocks take whole rows, in turn.
__global__ void __launch_bounds__(kThreads)
    set_identity_kernel(std::size_t m, std::size_t rows, std::size_t pairs,
                        double2* b) {
  for (std::size_t i = blockIdx.x; i < rows; i += gridDim.x) {
    for (std::size_t j = threadIdx.x; j < pairs; j += kThreads) {
      const bool left = i < m && i == 2 * j;
      const bool right = i < m && i == 2 * j + 1;
      b[i * pairs + j] = make_double2(left ? 1.0 : 0.0, right ? 1.0 : 0.0);
    }
  }
}

}  // namespace

cudaError_t launch_set_identity(const Launch& launch, int m, double* b) {
  const std::size_t rows = padded_rows(m);
  const unsigned grid = grid_for(launch, rows, 1, kBlocksPerMultiprocessor);
  set_identity_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, rows, leading_dimension(m) / 2, reinterpret_cast<double2*>(b));
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
