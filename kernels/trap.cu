// trap.cu (kernels that misbehave, for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/trap.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 1024;

__global__ void trap_kernel() { __trap(); }

__device__ unsigned long long nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

__global__ void __launch_bounds__(kThreads)
    hang_kernel(unsigned long long duration) {
  const unsigned long long begin = nanoseconds();
  while (nanoseconds() - begin < duration) __nanosleep(1000);
}

}  // namespace

cudaError_t launch_trap(cudaStream_t stream) {
  trap_kernel<<<1, 1, 0, stream>>>();
  return cudaGetLastError();
}

cudaError_t launch_hang(cudaStream_t stream, double seconds) {
  int device = 0, multiprocessors = 0, threads = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors,
                                   cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(
        &threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (error != cudaSuccess) return error;
  // These are as many as fit at once.
  const unsigned blocks =
      static_cast<unsigned>(multiprocessors) * (threads / kThreads);
  hang_kernel<<<blocks, kThreads, 0, stream>>>(
      static_cast<unsigned long long>(1e9 * seconds));
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
