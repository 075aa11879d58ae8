// fold_lists.cu (what of the pending changes is not zero)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Where rows and columns of a basis fall apart into parts, as those of
// stochastic and multi-period problems do, K changes meet few of them.
// Traffic: 8 (m + n) k bytes, beside the 16 m n of a fold.

#include <cuda_runtime.h>

#include "kernels/fold.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128, kWarp = 32;

struct Parts {
  int panels, units;
  __host__ __device__ explicit Parts(const Fold& f)
      : panels((f.m + kFoldPanel - 1) / kFoldPanel),
        units((f.n + kFoldUnit - 1) / kFoldUnit) {}
};

// Block b looks at panel b of U, then at the units of V; NaN is not zero.
__global__ void __launch_bounds__(kThreads) mark_kernel(Fold f) {
  const Parts parts(f);
  const int b = static_cast<int>(blockIdx.x);
  const bool of_u = b < parts.panels;
  const int size = of_u ? kFoldPanel : kFoldUnit;
  const int first = (of_u ? b : b - parts.panels) * size;
  const int last = min(first + size, of_u ? f.m : f.n);
  const double* x = of_u ? f.u : f.v;
  const int k = f.count == nullptr ? f.k : *f.count;
  bool any = false;
  for (int i = first + static_cast<int>(threadIdx.x) / kWarp; i < last;
       i += kThreads / kWarp) {
    const double* row = x + i * static_cast<std::size_t>(f.pitch);
    for (int t = threadIdx.x % kWarp; t < k; t += kWarp) {
      any = any || !(row[t] == 0.0);
    }
  }
  any = __syncthreads_or(any);
  if (threadIdx.x == 0) f.lists[2 + b] = any;
}

// Marks become a list in their place: block 0 those of U, block 1 of V.
__global__ void __launch_bounds__(kWarp) list_kernel(Fold f) {
  const Parts parts(f);
  const bool of_u = blockIdx.x == 0;
  const int all = of_u ? parts.panels : parts.units;
  int* list = f.lists + 2 + (of_u ? 0 : parts.panels);
  const int lane = static_cast<int>(threadIdx.x);
  int count = 0;
  for (int base = 0; base < all; base += kWarp) {
    const int i = base + lane;
    const bool is = i < all && list[i] != 0;
    const unsigned found = __ballot_sync(0xffffffffu, is);
    if (is) list[count + __popc(found & ((1u << lane) - 1))] = i;
    count += __popc(found);
    __syncwarp();
  }
  if (lane == 0) f.lists[of_u ? 0 : 1] = count;
}

}  // namespace

cudaError_t launch_fold_lists(const Launch& launch, const Fold& fold) {
  const Parts parts(fold);
  mark_kernel<<<parts.panels + parts.units, kThreads, 0, launch.stream>>>(fold);
  list_kernel<<<2, kWarp, 0, launch.stream>>>(fold);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
