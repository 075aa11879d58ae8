// dealt_columns.cu (vectors by position or by variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/dealt_columns.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;

template <bool kScatter>
__global__ void __launch_bounds__(kThreads)
    move_kernel(DealtColumns columns, const double* from, double* to) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  if (j > columns.count) return;
  const Deal deal = columns.deal;
  const int place = j % deal.blocks * deal.per_block + j / deal.blocks;
  const int variable = j < columns.count ? columns.id[place] : columns.n;
  if constexpr (kScatter) {
    to[variable] = from[j];
  } else {
    to[j] = from[variable];
  }
}

template <bool kScatter>
cudaError_t launch_move(const Launch& launch, const DealtColumns& columns,
                        const double* from, double* to) {
  const unsigned blocks =
      static_cast<unsigned>(ceil_div(columns.count + 1, kThreads));
  move_kernel<kScatter>
      <<<blocks, kThreads, 0, launch.stream>>>(columns, from, to);
  return cudaGetLastError();
}

}  // namespace

cudaError_t launch_scatter_dealt(const Launch& launch,
                                 const DealtColumns& columns, const double* z,
                                 double* x) {
  return launch_move<true>(launch, columns, z, x);
}

cudaError_t launch_gather_dealt(const Launch& launch,
                                const DealtColumns& columns, const double* x,
                                double* z) {
  return launch_move<false>(launch, columns, x, z);
}

}  // namespace gpuinv::kernels
