// triangular_solve.cu (solves a triangular system for one right-hand side)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/triangular_solve.hpp"
#include "kernels/warp_sum.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kB = kTriangleBlock;
constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kGroups = kThreads / kB;            // of threads per block row
constexpr int kPer = kB / kGroups;                // elements per thread
constexpr int kWarpRows = kB * kWarp / kThreads;  // rows of one warp
static_assert(kB == 2 * kWarp, "a warp takes a row in two steps");
static_assert(kPer == 2 * kWarpRows, "both shares are of one size");

__device__ bool absent(double x) { return __double_as_longlong(x) == -1; }
__device__ bool absent(float x) { return __float_as_int(x) == -1; }
__device__ double present(double x) { return absent(x) ? 0.0 / 0.0 : x; }
__device__ float present(float x) { return absent(x) ? 0.0F / 0.0F : x; }

// Returns x_i of another block as soon as it is there.
template <class T>
__device__ T await(const T* x) {
  T value;
  do {
    value = *static_cast<const volatile T*>(x);
  } while (absent(value));
  return value;
}

// A thread's share of a block M of the applied matrix, and its sums.  kAlong:
// memory runs along the rows of M (the unknowns of this block), and thread t
// has row t%kB and columns from t/kB*kPer on.  Otherwise memory runs along the
// columns, and a warp has kWarpRows rows, in which a lane has columns lane and
// lane+kWarp.
template <class T, bool kAlong>
struct Share {
  T value[kPer];

  // Loads the block at p; only the first `rows` rows and `columns` columns
  // exist.
  __device__ void load(const T* p, std::size_t ld, int rows, int columns) {
    if constexpr (kAlong) {
      const int r = threadIdx.x % kB, c0 = threadIdx.x / kB * kPer;
#pragma unroll
      for (int u = 0; u < kPer; u++) {
        const bool there = r < rows && c0 + u < columns;
        value[u] = there ? __ldg(p + r + (c0 + u) * ld) : T(0);
      }
    } else {
      const int lane = threadIdx.x % kWarp;
      const int r0 = threadIdx.x / kWarp * kWarpRows;
#pragma unroll
      for (int u = 0; u < kPer; u++) {
        const int r = r0 + u / 2, c = lane + u % 2 * kWarp;
        const bool there = r < rows && c < columns;
        value[u] = there ? __ldg(p + c + r * ld) : T(0);
      }
    }
  }

  __device__ void add_product(const T* x, T* sum) const {
    if constexpr (kAlong) {
      const int c0 = threadIdx.x / kB * kPer;
#pragma unroll
      for (int u = 0; u < kPer; u++) {
        sum[u % kWarpRows] = fma(value[u], x[c0 + u], sum[u % kWarpRows]);
      }
    } else {
      const int lane = threadIdx.x % kWarp;
#pragma unroll
      for (int u = 0; u < kPer; u++) {
        sum[u / 2] = fma(value[u], x[lane + u % 2 * kWarp], sum[u / 2]);
      }
    }
  }
};

// Adds up the sums of all threads: row r goes to part[0][r] .. part[g-1][r]
// with g = kGroups or 1.
template <class T, bool kAlong>
__device__ void collect(T* sum, T (*part)[kB]) {
  if constexpr (kAlong) {
    T all = T(0);
#pragma unroll
    for (int u = 0; u < kWarpRows; u++) all += sum[u];
    part[threadIdx.x / kB][threadIdx.x % kB] = all;
  } else {
#pragma unroll
    for (int u = 0; u < kWarpRows; u++) {
      const T all = add_lanes<kWarp>(sum[u]);
      if (threadIdx.x % kWarp == 0) {
        part[0][threadIdx.x / kWarp * kWarpRows + u] = all;
      }
    }
  }
}

template <class T>
struct Shared {
  T x[2][kB];
  T part[kGroups][kB];
  int step;
};

// The order of the unknowns, in blocks: ascending, or descending for the
// transposed system.
struct Order {
  int n, blocks;
  bool descending;
  __device__ int block(int step) const {
    return descending ? blocks - 1 - step : step;
  }
  __device__ int rows(int block) const { return min(kB, n - block * kB); }
};

