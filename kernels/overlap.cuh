// overlap.cuh (launches that overlap with the end of the previous one)
// SPDX-License-Identifier: GPL-3.0-or-later

// Programmatic dependent launch (compute capability 9.0): blocks are placed
// while the previous kernel of the stream still runs, and wait for its end
// themselves.  Machine code for older devices does not wait; Launch::overlap
// tells whether this is allowed.

#pragma once

#include <cuda_runtime.h>

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Waits until all earlier work in the stream has ended.  Before that, nothing
// it writes may be read, and nothing it reads may be written.
__device__ inline void wait_for_previous() {
#if CUDART_VERSION >= 12000 && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

// Lets the blocks of the next launch be placed after all blocks of this one
// have reached this call.
__device__ inline void let_next_start() {
#if CUDART_VERSION >= 12000 && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// Launches a kernel that begins with wait_for_previous.
template <class... Parameters, class... Arguments>
cudaError_t launch_overlapped(const Launch& launch, dim3 grid, int threads,
                              void (*kernel)(Parameters...),
                              Arguments... arguments) {
#if CUDART_VERSION >= 12000
  if (launch.overlap) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.stream = launch.stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
  }
#endif
  kernel<<<grid, threads, 0, launch.stream>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
