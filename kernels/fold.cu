// fold.cu (applies the pending changes of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/fold.hpp"
#include "kernels/fold_ptx.cuh"

namespace gpuinv::kernels {

// A block keeps a panel of U and walks along C.  Each of its groups of warps
// takes a unit of columns; while one multiplies, the others store the previous
// unit and load the next one.  A warp processes 32 by 32 numbers at a time.
constexpr int kFoldDown = 2;    // blocks of 16 rows in a warp
constexpr int kFoldAcross = 4;  // blocks of 8 columns
constexpr int kFoldRows = 16 * kFoldDown;
constexpr int kFoldWarps = kFoldParts;  // in a group, one below the other
constexpr int kFoldGroups = 3;          // as many as fit with k = 128
// Groups that multiply at the same time; one alone leaves gaps between
// instructions.
constexpr int kFoldAtOnce = 2;
static_assert(kFoldPanel == kFoldRows * kFoldWarps);
static_assert(kFoldUnit == 8 * kFoldAcross);
constexpr int kFoldGroup = 32 * kFoldWarps;  // threads
constexpr int kFoldThreads = kFoldGroup * kFoldGroups;

// Two instructions take a step: so many numbers (128 bytes) of a row of U or V.
// Panels and units are stored in shared memory step by step.
constexpr int kFoldStep = 16;
constexpr int kFoldWords = kFoldStep / 2;  // of 16 bytes

// The place of a thread.
struct FoldPlace {
  int group, thread;  // group in the block, thread in the group
  int lane;
  int row;  // the warp's first row in the panel
  __device__ FoldPlace()
      : group(threadIdx.x / kFoldGroup),
        thread(threadIdx.x % kFoldGroup),
        lane(threadIdx.x % 32),
        row(thread / 32 * kFoldRows) {}
};

// Copies rows first, first + 1, ... of U or V to shared memory.  Quarter q of a
// step of row r goes to place q ^ (r%4), so that the reads of FoldOperands use
// every bank once.  Numbers outside become zero.
template <int Rows, int Threads>
__device__ void fold_load(const Fold& f, const double* from, int first,
                          int count, int thread, double* to) {
  const int word = thread % kFoldWords;
#pragma unroll 1
  for (int row = thread / kFoldWords; row < Rows; row += Threads / kFoldWords) {
    const bool inside = first + row < count;
    const std::size_t source = inside ? first + row : 0;
    const double* p = from + source * f.pitch + 2 * word;
    double* q = to + row * kFoldStep + 2 * (word ^ (row & 3) * 2);
    const int numbers = inside ? f.k - 2 * word : 0;
#pragma unroll 2
    for (int at = 0; at < f.k; at += kFoldStep) {
      copy_start(q, p, max(0, min(2, numbers - at)));
      p += kFoldStep;
      q += Rows * kFoldStep;
    }
  }
}

// A lane's numbers of C: with g = lane/4 and t = lane%4, rows g, g + 8, ... and
// columns 2t, 2t + 1, 2t + 8, 2t + 9, ...
struct FoldPart {
  double d[kFoldDown][kFoldAcross][4];
};

// The lane's first number, and the rows and columns of C from there on.
struct FoldCorner {
  double* p;
  std::size_t step;  // of 8 rows
  int rows, columns;
};

__device__ inline FoldCorner fold_corner(const Fold& f, const FoldPlace& at,
                                         int row, int column) {
  const int i = row + at.row + at.lane / 4;
  const int j = column + at.lane % 4 * 2;
  return {f.c + static_cast<std::size_t>(i) * f.ld + j, 8 * f.ld, f.m - i,
          f.n - j};
}

// C bypasses the L1 cache, because every number is used once.  kStream: C does
// not fit into the L2 cache, either, where U and V shall stay.
template <bool kStream>
__device__ void fold_read(const FoldCorner& corner, FoldPart* part) {
#pragma unroll
  for (int i = 0; i < 2 * kFoldDown; i++) {
    const double* p = corner.p + i * corner.step;
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
      double2 x = make_double2(0.0, 0.0);
      if (8 * i < corner.rows && 8 * j < corner.columns) {
        const double2* from = reinterpret_cast<const double2*>(p + 8 * j);
        x = kStream ? __ldcs(from) : __ldcg(from);
      }
      part->d[i / 2][j][i % 2 * 2] = x.x;
      part->d[i / 2][j][i % 2 * 2 + 1] = x.y;
    }
  }
}

template <bool kStream>
__device__ void fold_write(const FoldCorner& corner, const FoldPart& part) {
#pragma unroll
  for (int i = 0; i < 2 * kFoldDown; i++) {
    double* p = corner.p + i * corner.step;
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
      if (8 * i < corner.rows && 8 * j < corner.columns) {
        const double* d = part.d[i / 2][j] + i % 2 * 2;
        double2* to = reinterpret_cast<double2*>(p + 8 * j);
        const double2 x = make_double2(d[0], d[1]);
        kStream ? __stcs(to, x) : __stcg(to, x);
      }
    }
  }
}

// Prefetches what the warp reads next; each lane takes a row.
__device__ inline void fold_prefetch(const Fold& f, const FoldPlace& at,
                                     int row, int column) {
  static_assert(kFoldRows == 32);
  constexpr int kLine = 16;
  const int i = row + at.row + at.lane;
  const double* p = f.c + static_cast<std::size_t>(i) * f.ld + column;
#pragma unroll
  for (int j = 0; j < kFoldUnit; j += kLine) {
    if (i < f.m && column + j < f.n) prefetch_line(p + j);
  }
}

// Half a step of the warp's rows of the panel, and of the unit.
struct FoldOperands {
  double u[kFoldDown][4], v[kFoldAcross][2];

  // Reads from quarter `first` on of the step where the lane has a and b.
  __device__ void fetch(const double* panel, int a, const double* unit, int b,
                        int first) {
#pragma unroll
    for (int q = 0; q < 2; q++) {
      const double* from = panel + (a ^ (first + q) * 4);
#pragma unroll
      for (int i = 0; i < 2 * kFoldDown; i++) {
        u[i / 2][2 * q + i % 2] = from[8 * i * kFoldStep];
      }
      from = unit + (b ^ (first + q) * 4);
#pragma unroll
      for (int j = 0; j < kFoldAcross; j++) v[j][q] = from[8 * j * kFoldStep];
    }
  }
  __device__ void multiply(FoldPart* part) const {
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
#pragma unroll
      for (int i = 0; i < kFoldDown; i++) {
        tensor_multiply(part->d[i][j], u[i], v[j]);
      }
    }
  }
};

// part += panel * transpose(unit), k > 0.  One half is read while the other one
// is multiplied.
__device__ inline void fold_multiply(const FoldPlace& at, int k,
                                     const double* panel, const double* unit,
                                     FoldPart* part) {
  const int g = at.lane / 4, first = at.lane % 4 + (g & 3) * 4;
  int a = (at.row + g) * kFoldStep + first;
  int b = g * kFoldStep + first;
  FoldOperands left, right;
  left.fetch(panel, a, unit, b, 0);
#pragma unroll 1
  for (int rest = k;; rest -= kFoldStep) {
    const bool last = rest <= kFoldStep;
    right.fetch(panel, a, unit, b, 2);
    left.multiply(part);
    if (!last) {
      a += kFoldPanel * kFoldStep;
      b += kFoldUnit * kFoldStep;
      left.fetch(panel, a, unit, b, 0);
    }
    right.multiply(part);
    if (last) break;
  }
}

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
