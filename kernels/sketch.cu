// sketch.cu (sketches of the rows or columns of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/sketch.hpp"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::kernels {
namespace {

using rules::kSketch;

constexpr int kThreads = 256;
constexpr int kItemsPerBlock = kThreads / kSketch;
constexpr int kBlocksPerMultiprocessor = 8;

unsigned grid_of(const Launch& launch, int count) {
  return grid_for(launch, static_cast<std::size_t>(count), kItemsPerBlock,
                  kBlocksPerMultiprocessor);
}

// There is one thread per element.
__device__ inline std::size_t first_element() {
  return blockIdx.x * static_cast<std::size_t>(kThreads) + threadIdx.x;
}
__device__ inline std::size_t elements_per_step() {
  return gridDim.x * static_cast<std::size_t>(kThreads);
}
__device__ inline float sign_of(const int* id, std::size_t e) {
  return rules::sketch_sign(rules::sketch_bits(id[e / kSketch]),
                            static_cast<int>(e % kSketch));
}

__global__ void __launch_bounds__(kThreads)
    signs_kernel(const int* id, std::size_t elements, std::size_t all,
                 double* g) {
  for (std::size_t e = first_element(); e < all; e += elements_per_step()) {
    g[e] = e < elements ? sign_of(id, e) : 0.0f;
  }
}

__global__ void __launch_bounds__(kThreads)
    finish_kernel(const int* id, const float* scale, const double* product,
                  double factor, std::size_t elements, float* y) {
  for (std::size_t e = first_element(); e < elements;
       e += elements_per_step()) {
    const double sum = sign_of(id, e) + factor * product[e];
    y[e] = static_cast<float>(sum) * scale[e / kSketch];
  }
}

__global__ void __launch_bounds__(kThreads)
    scale_kernel(const float* scale, const double* product,
                 std::size_t elements, float* y) {
  for (std::size_t e = first_element(); e < elements;
       e += elements_per_step()) {
    y[e] = static_cast<float>(product[e]) * scale[e / kSketch];
  }
}

// A warp computes an item, a lane one number of it.
__global__ void __launch_bounds__(kThreads)
    rows_kernel(SparseRows a, int n, int count, int all, double* y) {
  const int i = blockIdx.x * kItemsPerBlock + threadIdx.x / kSketch;
  if (i >= all) return;
  const int k = threadIdx.x % kSketch;
  double sum = 0.0;
  const std::size_t end = i < count ? a.start[i + 1] : a.start[count];
#pragma unroll 4
  for (std::size_t t = a.start[i]; t < end; t++) {
    const int id = __ldg(a.index + t);
    const float sign = rules::sketch_sign(rules::sketch_bits(id), k);
    if (id < n) sum = fma(__ldg(a.value + t), static_cast<double>(sign), sum);
  }
  y[i * static_cast<std::size_t>(kSketch) + k] = sum;
}

__global__ void __launch_bounds__(kThreads)
    products_kernel(SparseRows a, const int* id, const double* x, int count,
                    double* y) {
  const int i = blockIdx.x * kItemsPerBlock + threadIdx.x / kSketch;
  if (i >= count) return;
  const int k = threadIdx.x % kSketch, row = id[i];
  double sum = 0.0;
#pragma unroll 4
  for (std::size_t t = a.start[row]; t < a.start[row + 1]; t++) {
    const std::size_t from = __ldg(a.index + t);
    sum = fma(__ldg(a.value + t), __ldg(x + from * kSketch + k), sum);
  }
  y[i * static_cast<std::size_t>(kSketch) + k] = sum;
}

unsigned warps_for(int count) {
  return static_cast<unsigned>(ceil_div(count, kItemsPerBlock));
}

}  // namespace

cudaError_t launch_sketch_scale(const Launch& launch, const float* scale,
                                const double* product, int count, float* y) {
  scale_kernel<<<grid_of(launch, count), kThreads, 0, launch.stream>>>(
      scale, product, static_cast<std::size_t>(count) * kSketch, y);
  return cudaGetLastError();
}

cudaError_t launch_sketch_rows(const Launch& launch, const SparseRows& a, int n,
                               int count, double* y) {
  const int all = even_count(count);
  rows_kernel<<<warps_for(all), kThreads, 0, launch.stream>>>(a, n, count, all,
                                                              y);
  return cudaGetLastError();
}

cudaError_t launch_sketch_products(const Launch& launch, const SparseRows& a,
                                   const int* id, const double* x, int count,
                                   double* y) {
  products_kernel<<<warps_for(count), kThreads, 0, launch.stream>>>(a, id, x,
                                                                    count, y);
  return cudaGetLastError();
}

cudaError_t launch_sketch_signs(const Launch& launch, const int* id, int count,
                                double* g) {
  const std::size_t all = even_count(count);
  signs_kernel<<<grid_of(launch, count), kThreads, 0, launch.stream>>>(
      id, static_cast<std::size_t>(count) * kSketch, all * kSketch, g);
  return cudaGetLastError();
}

cudaError_t launch_sketch_finish(const Launch& launch, const int* id,
                                 const float* scale, const double* product,
                                 double factor, int count, float* y) {
  finish_kernel<<<grid_of(launch, count), kThreads, 0, launch.stream>>>(
      id, scale, product, factor, static_cast<std::size_t>(count) * kSketch, y);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