// Loads M for the unknowns of blocks i and j; memory runs along i if kAlong.
template <class T, bool kAlong>
__device__ void load_block(const Triangle<T>& l, const Order& order, int i,
                           int j, Share<T, kAlong>* share) {
  const std::size_t along = (kAlong ? i : j) * kB;
  const std::size_t across = static_cast<std::size_t>(kAlong ? j : i) * kB;
  share->load(l.l + along + across * l.ld, l.ld, order.rows(i), order.rows(j));
}

// part := contributions of the solved unknowns to block i.
template <class T, bool kAlong>
__device__ void add_solved(const Triangle<T>& l, const Order& order, int step,
                           const T* x, Shared<T>* shared) {
  const int i = order.block(step);
  T sum[kWarpRows] = {};
  Share<T, kAlong> now, next;
  if (step > 0) load_block(l, order, i, order.block(0), &next);
  for (int s = 0; s < step; s++) {
    const int j = order.block(s);
    now = next;
    if (s + 1 < step) load_block(l, order, i, order.block(s + 1), &next);
    T* place = shared->x[s % 2];
    if (threadIdx.x < kB) {
      const int r = threadIdx.x;
      place[r] = r < order.rows(j) ? await(x + j * kB + r) : T(0);
    }
    __syncthreads();
    now.add_product(place, sum);
  }
  collect<T, kAlong>(sum, shared->part);
}

template <class T, bool kAlong>
__global__ void __launch_bounds__(kThreads, 2)
    triangular_solve_kernel(Triangle<T> l, const T* __restrict__ inverse,
                            bool transposed, const T* __restrict__ b, T* x,
                            int* ticket) {
  __shared__ Shared<T> shared;
  if (threadIdx.x == 0) shared.step = atomicAdd(ticket, 1) + 1;
  __syncthreads();
  const Order order = {l.n, static_cast<int>(gridDim.x), transposed};
  const int step = shared.step, i = order.block(step);
  const int rows = order.rows(i), r = threadIdx.x % kB;
  const int c0 = threadIdx.x / kB * kPer;
  // read inv(L_ii), or its transpose by rows, long before it is needed
  const T* d = inverse + static_cast<std::size_t>(i) * kB * kB;
  T diagonal[kPer];
#pragma unroll
  for (int u = 0; u < kPer; u++) {
    diagonal[u] =
        __ldg(transposed ? d + (c0 + u) + r * kB : d + r + (c0 + u) * kB);
  }
  const T rhs = r < rows ? __ldg(b + i * kB + r) : T(0);
  add_solved<T, kAlong>(l, order, step, x, &shared);
  __syncthreads();
  T* y = shared.x[step % 2];
  if (threadIdx.x < kB) {
    T sum = shared.part[0][r];
    for (int g = 1; kAlong && g < kGroups; g++) sum += shared.part[g][r];
    y[r] = rhs - sum;
  }
  __syncthreads();
  T sum = T(0);
#pragma unroll
  for (int u = 0; u < kPer; u++) sum = fma(diagonal[u], y[c0 + u], sum);
  shared.part[threadIdx.x / kB][r] = sum;
  __syncthreads();
  if (threadIdx.x < rows) {
    T result = shared.part[0][r];
    for (int g = 1; g < kGroups; g++) result += shared.part[g][r];
    *static_cast<volatile T*>(x + i * kB + r) = present(result);
  }
}

