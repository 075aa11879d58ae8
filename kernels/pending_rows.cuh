// pending_rows.cuh (rows of the factors of pending changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {

// Neighbouring lanes that share a row, two numbers each at a time, and the rows
// that they process together, whose loads are in flight at the same time.
constexpr int kPendingLanes = 16;
constexpr int kPendingRows = 4;
constexpr int kPendingThreads = 256;
static_assert(kRowPad % kPendingRows == 0, "batches of rows must be whole");
static_assert(32 % kPendingLanes == 0, "a warp has whole groups");

// The place of a thread.
struct PendingPlace {
  int lane;               // in its group
  unsigned mask;          // of the group in its warp
  std::size_t row, step;  // group's first row, and step to its next
  __device__ PendingPlace() {
    constexpr unsigned kGroup = (1u << kPendingLanes) - 1;
    constexpr std::size_t kGroups = kPendingThreads / kPendingLanes;
    lane = threadIdx.x % kPendingLanes;
    mask = kGroup << (threadIdx.x % 32 - lane);
    row = (blockIdx.x * kGroups + threadIdx.x / kPendingLanes) * kPendingRows;
    step = gridDim.x * kGroups * kPendingRows;
  }
};

// Returns on lane r of a group the sum over t < k of factor[r*pitch + t]*w[t],
// for the rows r < kPendingRows from `factor` on; w is in shared memory.
// Numbers after the first k of a row may be anything.
__device__ inline double pending_dot(const PendingPlace& at,
                                     const double* factor, std::size_t pitch,
                                     int k, const double* w) {
  double sum[kPendingRows] = {};
#pragma unroll 4
  for (int t = 2 * at.lane; t < k; t += 2 * kPendingLanes) {
    const bool pair = t + 1 < k;
    const double left = w[t], right = pair ? w[t + 1] : 0.0;
#pragma unroll
    for (int r = 0; r < kPendingRows; r++) {
      const double2 f =
          *reinterpret_cast<const double2*>(factor + r * pitch + t);
      sum[r] = fma(left, f.x, sum[r]);
      sum[r] = fma(right, pair ? f.y : 0.0, sum[r]);
    }
  }
  double own = 0.0;
#pragma unroll
  for (int r = 0; r < kPendingRows; r++) {
#pragma unroll
    for (int o = kPendingLanes / 2; o > 0; o /= 2) {
      sum[r] += __shfl_xor_sync(at.mask, sum[r], o, kPendingLanes);
    }
    if (at.lane == r) own = sum[r];
  }
  return own;
}

}  // namespace gpuinv::kernels
