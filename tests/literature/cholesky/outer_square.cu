// outer_square.cu (Cholesky in outer product form, whole squares updated)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/literature/cholesky/steps.cuh"

namespace gpuinv::kernels::cholesky {
namespace {

template <class T>
__global__ void square_kernel(int m, int k, T* a) {
  const int i0 = k + 1 + static_cast<int>(blockIdx.x) * kTile;
  const int j0 = k + 1 + static_cast<int>(blockIdx.y) * kTile;
  update_tile(m, k, i0, j0, false, a);
}

}  // namespace

template <class T>
cudaError_t launch_outer_square(const Call<T>& call) {
  return run_steps(call, [&](int k, int rest) {
    const unsigned tiles = static_cast<unsigned>(ceil_div(rest, kTile));
    square_kernel<<<dim3(tiles, tiles), dim3(kTile, kTileColumns), 0,
                    call.launch.stream>>>(call.m, k, call.a);
  });
}

template cudaError_t launch_outer_square(const Call<float>&);
template cudaError_t launch_outer_square(const Call<double>&);

}  // namespace gpuinv::kernels::cholesky