// Thread c computes column c of the inverse by forward substitution.  Its
// element (r,c) is stored at row c, column r of the same square, above the
// diagonal of L.
template <class T>
__global__ void __launch_bounds__(kB)
    invert_diagonal_blocks_kernel(Triangle<T> l, T* __restrict__ inverse,
                                  int* bad) {
  __shared__ T s[kB][kB + 1];
  __shared__ T reciprocal[kB];
  const int c = threadIdx.x;
  const std::size_t begin = static_cast<std::size_t>(blockIdx.x) * kB;
  const int rows = min(kB, l.n - static_cast<int>(begin));
  const T* p = l.l + begin + begin * l.ld;
  for (int k = 0; k < kB; k++) {
    // threads along memory: column k of L, or its row k if upper
    const bool there = c >= k && c < rows;
    const bool across = k >= c && k < rows;
    if (l.upper) {
      if (across) s[k][c] = p[c + k * l.ld];
    } else if (there) {
      s[c][k] = p[c + k * l.ld];
    }
  }
  __syncthreads();
  const T pivot = c < rows ? s[c][c] : T(1);
  if (!(pivot > T(0)) || pivot - pivot != T(0)) *bad = 1;
  reciprocal[c] = T(1) / pivot;
  __syncthreads();
  for (int r = c + 1; r < rows; r++) {
    T sum = s[r][c] * reciprocal[c];
    for (int k = c + 1; k < r; k++) sum = fma(s[r][k], s[c][k], sum);
    s[c][r] = -sum * reciprocal[r];
  }
  __syncthreads();
  T* out = inverse + begin * kB;
  for (int k = 0; k < kB; k++) {  // column k, row c
    T x = T(0);
    if (c == k && c < rows) x = reciprocal[c];
    if (c > k && c < rows) x = s[k][c];
    out[c + k * kB] = x;
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    scale_down_kernel(int n, const double* __restrict__ scale,
                      const double* __restrict__ x, T* __restrict__ y) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) y[i] = static_cast<T>(scale[i] * x[i]);
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    scale_up_kernel(int n, const double* __restrict__ scale,
                    const T* __restrict__ y, double* __restrict__ x) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) x[i] = scale[i] * y[i];
}

}  // namespace

template <class T>
cudaError_t launch_invert_diagonal_blocks(const Launch& launch,
                                          const Triangle<T>& l, T* inverse,
                                          int* bad) {
  const unsigned grid = static_cast<unsigned>(triangle_blocks(l.n));
  invert_diagonal_blocks_kernel<<<grid, kB, 0, launch.stream>>>(l, inverse,
                                                                bad);
  return cudaGetLastError();
}

template <class T>
cudaError_t launch_triangular_solve(const Launch& launch, const Triangle<T>& l,
                                    const T* inverse, bool transposed,
                                    const T* b, T* x, int* ticket) {
  const unsigned grid = static_cast<unsigned>(triangle_blocks(l.n));
  // memory runs along the unknowns of L*x = b if L is stored by columns
  if (l.upper == transposed) {
    triangular_solve_kernel<T, true><<<grid, kThreads, 0, launch.stream>>>(
        l, inverse, transposed, b, x, ticket);
  } else {
    triangular_solve_kernel<T, false><<<grid, kThreads, 0, launch.stream>>>(
        l, inverse, transposed, b, x, ticket);
  }
  return cudaGetLastError();
}

template <class T>
cudaError_t launch_scale_down(const Launch& launch, int n, const double* scale,
                              const double* x, T* y) {
  const unsigned grid = static_cast<unsigned>(ceil_div(n, kThreads));
  scale_down_kernel<<<grid, kThreads, 0, launch.stream>>>(n, scale, x, y);
  return cudaGetLastError();
}

template <class T>
cudaError_t launch_scale_up(const Launch& launch, int n, const double* scale,
                            const T* y, double* x) {
  const unsigned grid = static_cast<unsigned>(ceil_div(n, kThreads));
  scale_up_kernel<<<grid, kThreads, 0, launch.stream>>>(n, scale, y, x);
  return cudaGetLastError();
}

#define GPUINV_INSTANTIATE(T)                                                  \
  template cudaError_t launch_invert_diagonal_blocks<T>(                       \
      const Launch&, const Triangle<T>&, T*, int*);                            \
  template cudaError_t launch_triangular_solve<T>(                             \
      const Launch&, const Triangle<T>&, const T*, bool, const T*, T*, int*);  \
  template cudaError_t launch_scale_down<T>(const Launch&, int, const double*, \
                                            const double*, T*);                \
  template cudaError_t launch_scale_up<T>(const Launch&, int, const double*,   \
                                          const T*, double*);
GPUINV_INSTANTIATE(double)
GPUINV_INSTANTIATE(float)
#undef GPUINV_INSTANTIATE

}  // namespace gpuinv::kernels
