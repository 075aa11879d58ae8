// normal_diagonal.cu (diagonal of A*D*A' + R, and its scale)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/normal.hpp"
#include "kernels/warp_sum.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 16;
constexpr int kWarp = 32;

__global__ void __launch_bounds__(kThreads)
    gather_kernel(int count, const double* __restrict__ from,
                  const int* __restrict__ index, double* __restrict__ to) {
  const int step = static_cast<int>(gridDim.x) * kThreads;
  for (int t = blockIdx.x * kThreads + threadIdx.x; t < count; t += step) {
    to[t] = from[index[t]];
  }
}

__global__ void __launch_bounds__(kThreads)
    select_kernel(int n, const int* __restrict__ place, int kept,
                  const double* __restrict__ d, double* __restrict__ w) {
  const int step = static_cast<int>(gridDim.x) * kThreads;
  for (int k = blockIdx.x * kThreads + threadIdx.x; k < n; k += step) {
    w[k] = place[k] == kept ? d[k] : 0.0;
  }
}

__global__ void __launch_bounds__(kThreads)
    dense_diagonal_kernel(int m, int n, const double* __restrict__ a,
                          std::size_t ld, const double* __restrict__ w,
                          double* __restrict__ part) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= m) return;
  const std::size_t p = blockIdx.y;
  const int begin = static_cast<int>(p * n / gridDim.y);
  const int end = static_cast<int>((p + 1) * n / gridDim.y);
  double sum = 0.0;
#pragma unroll 8
  for (int k = begin; k < end; k++) {
    const double x = a[k * ld + i];
    sum = fma(x * w[k], x, sum);
  }
  part[p * m + i] = sum;
}

// Returns the sum of w_k * a_ik^2 over row i, by a warp, in a fixed order.
template <class Start>
__device__ double row_sum(const Start* start, const int* column,
                          const double* value, const double* w, int i,
                          int lane) {
  double sum = 0.0;
  for (Start t = start[i] + lane; t < start[i + 1]; t += kWarp) {
    sum = fma(value[t] * w[column[t]], value[t], sum);
  }
  return add_lanes<kWarp>(sum);
}

__global__ void __launch_bounds__(kThreads)
    normal_diagonal_kernel(int m, RowEntries single,
                           const double* __restrict__ d, SparseRows rows,
                           const double* __restrict__ w, int parts,
                           const double* __restrict__ part,
                           const double* __restrict__ r, double* __restrict__ e,
                           double* __restrict__ scale) {
  const int lane = threadIdx.x % kWarp;
  const int i = (blockIdx.x * kThreads + threadIdx.x) / kWarp;
  if (i >= m) return;
  const double alone =
      r[i] + row_sum(single.start, single.column, single.value, d, i, lane);
  double all = alone + row_sum(rows.start, rows.index, rows.value, w, i, lane);
  for (int p = 0; p < parts; p++) {
    all += part[static_cast<std::size_t>(p) * m + i];
  }
  if (lane != 0) return;
  e[i] = alone;
  scale[i] = all == 0.0 ? 1.0 : 1.0 / sqrt(all);
}

// Each blockIdx.y takes columns in turn.
template <class T>
__global__ void __launch_bounds__(kThreads)
    scale_columns_kernel(int m, int n, const double* __restrict__ a,
                         std::size_t ld, const double* __restrict__ w,
                         const double* __restrict__ scale, T* __restrict__ b) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= m) return;
  const double s = scale[i];
  for (int k = blockIdx.y; k < n; k += gridDim.y) {
    b[k * ld + i] = static_cast<T>(s * a[k * ld + i] * sqrt(w[k]));
  }
}

}  // namespace

cudaError_t launch_gather(const Launch& launch, int count, const double* from,
                          const int* index, double* to) {
  if (count == 0) return cudaSuccess;
  const unsigned grid =
      grid_for(launch, count, kThreads, kBlocksPerMultiprocessor);
  gather_kernel<<<grid, kThreads, 0, launch.stream>>>(count, from, index, to);
  return cudaGetLastError();
}

cudaError_t launch_select(const Launch& launch, int n, const int* place,
                          int kept, const double* d, double* w) {
  const unsigned grid = grid_for(launch, n, kThreads, kBlocksPerMultiprocessor);
  select_kernel<<<grid, kThreads, 0, launch.stream>>>(n, place, kept, d, w);
  return cudaGetLastError();
}

cudaError_t launch_dense_diagonal(const Launch& launch, int m, int n,
                                  const double* a, std::size_t ld,
                                  const double* w, double* part) {
  const dim3 grid(static_cast<unsigned>(ceil_div(m, kThreads)), kDiagonalParts);
  dense_diagonal_kernel<<<grid, kThreads, 0, launch.stream>>>(m, n, a, ld, w,
                                                              part);
  return cudaGetLastError();
}

cudaError_t launch_normal_diagonal(const Launch& launch, int m,
                                   const RowEntries& single, const double* d,
                                   const SparseRows& all, const double* w,
                                   int parts, const double* part,
                                   const double* r, double* e, double* scale) {
  const unsigned grid = static_cast<unsigned>(ceil_div(m, kThreads / kWarp));
  normal_diagonal_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, single, d, all, w, parts, part, r, e, scale);
  return cudaGetLastError();
}

template <class T>
cudaError_t launch_scale_columns(const Launch& launch, int m, int n,
                                 const double* a, std::size_t ld,
                                 const double* w, const double* scale, T* b) {
  const std::size_t rows = ceil_div(m, kThreads);
  const dim3 grid(static_cast<unsigned>(rows), grid_for(launch, n, rows, 16));
  scale_columns_kernel<<<grid, kThreads, 0, launch.stream>>>(m, n, a, ld, w,
                                                             scale, b);
  return cudaGetLastError();
}

template cudaError_t launch_scale_columns<double>(const Launch&, int, int,
                                                  const double*, std::size_t,
                                                  const double*, const double*,
                                                  double*);
template cudaError_t launch_scale_columns<float>(const Launch&, int, int,
                                                 const double*, std::size_t,
                                                 const double*, const double*,
                                                 float*);

}  // namespace gpuinv::kernels
