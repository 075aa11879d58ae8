// append_change.cu (deferred update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/overlap.cuh"
#include "kernels/pending.hpp"
#include "kernels/pending_rows.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kBlocksPerMultiprocessor = 4;
static_assert(kMostPending <= kPendingThreads, "a thread for each change");

// Brings the first rows of a group into the L1 cache early, because latency is
// most of this kernel's time.
__device__ void prefetch_rows(const PendingPlace& at, std::size_t m,
                              const Pending& f) {
  constexpr int kLine = 16;  // numbers in a cache line
  if (at.row >= m || at.lane * kLine >= f.k) return;
  const double* line = f.v + at.row * f.pitch + at.lane * kLine;
#pragma unroll
  for (int r = 0; r < kPendingRows; r++) {
    asm volatile("prefetch.global.L1 [%0];\n" ::"l"(line + r * f.pitch));
  }
}

// Counts the blocks that have read what will change.  Block 0 waits for all of
// them at its end, when the others have arrived long before.
__device__ void arrive(unsigned* readers) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;\n" ::"l"(readers)
               : "memory");
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
  let_next_start();
  wait_for_previous();
  const PendingPlace at;
  prefetch_rows(at, m, f);
  const double theta = alpha[p];
  double* u_p = f.u + p * f.pitch;
  const int own_change = static_cast<int>(threadIdx.x);
  if (own_change < f.k) w[own_change] = u_p[own_change];
  arrive(readers);
  for (std::size_t i = at.row; i < m; i += at.step) {
    const std::size_t j = i + at.lane;
    const bool own = at.lane < kPendingRows && j < m;
    const double beta = own ? row[j] : 0.0, a = own ? alpha[j] : 0.0;
    const double sum = pending_dot(at, f.v + i * f.pitch, f.pitch, f.k, w);
    if (!own) continue;
    f.v[j * f.pitch + f.k] = beta + sum;
    f.u[j * f.pitch + f.k] = (j == p ? 1.0 : -a) / theta;
    row[j] = 0.0;
  }
  if (blockIdx.x != 0) return;
  wait_for_all(readers);
  if (own_change < f.k) u_p[own_change] = 0.0;
}

}  // namespace

cudaError_t launch_append_change(const Launch& launch, int m, int p,
                                 const double* alpha, double* b,
                                 const Pending& f, unsigned* readers) {
  const unsigned grid =
      grid_for(launch, m, kPendingThreads / kPendingLanes * kPendingRows,
               kBlocksPerMultiprocessor);
  return launch_overlapped(launch, grid, kPendingThreads, append_change_kernel,
                           static_cast<std::size_t>(m),
                           static_cast<std::size_t>(p), alpha,
                           b + p * leading_dimension(m), f, readers);
}

}  // namespace gpuinv::kernels
