// lines.cu (products with the rows or columns of a small matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

// Each block computes one line and adds its sums in a fixed order, so equal
// input gives equal bits.

#include <cuda_runtime.h>

#include "kernels/lines.hpp"
#include "kernels/warp_sum.cuh"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {
namespace {

using rules::kSketch;

constexpr int kWarp = 32;
constexpr int kWarps = 8;
constexpr int kThreads = kWarps * kWarp;

static_assert(kSketch == kWarp, "a lane computes one number of a sketch");

__global__ void __launch_bounds__(kThreads)
    products_kernel(LineProducts a, LineProducts b, int a_count) {
  __shared__ double part[kWarps];
  const bool first = static_cast<int>(blockIdx.x) < a_count;
  const LineProducts& p = first ? a : b;
  const std::size_t i = blockIdx.x - (first ? 0 : a_count);
  const double* line = p.lines.first + i * p.lines.step;
  double sum = 0.0;
  for (int h = threadIdx.x; h < p.lines.length; h += kThreads) {
    sum = fma(line[h * p.lines.stride], p.x[h], sum);
  }
  sum = add_lanes<kWarp>(sum);
  if (threadIdx.x % kWarp == 0) part[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0.0;
  for (const double x : part) sum += x;
  p.y[i] = sum;
}

// A warp takes every eighth element of the line, a lane one number of each
// sketch.
__global__ void __launch_bounds__(kThreads)
    sketches_kernel(Lines lines, const int* __restrict__ other,
                    const int* __restrict__ id, const float* __restrict__ scale,
                    double factor, float* y) {
  __shared__ double part[kWarps][kWarp];
  const std::size_t i = blockIdx.x;
  const int warp = threadIdx.x / kWarp, k = threadIdx.x % kWarp;
  const double* line = lines.first + i * lines.step;
  double sum = 0.0;
#pragma unroll 4
  for (int h = warp; h < lines.length; h += kWarps) {
    const float sign = rules::sketch_sign(rules::sketch_bits(other[h]), k);
    sum = fma(line[h * lines.stride], static_cast<double>(sign), sum);
  }
  part[warp][k] = sum;
  __syncthreads();
  if (warp > 0) return;
  sum = 0.0;
  for (const auto& p : part) sum += p[k];
  const double own = rules::sketch_sign(rules::sketch_bits(id[i]), k);
  y[i * kSketch + k] = static_cast<float>(fma(factor, sum, own)) * scale[i];
}

int lines_of(const LineProducts& p) {
  return p.y == nullptr ? 0 : p.lines.count;
}

}  // namespace

cudaError_t launch_line_products(const Launch& launch, const LineProducts& a,
                                 const LineProducts& b) {
  const int first = lines_of(a), blocks = first + lines_of(b);
  products_kernel<<<blocks, kThreads, 0, launch.stream>>>(a, b, first);
  return cudaGetLastError();
}

cudaError_t launch_line_sketches(const Launch& launch, const Lines& lines,
                                 const int* other, const int* id,
                                 const float* scale, double factor, float* y) {
  sketches_kernel<<<lines.count, kThreads, 0, launch.stream>>>(
      lines, other, id, scale, factor, y);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
