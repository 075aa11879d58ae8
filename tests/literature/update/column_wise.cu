// column_wise.cu (basis update: a thread for each column)
// SPDX-License-Identifier: GPL-3.0-or-later

// He et al.: every block keeps omega in shared memory, which limits m.  Each
// thread walks down its column in place and changes row k last.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

__global__ void omega_kernel(int m, int k, const double* alpha, double* omega) {
  const int i = column_of_thread();
  if (i < m) omega[i] = omega_at(alpha, k, i);
}

__global__ void columns_kernel(int m, int k, const double* omega, double* b) {
  extern __shared__ double shared[];  // m
  for (int i = threadIdx.x; i < m; i += blockDim.x) shared[i] = omega[i];
  __syncthreads();
  const int j = column_of_thread();
  if (j >= m) return;
  const std::size_t n = m;
  double* const column = b + j;
  const double c = column[k * n];
  for (int i = 0; i < k; i++) column[i * n] += c * shared[i];
  for (int i = k + 1; i < m; i++) column[i * n] += c * shared[i];
  column[k * n] = c * shared[k];
}

}  // namespace

Outcome launch_column_wise(const Call& call) {
  const int m = call.m;
  double* const omega = call.work;
  const cudaStream_t stream = call.launch.stream;
  omega_kernel<<<vector_grid(m), kVectorBlock, 0, stream>>>(m, call.k,
                                                            call.alpha, omega);
  const unsigned blocks = static_cast<unsigned>(ceil_div(m, call.block));
  columns_kernel<<<blocks, call.block, m * sizeof(double), stream>>>(
      m, call.k, omega, call.b);
  return {cudaGetLastError()};
}

}  // namespace gpuinv::kernels::update
