// raise_flag.cu (remembers that a library call reported an error)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/raise_flag.hpp"

namespace gpuinv::kernels {
namespace {

__global__ void raise_flag_kernel(const int* info, int* flag) {
  if (*info != 0) *flag = 1;
}

}  // namespace

cudaError_t launch_raise_flag(const Launch& launch, const int* info,
                              int* flag) {
  raise_flag_kernel<<<1, 1, 0, launch.stream>>>(info, flag);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
