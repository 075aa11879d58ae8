// move_upper.cu (moves the part right of the diagonal out of some rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cuda_runtime.h>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"

namespace gpuinv::kernels {
namespace {

constexpr int kThreads = 256;

// There is a row of blocks for each row.
__global__ void __launch_bounds__(kThreads)
    move_upper_kernel(int m, std::size_t ld, int first, double* a,
                      double* panel) {
  const int j = static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
  const int i = static_cast<int>(blockIdx.y);
  if (j <= first + i || j >= m) return;
  double& from = a[static_cast<std::size_t>(first + i) * ld + j];
  panel[static_cast<std::size_t>(i) * ld + j] = from;
  from = 0.0;
}

}  // namespace

cudaError_t launch_move_upper(const Launch& launch, int m, int first, int count,
                              double* a, double* panel) {
  const dim3 grid(static_cast<unsigned>(ceil_div(m, kThreads)),
                  static_cast<unsigned>(count));
  move_upper_kernel<<<grid, kThreads, 0, launch.stream>>>(
      m, leading_dimension(m), first, a, panel);
  return cudaGetLastError();
}

}  // namespace gpuinv::kernels
