// normal_lines.cu (sums A*D*A' for sparse A into dense storage)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/normal.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kWarp = 32;
constexpr int kWarps = 4;   // of a block; they share nothing
constexpr int kUnroll = 4;  // entries in flight per lane
constexpr unsigned kAll = 0xffffffffu;

// The rows i of S that a line contains: element i is at base + i.
struct Line {
  int low, high;
  std::ptrdiff_t base;
};

__device__ Line line_of(const SymmetricLayout& s, int q) {
  const std::ptrdiff_t first = s.first, ld = s.ld;
  if (q < s.split) return {q, s.m, first + q * ld};
  return {s.split, q + 1, (q - s.split) * ld - s.split};
}

// sum += v*(column entries begin..end-1).  The rows of a column differ, so
// lanes never collide; columns follow one after the other.
__device__ void add_column(const SegmentedMatrix& a, int begin, int end,
                           double v, int lane, double* sum) {
  int t = begin + lane;
  for (; t + (kUnroll - 1) * kWarp < end; t += kUnroll * kWarp) {
    int row[kUnroll];
    double x[kUnroll];
#pragma unroll
    for (int u = 0; u < kUnroll; u++) {
      row[u] = __ldg(a.row + t + u * kWarp);
      x[u] = __ldg(a.value + t + u * kWarp);
    }
#pragma unroll
    for (int u = 0; u < kUnroll; u++) {
      sum[row[u]] = fma(v, x[u], sum[row[u]]);
    }
  }
  for (; t < end; t += kWarp) {
    const int row = __ldg(a.row + t);
    sum[row] = fma(v, __ldg(a.value + t), sum[row]);
  }
  __syncwarp();
}

// Adds the columns with entries in row q, 32 at a time; for columns without
// entries in the segment, a lane makes one test.
__device__ void add_line(const SegmentedMatrix& a, const double* __restrict__ w,
                         int q, int segment, int lane, double* sum) {
  const int* start = a.start + static_cast<std::size_t>(segment) * (a.n + 1);
  const std::size_t end = __ldg(a.rows.start + q + 1);
  for (std::size_t t0 = __ldg(a.rows.start + q); t0 < end; t0 += kWarp) {
    int first = 0, last = 0;
    double v = 0.0;
    if (t0 + lane < end) {
      const int k = __ldg(a.rows.index + t0 + lane);
      first = __ldg(start + k);
      last = __ldg(start + k + 1);
      v = __ldg(a.rows.value + t0 + lane) * __ldg(w + k);
    }
    unsigned mask = __ballot_sync(kAll, last > first);
    while (mask != 0) {
      const int from = __ffs(static_cast<int>(mask)) - 1;
      mask &= mask - 1;
      add_column(a, __shfl_sync(kAll, first, from),
                 __shfl_sync(kAll, last, from), __shfl_sync(kAll, v, from),
                 lane, sum);
    }
  }
}

template <class T>
__global__ void __launch_bounds__(kWarps* kWarp)
    normal_lines_kernel(SymmetricLayout layout, SegmentedMatrix a,
                        const double* __restrict__ w,
                        const double* __restrict__ e,
                        const double* __restrict__ scale, T* __restrict__ s) {
  __shared__ double sums[kWarps][kSegmentRows];
  const int lane = threadIdx.x % kWarp;
  const int q = blockIdx.x * kWarps + threadIdx.x / kWarp;
  if (q >= a.m) return;
  const Line line = line_of(layout, q);
  const int offset = blockIdx.y * kSegmentRows;
  const int low = max(line.low - offset, 0);
  const int high = min(line.high - offset, kSegmentRows);
  if (low >= high) return;
  double* sum = sums[threadIdx.x / kWarp];
  for (int i = lane; i < kSegmentRows; i += kWarp) sum[i] = 0.0;
  __syncwarp();
  add_line(a, w, q, blockIdx.y, lane, sum);
  const double scale_q = scale[q];
  T* out = s + line.base + offset;
  for (int i = low + lane; i < high; i += kWarp) {
    double x = sum[i];
    if (i + offset == q) x += e[q];
    out[i] = static_cast<T>(x * scale[i + offset] * scale_q);
  }
}

}  // namespace

template <class T>
cudaError_t launch_normal_lines(const Launch& launch,
                                const SymmetricLayout& layout,
                                const SegmentedMatrix& a, const double* w,
                                const double* e, const double* scale, T* s) {
  const dim3 grid(static_cast<unsigned>(ceil_div(a.m, kWarps)),
                  static_cast<unsigned>(segment_count(a.m)));
  normal_lines_kernel<<<grid, kWarps * kWarp, 0, launch.stream>>>(layout, a, w,
                                                                  e, scale, s);
  return cudaGetLastError();
}

template cudaError_t launch_normal_lines<double>(const Launch&,
                                                 const SymmetricLayout&,
                                                 const SegmentedMatrix&,
                                                 const double*, const double*,
                                                 const double*, double*);
template cudaError_t launch_normal_lines<float>(const Launch&,
                                                const SymmetricLayout&,
                                                const SegmentedMatrix&,
                                                const double*, const double*,
                                                const double*, float*);

}  // namespace gpuinv::kernels
