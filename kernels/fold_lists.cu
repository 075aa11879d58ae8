// fold_lists.cu (lists the tiles that pending changes affect)
// SPDX-License-Identifier: GPL-3.0-or-later

// If rows and columns of a basis fall apart into blocks, as in stochastic and
// multi-period problems, K changes affect few tiles.  Traffic: 8 (m + n) k
// bytes, compared to 16 m n bytes of a fold.

#include <cuda_runtime.h>

#include "kernels/fold.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128, kWarp = 32, kWarps = kThreads / kWarp;
static_assert(kFoldMarkWords <= kWarp && kFoldMarkWords <= kThreads);
static_assert(kFoldPanel == kFoldParts * kFoldUnit, "parts as long as units");

__device__ unsigned* marks_of(const Fold& f, const FoldGrid& grid) {
  return reinterpret_cast<unsigned*>(f.lists) +
         static_cast<std::size_t>(grid.panels) * (1 + grid.units);
}

// Block b marks the changes of part b of all panels of U, then those of the
// units of V.  A NaN counts as non-zero.
__global__ void __launch_bounds__(kThreads) mark_kernel(Fold f, FoldGrid grid) {
  __shared__ unsigned part[kWarps][kFoldMarkWords];
  const int b = static_cast<int>(blockIdx.x);
  const int parts = grid.panels * kFoldParts;
  const bool of_u = b < parts;
  const int first = (of_u ? b : b - parts) * kFoldUnit;
  const int last = min(first + kFoldUnit, of_u ? f.m : f.n);
  const double* x = of_u ? f.u : f.v;
  const int k = f.count == nullptr ? f.k : *f.count;
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  bool any[kFoldMarkWords] = {};
  for (int i = first + warp; i < last; i += kWarps) {
    const double* row = x + i * static_cast<std::size_t>(f.pitch);
#pragma unroll
    for (int w = 0; w < kFoldMarkWords; w++) {
      const int t = w * kWarp + lane;
      any[w] = any[w] || (t < k && !(row[t] == 0.0));
    }
  }
#pragma unroll
  for (int w = 0; w < kFoldMarkWords; w++) {
    const unsigned mark = __ballot_sync(0xffffffffu, any[w]);
    if (lane == w) part[warp][w] = mark;
  }
  __syncthreads();
  if (threadIdx.x >= kFoldMarkWords) return;
  unsigned mark = 0;
  for (int w = 0; w < kWarps; w++) mark |= part[w][threadIdx.x];
  marks_of(f, grid)[b * kFoldMarkWords + threadIdx.x] = mark;
}

// Returns the parts of a panel that share a change with a unit, from the marks
// of both.
__device__ unsigned common_parts(const unsigned* panel, const unsigned* unit) {
  unsigned parts = 0;
#pragma unroll
  for (int p = 0; p < kFoldParts; p++) {
    unsigned common = 0;
#pragma unroll
    for (int w = 0; w < kFoldMarkWords; w++) {
      common |= panel[p * kFoldMarkWords + w] & unit[w];
    }
    if (common != 0) parts |= 1u << p;
  }
  return parts;
}

// Block b lists the tiles of panel b.
__global__ void __launch_bounds__(kThreads) list_kernel(Fold f, FoldGrid grid) {
  __shared__ int found[kWarps];
  const unsigned* marks = marks_of(f, grid);
  const unsigned* own = marks + blockIdx.x * kFoldParts * kFoldMarkWords;
  const unsigned* units = marks + grid.panels * kFoldParts * kFoldMarkWords;
  int* list =
      f.lists + grid.panels + blockIdx.x * static_cast<std::size_t>(grid.units);
  const int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  int count = 0;
  for (int base = 0; base < grid.units; base += kThreads) {
    const int unit = base + static_cast<int>(threadIdx.x);
    const unsigned parts =
        unit < grid.units ? common_parts(own, units + unit * kFoldMarkWords)
                          : 0;
    const unsigned met = __ballot_sync(0xffffffffu, parts != 0);
    if (lane == 0) found[warp] = __popc(met);
    __syncthreads();
    int at = count + __popc(met & ((1u << lane) - 1));
    for (int w = 0; w < kWarps; w++) {
      if (w < warp) at += found[w];
      count += found[w];
    }
    if (parts != 0) list[at] = unit << kFoldParts | static_cast<int>(parts);
    __syncthreads();  // found[] has been read
  }
  if (threadIdx.x == 0) f.lists[blockIdx.x] = count;
}

}  // namespace

cudaError_t launch_fold_lists(const Launch& launch, const Fold& fold) {
  const FoldGrid grid = fold_grid(fold.m, fold.n);
  const int blocks = grid.panels * kFoldParts + grid.units;
  mark_kernel<<<blocks, kThreads, 0, launch.stream>>>(fold, grid);
  list_kernel<<<grid.panels, kThreads, 0, launch.stream>>>(fold, grid);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
