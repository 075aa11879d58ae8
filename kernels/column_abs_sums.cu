// column_abs_sums.cu (sums for the 1-norm of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128;  // each owns two neighbouring columns
constexpr int kUnroll = 8;     // rows in flight per thread

__global__ void __launch_bounds__(kThreads)
    column_abs_sums_kernel(std::size_t rows, std::size_t pairs,
                           const double2* __restrict__ b,
                           double2* __restrict__ part) {
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (j >= pairs) return;
  const std::size_t p = blockIdx.y;
  const std::size_t begin = p * rows / gridDim.y;
  const std::size_t end = (p + 1) * rows / gridDim.y;
  double2 sum = make_double2(0.0, 0.0);
#pragma unroll kUnroll
  for (std::size_t i = begin; i < end; i++) {
    const double2 v = b[i * pairs + j];
    sum.x += fabs(v.x);
    sum.y += fabs(v.y);
  }
  part[p * pairs + j] = sum;
}

}  // namespace

cudaError_t launch_column_abs_sums(const Launch& launch, int m, const double* b,
                                   double* part) {
  const std::size_t pairs = leading_dimension(m) / 2;
  const dim3 grid(static_cast<unsigned>(ceil_div(pairs, kThreads)),
                  kColumnSumParts);
  column_abs_sums_kernel<<<grid, kThreads, 0, launch.stream>>>(
      padded_rows(m), pairs, reinterpret_cast<const double2*>(b),
      reinterpret_cast<double2*>(part));
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
