// append_change.cu (update of inv(B), deferred)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cuda_runtime.h>

#include "kernels/append_change.hpp"
#include "kernels/pending_rows.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kBlocksPerMultiprocessor = 4;

// Every block has read what is to change, or is on its way; block 0 waits
// for that at its end, when the others have long been there.
__device__ void arrive(unsigned* readers) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  atomicAdd(readers, 1);
}

__device__ void wait_for_all(unsigned* readers) {
  if (threadIdx.x == 0) {
    while (*static_cast<volatile unsigned*>(readers) != gridDim.x) {
    }
    __threadfence();
    *readers = 0;
  }
  __syncthreads();
}

__global__ void __launch_bounds__(kPendingThreads)
    append_change_kernel(std::size_t m, std::size_t p, const double* alpha,
                         double* row, Pending f, unsigned* readers) {
  __shared__ double w[kMostPending];
  double* u_p = f.u + p * f.pitch;
  for (int t = threadIdx.x; t < f.k; t += kPendingThreads) w[t] = u_p[t];
  arrive(readers);
  const double theta = alpha[p];
  const PendingPlace at;
  for (std::size_t i = at.row; i < m; i += at.step) {
    const double sum = pending_dot(at, f.v + i * f.pitch, f.pitch, f.k, w);
    const std::size_t j = i + at.lane;
    if (at.lane >= kPendingRows || j >= m) continue;
    f.v[j * f.pitch + f.k] = row[j] + sum;
    f.u[j * f.pitch + f.k] = j == p ? 1.0 / theta : -alpha[j] / theta;
    row[j] = 0.0;
  }
  if (blockIdx.x != 0) return;
  wait_for_all(readers);
  for (int t = threadIdx.x; t < f.k; t += kPendingThreads) u_p[t] = 0.0;
}

}  // namespace

cudaError_t launch_append_change(const Launch& launch, int m, int p,
                                 const double* alpha, double* b,
                                 const Pending& f, unsigned* readers) {
  const unsigned grid =
      grid_for(launch, m, kPendingThreads / kPendingLanes * kPendingRows,
               kBlocksPerMultiprocessor);
  append_change_kernel<<<grid, kPendingThreads, 0, launch.stream>>>(
      m, p, alpha, b + p * leading_dimension(m), f, readers);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
