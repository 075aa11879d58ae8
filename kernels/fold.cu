// fold.cu (applies the pending changes of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/fold.hpp"
#include "kernels/fold_tile.cuh"

namespace gpuinv::kernels {
namespace {

// Barrier 0 is the block's own.  Then there is one for each group, and two for
// the turns of each group to multiply, in even and odd rounds: a group may get
// its next turn before it has taken the last one.
__device__ void wait_for_group(const FoldPlace& at) {
  barrier_wait(1 + at.group, kFoldGroup);
}

__device__ int turn_barrier(int group, int round) {
  return 1 + kFoldGroups + 2 * group + round % 2;
}

__device__ void take_turn(const FoldPlace& at, int round) {
  if (round == 0 && at.group < kFoldAtOnce) return;
  barrier_wait(turn_barrier(at.group, round), 2 * kFoldGroup);
}

__device__ void pass_turn(const FoldPlace& at, int round, int rounds) {
  const int next = at.group + kFoldAtOnce;
  const int its_round = round + next / kFoldGroups;
  if (its_round == rounds) return;
  barrier_pass(turn_barrier(next % kFoldGroups, its_round), 2 * kFoldGroup);
}

// The first column of a tile, or -1 if there is none, and whether the warp's
// part of it is to be folded.
struct FoldTile {
  int column;
  bool own;
};

// The tiles to fold: all, or those of the lists.
struct FoldWork {
  FoldGrid grid;
  const int *count, *entry;  // null: all tiles
  __device__ FoldWork(const Fold& f, const FoldGrid& all)
      : grid(all),
        count(f.lists),
        entry(f.lists == nullptr ? nullptr : f.lists + grid.panels) {}
  __device__ int tiles(int panel) const {
    return count == nullptr ? grid.units : count[panel];
  }
  __device__ int tiles() const {
    int sum = 0;
    for (int panel = 0; panel < grid.panels; panel++) sum += tiles(panel);
    return sum;
  }
  // Returns tile `number` of the panel's `end` tiles.
  __device__ FoldTile tile(int panel, int number, int end,
                           const FoldPlace& at) const {
    if (number >= end) return {-1, false};
    if (entry == nullptr) return {number * kFoldUnit, true};
    const int e = entry[panel * static_cast<std::size_t>(grid.units) + number];
    return {(e >> kFoldParts) * kFoldUnit, (e >> at.row / kFoldRows & 1) != 0};
  }
};

// Loads the next unit of a group.
__device__ void load_unit(const Fold& f, const FoldPlace& at, int column,
                          double* unit) {
  fold_load<kFoldUnit, kFoldGroup>(f, f.v, column, f.n, at.thread, unit);
}

// Folds tiles begin, ..., end - 1 of panel number p.
template <bool kStream>
__device__ void fold_panel(const Fold& f, const FoldWork& work, int p,
                           int begin, int end, double* panel) {
  const FoldPlace at;
  const int row = p * kFoldPanel;
  const int pitch = (f.k + kFoldStep - 1) / kFoldStep * kFoldStep;
  double* unit = panel + (kFoldPanel + at.group * kFoldUnit) * pitch;
  __syncthreads();  // the previous panel is no longer used
  fold_load<kFoldPanel, kFoldThreads>(f, f.u, row, f.m, threadIdx.x, panel);
  FoldPart part;
  int number = begin + at.group;
  FoldTile tile = work.tile(p, number, end, at);
  if (tile.column >= 0) load_unit(f, at, tile.column, unit);
  if (tile.own) {
    fold_read<kStream>(fold_corner(f, at, row, tile.column), &part);
  }
  copy_wait();
  __syncthreads();
  const int rounds = (end - begin + kFoldGroups - 1) / kFoldGroups;
  for (int round = 0; round < rounds; round++) {
    // the next tile is read ahead: if it were read later, the kernel would wait
    // for it together with the loads of C, and only then load V
    number += kFoldGroups;
    const FoldTile next = work.tile(p, number, end, at);
    take_turn(at, round);
    if (tile.own) fold_multiply(at, f.k, panel, unit, &part);
    pass_turn(at, round, rounds);
    // prefetches whole lines before the writes: half as many requests
    if (next.own) fold_prefetch(f, at, row, next.column);
    if (tile.own) {
      fold_write<kStream>(fold_corner(f, at, row, tile.column), part);
    }
    if (next.own) {
      fold_read<kStream>(fold_corner(f, at, row, next.column), &part);
    }
    if (next.column >= 0) {
      wait_for_group(at);  // the unit is no longer used
      load_unit(f, at, next.column, unit);
      copy_wait();
      wait_for_group(at);
    }
    tile = next;
  }
}

// Returns block b's first tile of so many.
__device__ int share(int tiles, unsigned b) {
  return static_cast<int>(static_cast<long long>(tiles) * b / gridDim.x);
}

// Folds the tiles of all panels, panel after panel, in equal shares.
template <bool kStream>
__global__ void __launch_bounds__(kFoldThreads, 1)
    fold_kernel(Fold f, FoldGrid grid) {
  extern __shared__ double2 fold_shared[];
  if (f.count != nullptr) f.k = *f.count;
  if (f.k == 0) return;
  const FoldWork work(f, grid);
  const int tiles = work.tiles();
  const int first = share(tiles, blockIdx.x);
  const int last = share(tiles, blockIdx.x + 1);
  int before = 0;  // tiles in panels 0, ..., p - 1
  for (int p = 0; before < last; p++) {
    const int own = work.tiles(p);
    const int begin = max(first - before, 0), end = min(last - before, own);
    if (begin < end) {
      fold_panel<kStream>(f, work, p, begin, end,
                          reinterpret_cast<double*>(fold_shared));
    }
    before += own;
  }
}

constexpr std::size_t step_bytes() {
  return sizeof(double) * kFoldStep * (kFoldPanel + kFoldGroups * kFoldUnit);
}

// Returns whether the chip has FP64 tensor cores at full rate, and machine code
// for it: 8.0 and 9.0 have different best instructions.
bool is_fast(int device, int version, cudaError_t* error) {
  int major = 0, minor = 0;
  *error =
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (*error != cudaSuccess) return false;
  *error =
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  if (*error != cudaSuccess) return false;
  const int own = 10 * major + minor;
  return (own == 80 || own == 90) && version == own;
}

}  // namespace

cudaError_t prepare_fold(int device, int* most) {
  *most = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes(&attributes, fold_kernel<false>);
  if (error != cudaSuccess) return error;
  if (!is_fast(device, attributes.ptxVersion, &error)) return error;
  int bytes = 0;
  error = cudaDeviceGetAttribute(
      &bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  for (const auto kernel : {fold_kernel<false>, fold_kernel<true>}) {
    if (error != cudaSuccess) return error;
    error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }
  if (error == cudaSuccess) {
    const int fits = static_cast<int>(bytes / step_bytes()) * kFoldStep;
    *most = fits < kFoldMost ? fits : kFoldMost;
  }
  return error;
}

cudaError_t launch_fold(const Launch& launch, const Fold& fold) {
  const FoldGrid grid = fold_grid(fold.m, fold.n);
  const std::size_t tiles = static_cast<std::size_t>(grid.panels) * grid.units;
  const std::size_t bytes = ceil_div(fold.k, kFoldStep) * step_bytes();
  const bool fits = fold.m * fold.ld * sizeof(double) <=
                    static_cast<std::size_t>(launch.cache_bytes);
  const auto kernel = fits ? fold_kernel<false> : fold_kernel<true>;
  kernel<<<grid_for(launch, tiles, 1, 1), kFoldThreads, bytes, launch.stream>>>(
      fold, grid);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
