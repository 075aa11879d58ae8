// combine_rows.cu (BTRAN of a sparse vector)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 128;  // each owns two neighbouring columns
constexpr int kBlocksPerMultiprocessor = 8;
constexpr int kUnroll = 8;         // rows in flight per thread
constexpr int kLeastPerPart = 16;  // least non-zeros for a part to pay
constexpr int kMostParts = 64;

// part[p] := sum over the non-zeros of part p = blockIdx.y.
__global__ void __launch_bounds__(kThreads)
    combine_rows_kernel(std::size_t pairs, const double2* __restrict__ b, int s,
                        const int* __restrict__ ind,
                        const double* __restrict__ val,
                        double2* __restrict__ part) {
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (j >= pairs) return;
  const std::size_t p = blockIdx.y;
  const int begin = static_cast<int>(p * s / gridDim.y);
  const int end = static_cast<int>((p + 1) * s / gridDim.y);
  double2 sum = make_double2(0.0, 0.0);
#pragma unroll kUnroll
  for (int t = begin; t < end; t++) {
    const double2 v = b[ind[t] * pairs + j];
    sum.x = fma(val[t], v.x, sum.x);
    sum.y = fma(val[t], v.y, sum.y);
  }
  part[p * pairs + j] = sum;
}

// y := part[0] + part[1] + ..., in this order.
__global__ void __launch_bounds__(kThreads)
    add_parts_kernel(std::size_t pairs, int parts,
                     const double2* __restrict__ part,
                     double2* __restrict__ y) {
  const std::size_t j =
      static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (j >= pairs) return;
  double2 sum = part[j];
#pragma unroll kUnroll
  for (int p = 1; p < parts; p++) {
    const double2 v = part[p * pairs + j];
    sum.x += v.x;
    sum.y += v.y;
  }
  y[j] = sum;
}

int part_count(const Launch& launch, unsigned blocks, int s) {
  const int most = launch.multiprocessors * kBlocksPerMultiprocessor /
                   static_cast<int>(blocks);
  const int parts = std::min({most, s / kLeastPerPart, kMostParts});
  return std::max(parts, 1);
}

}  // namespace

std::size_t combine_rows_workspace(int m) {
  return kMostParts * leading_dimension(m);
}

cudaError_t launch_combine_rows(const Launch& launch, int m, const double* b,
                                int s, const int* ind, const double* val,
                                double* y, double* work) {
  const std::size_t pairs = leading_dimension(m) / 2;
  const unsigned blocks = static_cast<unsigned>(ceil_div(pairs, kThreads));
  const int parts = part_count(launch, blocks, s);
  double2* y2 = reinterpret_cast<double2*>(y);
  double2* work2 = reinterpret_cast<double2*>(work);
  const dim3 grid(blocks, static_cast<unsigned>(parts));
  combine_rows_kernel<<<grid, kThreads, 0, launch.stream>>>(
      pairs, reinterpret_cast<const double2*>(b), s, ind, val,
      parts == 1 ? y2 : work2);
  if (parts > 1) {
    add_parts_kernel<<<blocks, kThreads, 0, launch.stream>>>(pairs, parts,
                                                             work2, y2);
  }
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
