// add_product.cu (adds the pending changes in FTRAN and BTRAN)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/pending.hpp"
#include "kernels/pending_rows.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kBlocksPerMultiprocessor = 8;
constexpr int kWeighGroups = 4;  // of kMostPending threads
constexpr int kWeighThreads = kWeighGroups * kMostPending;
constexpr int kUnroll = 8;
constexpr int kLeastPerPart = 64;  // least non-zeros for a part to pay

// part[p, t] := sum over the non-zeros of part p = blockIdx.x.
__global__ void __launch_bounds__(kWeighThreads)
    weigh_kernel(Factors f, DeviceVector a, double* __restrict__ part) {
  __shared__ double sums[kWeighGroups][kMostPending];
  const int t = threadIdx.x % kMostPending;
  const int group = threadIdx.x / kMostPending;
  const std::size_t p = blockIdx.x;
  const int begin = static_cast<int>(p * a.s / gridDim.x);
  const int end = static_cast<int>((p + 1) * a.s / gridDim.x);
  double sum = 0.0;
  if (t < f.k) {
#pragma unroll kUnroll
    for (int e = begin + group; e < end; e += kWeighGroups) {
      const std::size_t row = a.ind != nullptr ? a.ind[e] : e;
      sum = fma(a.val[e], f.g[row * f.pitch + t], sum);
    }
  }
  sums[group][t] = sum;
  __syncthreads();
  if (group != 0) return;
  for (int g = 1; g < kWeighGroups; g++) sum += sums[g][t];
  part[p * kMostPending + t] = sum;
}

__global__ void __launch_bounds__(kPendingThreads)
    add_weighed_kernel(std::size_t m, Factors f, int parts,
                       const double* __restrict__ part,
                       double* __restrict__ y) {
  __shared__ double w[kMostPending];
  for (int t = threadIdx.x; t < f.k; t += kPendingThreads) {
    double sum = part[t];
#pragma unroll kUnroll
    for (int p = 1; p < parts; p++) sum += part[p * kMostPending + t];
    w[t] = sum;
  }
  __syncthreads();
  const PendingPlace at;
  for (std::size_t i = at.row; i < m; i += at.step) {
    const double sum = pending_dot(at, f.f + i * f.pitch, f.pitch, f.k, w);
    if (at.lane < kPendingRows && i + at.lane < m) y[i + at.lane] += sum;
  }
}

}  // namespace

cudaError_t launch_add_product(const Launch& launch, int m,
                               const Factors& factors, const DeviceVector& a,
                               double* y, double* work) {
  const int parts = std::clamp(a.s / kLeastPerPart, 1, kMostWeighParts);
  const unsigned grid =
      grid_for(launch, m, kPendingThreads / kPendingLanes * kPendingRows,
               kBlocksPerMultiprocessor);
  weigh_kernel<<<parts, kWeighThreads, 0, launch.stream>>>(factors, a, work);
  add_weighed_kernel<<<grid, kPendingThreads, 0, launch.stream>>>(
      m, factors, parts, work, y);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
