// normal_tiles.cu (sums A*D*A' for clustered A into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/fold_ptx.cuh"
#include "kernels/normal.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kWarp = 32;
constexpr int kWarps = 4;  // each computes a quarter of the tile
constexpr int kThreads = kWarps * kWarp;
constexpr int kBatch = 16;  // columns unpacked at a time
constexpr int kQuarter = kTileRows / 2;
constexpr unsigned kAll = 0xffffffffu;

// A tile has 4 more numbers per row, so that the operands of half a warp are in
// different banks.
constexpr int kStride = kTileRows + 4;

struct Shared {
  double left[kBatch][kStride], right[kBatch][kStride];
  int left_at[kThreads + kBatch], right_at[kThreads + kBatch];
  int found[kWarps];
};

// A lane's part of a quarter: 2 by 4 blocks of 16 by 8.
using Sums = double[2][4][4];

struct Pair {
  int i, j;  // tiles of rows and of columns of S, i >= j
};

// Returns i and j with x = i*(i+1)/2 + j.
__device__ Pair pair_of(unsigned x) {
  const double root = sqrt(8.0 * x + 1.0);
  unsigned i = static_cast<unsigned>((root - 1.0) / 2.0);
  while (i * (i + 1ull) / 2 > x) i--;
  while ((i + 1ull) * (i + 2ull) / 2 <= x) i++;
  return {static_cast<int>(i), static_cast<int>(x - i * (i + 1ull) / 2)};
}

// Returns the place of column k in list[begin..end), or -1.
__device__ int find(const int* __restrict__ list, int begin, int end, int k) {
  const int last = end;
  while (begin < end) {
    const int middle = (begin + end) / 2;
    if (__ldg(list + middle) < k) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < last && __ldg(list + begin) == k ? begin : -1;
}

// Adds the entries of item h of the list, times a weight, to a row of zeros.
__device__ void unpack(const TiledMatrix& a, int h, double weight, int lane,
                       double* to) {
  const int end = __ldg(a.first + h + 1);
  for (int t = __ldg(a.first + h) + lane; t < end; t += kWarp) {
    to[__ldg(a.row + t)] = weight * __ldg(a.value + t);
  }
}

// sum += left' * right over eight columns.
__device__ void multiply(const Shared& s, int k, int warp, int lane,
                         Sums& sum) {
  const int g = lane / 4, t = k + lane % 4;
  const int row = warp / 2 * kQuarter + g, column = warp % 2 * kQuarter + g;
  double a[2][4];
#pragma unroll
  for (int u = 0; u < 2; u++) {
    a[u][0] = s.left[t][row + 16 * u];
    a[u][1] = s.left[t][row + 16 * u + 8];
    a[u][2] = s.left[t + 4][row + 16 * u];
    a[u][3] = s.left[t + 4][row + 16 * u + 8];
  }
#pragma unroll
  for (int v = 0; v < 4; v++) {
    const double b[2] = {s.right[t][column + 8 * v],
                         s.right[t + 4][column + 8 * v]};
#pragma unroll
    for (int u = 0; u < 2; u++) tensor_multiply(sum[u][v], a[u], b);
  }
}

// Adds the columns at places first .. first+count-1, at most kBatch.
__device__ void add_batch(const TiledMatrix& a, const double* __restrict__ w,
                          int first, int count, Shared& s, Sums& sum) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  __syncthreads();  // the previous batch has been read
  double* zero = &s.left[0][0];
  for (int at = threadIdx.x; at < 2 * kBatch * kStride; at += kThreads) {
    zero[at] = 0.0;
  }
  __syncthreads();
  for (int c = warp; c < count; c += kWarps) {
    const int left = s.left_at[first + c], right = s.right_at[first + c];
    unpack(a, left, 1.0, lane, s.left[c]);
    unpack(a, right, __ldg(w + __ldg(a.column + right)), lane, s.right[c]);
  }
  __syncthreads();
  for (int k = 0; k < count; k += 8) multiply(s, k, warp, lane, sum);
}

// Appends the columns that both tiles have, among the next kThreads of the
// first, to the queue of `count` columns; returns the new count.
__device__ int queue_common(const TiledMatrix& a, int h, int end, int j,
                            int count, Shared& s) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int other = h < end ? find(a.column, __ldg(a.start + j),
                                   __ldg(a.start + j + 1), __ldg(a.column + h))
                            : -1;
  const unsigned mask = __ballot_sync(kAll, other >= 0);
  if (lane == 0) s.found[warp] = __popc(mask);
  __syncthreads();
  int at = count + __popc(mask & ((1u << lane) - 1));
  for (int v = 0; v < kWarps; v++) {
    if (v < warp) at += s.found[v];
    count += s.found[v];
  }
  if (other >= 0) {
    s.left_at[at] = h;
    s.right_at[at] = other;
  }
  __syncthreads();
  return count;
}

