// outer_triangular.cu (Cholesky in outer product form, triangles updated)
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper draws one triangle that covers the lower part of the rest; here a
// grid has a block for each tile on or below the diagonal.

#include "tests/literature/cholesky/steps.cuh"

namespace gpuinv::kernels::cholesky {
namespace {

// Tiles are numbered by rows: tile (r, c), c <= r, is number r*(r+1)/2 + c.
__device__ inline void tile_of(int number, int* r, int* c) {
  int row = static_cast<int>((sqrt(8.0 * number + 1.0) - 1.0) / 2.0);
  while (row * (row + 1) / 2 > number) row--;
  while ((row + 1) * (row + 2) / 2 <= number) row++;
  *r = row;
  *c = number - row * (row + 1) / 2;
}

template <class T>
__global__ void triangle_kernel(int m, int k, T* a) {
  int r, c;
  tile_of(static_cast<int>(blockIdx.x), &r, &c);
  update_tile(m, k, k + 1 + r * kTile, k + 1 + c * kTile, r == c, a);
}

}  // namespace

template <class T>
cudaError_t launch_outer_triangular(const Call<T>& call) {
  return run_steps(call, [&](int k, int rest) {
    const unsigned tiles = static_cast<unsigned>(ceil_div(rest, kTile));
    triangle_kernel<<<tiles*(tiles + 1) / 2, dim3(kTile, kTileColumns), 0,
                      call.launch.stream>>>(call.m, k, call.a);
  });
}

template cudaError_t launch_outer_triangular(const Call<float>&);
template cudaError_t launch_outer_triangular(const Call<double>&);

}  // namespace gpuinv::kernels::cholesky
