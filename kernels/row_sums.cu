// row_sums.cu (sparse matrix by rows times a vector)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/row_sums.hpp"
#include "kernels/warp_sum.cuh"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kUnroll = 4;
constexpr int kBlocksPerMultiprocessor = 16;

// Returns the share of thread `lane` among kLanes.
template <int kLanes, bool kSquares>
__device__ double share(const SparseRows& a, std::size_t row, int lane,
                        const double* __restrict__ x) {
  const std::size_t end = __ldg(a.start + row + 1);
  double sum = 0.0;
#pragma unroll kUnroll
  for (std::size_t t = __ldg(a.start + row) + lane; t < end; t += kLanes) {
    const double v = __ldg(a.value + t), y = __ldg(x + __ldg(a.index + t));
    sum = fma(kSquares ? v * v : v, y, sum);
  }
  return sum;
}

// kLanes neighbouring threads compute a row.
template <int kLanes, bool kSquares>
__global__ void __launch_bounds__(kThreads)
    row_sums_kernel(int count, const int* __restrict__ list, SparseRows a,
                    const double* __restrict__ x, double* __restrict__ y) {
  const int group = (blockIdx.x * kThreads + threadIdx.x) / kLanes;
  const int lane = threadIdx.x % kLanes;
  const bool there = group < count;
  const int row = there ? list[group] : 0;
  const double sum =
      add_lanes<kLanes>(there ? share<kLanes, kSquares>(a, row, lane, x) : 0.0);
  if (there && lane == 0) y[row] = sum;
}

// A block computes a row.
template <bool kSquares>
__global__ void __launch_bounds__(kThreads)
    long_row_sums_kernel(const int* __restrict__ list, SparseRows a,
                         const double* __restrict__ x, double* __restrict__ y) {
  __shared__ double part[kThreads / kWarp];
  const int row = list[blockIdx.x];
  const double own =
      add_lanes<kWarp>(share<kThreads, kSquares>(a, row, threadIdx.x, x));
  if (threadIdx.x % kWarp == 0) part[threadIdx.x / kWarp] = own;
  __syncthreads();
  if (threadIdx.x != 0) return;
  double sum = 0.0;
  for (const double p : part) sum += p;
  y[row] = sum;
}

__global__ void __launch_bounds__(kThreads)
    add_at_kernel(int count, const int* __restrict__ place,
                  const double* __restrict__ x, double* __restrict__ v) {
  const int t = blockIdx.x * kThreads + threadIdx.x;
  if (t < count) v[place[t]] += x[t];
}

__global__ void __launch_bounds__(kThreads)
    unit_scale_kernel(int m, const int* __restrict__ diagonal,
                      const double* __restrict__ v,
                      double* __restrict__ scale) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= m) return;
  const double s = v[diagonal[i]];
  scale[i] = s == 0.0 ? 1.0 : 1.0 / sqrt(s);
}

__global__ void __launch_bounds__(kThreads)
    scale_entries_kernel(int count, const int* __restrict__ row,
                         const int* __restrict__ column,
                         const double* __restrict__ scale,
                         double* __restrict__ v) {
  const int step = static_cast<int>(gridDim.x) * kThreads;
  for (int t = blockIdx.x * kThreads + threadIdx.x; t < count; t += step) {
    v[t] = v[t] * scale[row[t]] * scale[column[t]];
  }
}

unsigned blocks(std::size_t threads) {
  return static_cast<unsigned>(ceil_div(threads, kThreads));
}

template <bool kSquares>
void run_row_sums(cudaStream_t stream, int row_class, int count,
                  const int* list, const SparseRows& a, const double* x,
                  double* y) {
  const unsigned grid =
      blocks(static_cast<std::size_t>(count) * kRowThreads[row_class]);
  switch (row_class) {
    case 0:
      row_sums_kernel<1, kSquares>
          <<<grid, kThreads, 0, stream>>>(count, list, a, x, y);
      break;
    case 1:
      row_sums_kernel<8, kSquares>
          <<<grid, kThreads, 0, stream>>>(count, list, a, x, y);
      break;
    case 2:
      row_sums_kernel<32, kSquares>
          <<<grid, kThreads, 0, stream>>>(count, list, a, x, y);
      break;
    default:
      long_row_sums_kernel<kSquares>
          <<<count, kThreads, 0, stream>>>(list, a, x, y);
  }
}

}  // namespace

cudaError_t launch_row_sums(const Launch& launch, int row_class, int count,
                            const int* list, const SparseRows& a, bool squares,
                            const double* x, double* y) {
  if (count == 0) return cudaSuccess;
  const auto run = squares ? run_row_sums<true> : run_row_sums<false>;
  run(launch.stream, row_class, count, list, a, x, y);
  return cudaGetLastError();
}

cudaError_t launch_add_at(const Launch& launch, int count, const int* place,
                          const double* x, double* v) {
  if (count == 0) return cudaSuccess;
  add_at_kernel<<<blocks(count), kThreads, 0, launch.stream>>>(count, place, x,
                                                               v);
  return cudaGetLastError();
}

cudaError_t launch_unit_scale(const Launch& launch, int m, const int* diagonal,
                              const double* v, double* scale) {
  unit_scale_kernel<<<blocks(m), kThreads, 0, launch.stream>>>(m, diagonal, v,
                                                               scale);
  return cudaGetLastError();
}

cudaError_t launch_scale_entries(const Launch& launch, int count,
                                 const int* row, const int* column,
                                 const double* scale, double* v) {
  const unsigned grid =
      grid_for(launch, count, kThreads, kBlocksPerMultiprocessor);
  scale_entries_kernel<<<grid, kThreads, 0, launch.stream>>>(count, row, column,
                                                             scale, v);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