// Moves the queue's columns from place `done` on to the front.
__device__ void move_queue(int done, int count, Shared& s) {
  const int at = done + static_cast<int>(threadIdx.x);
  int left = 0, right = 0;
  if (at < count) {
    left = s.left_at[at];
    right = s.right_at[at];
  }
  __syncthreads();
  if (at < count) {
    s.left_at[threadIdx.x] = left;
    s.right_at[threadIdx.x] = right;
  }
}

__device__ void add_columns(const TiledMatrix& a, const double* __restrict__ w,
                            const Pair& pair, Shared& s, Sums& sum) {
  const int end = __ldg(a.start + pair.i + 1);
  int count = 0;
  for (int h = __ldg(a.start + pair.i); h < end; h += kThreads) {
    count = queue_common(a, h + static_cast<int>(threadIdx.x), end, pair.j,
                         count, s);
    int done = 0;
    for (; done + kBatch <= count; done += kBatch) {
      add_batch(a, w, done, kBatch, s, sum);
    }
    if (done == 0) continue;
    move_queue(done, count, s);
    count -= done;
  }
  __syncthreads();
  if (count > 0) add_batch(a, w, 0, count, s, sum);
}

__device__ std::size_t place(const SymmetricLayout& s, int i, int j) {
  if (j < s.split) return s.first + j * s.ld + i;
  return (i - s.split) * s.ld + (j - s.split);
}

template <class T>
__device__ void write(const SymmetricLayout& layout, const Pair& pair,
                      const Sums& sum, const double* __restrict__ e,
                      const double* __restrict__ scale, T* __restrict__ s) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int row = pair.i * kTileRows + warp / 2 * kQuarter + lane / 4;
  const int column = pair.j * kTileRows + warp % 2 * kQuarter + lane % 4 * 2;
#pragma unroll
  for (int u = 0; u < 2; u++) {
#pragma unroll
    for (int v = 0; v < 4; v++) {
#pragma unroll
      for (int x = 0; x < 4; x++) {
        const int i = row + 16 * u + x / 2 * 8, j = column + 8 * v + x % 2;
        if (i >= layout.m || j > i) continue;
        const double value = sum[u][v][x] + (i == j ? e[i] : 0.0);
        s[place(layout, i, j)] = static_cast<T>(value * scale[i] * scale[j]);
      }
    }
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads, 4)
    normal_tiles_kernel(SymmetricLayout layout, TiledMatrix a,
                        const double* __restrict__ w,
                        const double* __restrict__ e,
                        const double* __restrict__ scale, T* __restrict__ s) {
  __shared__ Shared shared;
  const Pair pair = pair_of(blockIdx.x);
  Sums sum = {};
  add_columns(a, w, pair, shared, sum);
  write(layout, pair, sum, e, scale, s);
}

}  // namespace

// Judged by the code that runs: code for older devices, translated for this
// one, contains no products.
cudaError_t normal_tiles_run(bool* run) {
  cudaFuncAttributes attributes = {};
  const cudaError_t error =
      cudaFuncGetAttributes(&attributes, normal_tiles_kernel<double>);
  *run = error == cudaSuccess && attributes.ptxVersion >= 80;
  return error;
}

template <class T>
cudaError_t launch_normal_tiles(const Launch& launch,
                                const SymmetricLayout& layout,
                                const TiledMatrix& a, const double* w,
                                const double* e, const double* scale, T* s) {
  const std::size_t tiles = ceil_div(a.m, kTileRows);
  const unsigned grid = static_cast<unsigned>(tiles * (tiles + 1) / 2);
  normal_tiles_kernel<<<grid, kThreads, 0, launch.stream>>>(layout, a, w, e,
                                                            scale, s);
  return cudaGetLastError();
}

template cudaError_t launch_normal_tiles<double>(const Launch&,
                                                 const SymmetricLayout&,
                                                 const TiledMatrix&,
                                                 const double*, const double*,
                                                 const double*, double*);
template cudaError_t launch_normal_tiles<float>(const Launch&,
                                                const SymmetricLayout&,
                                                const TiledMatrix&,
                                                const double*, const double*,
                                                const double*, float*);

}  // namespace gpuinv::kernels
