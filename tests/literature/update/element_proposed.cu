// element_proposed.cu (basis update: element-wise, in place, without cases)
// SPDX-License-Identifier: GPL-3.0-or-later

// Shah et al.: one kernel of m threads sets bk := row k, row k := 0 and omega;
// then a thread for each element computes b_ij := b_ij + bk_j * omega_i.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

__global__ void vectors_kernel(int m, int k, const double* alpha, double* b,
                               double* omega, double* bk) {
  const int j = column_of_thread();
  if (j >= m) return;
  double* const row = b + static_cast<std::size_t>(k) * m;
  bk[j] = row[j];
  row[j] = 0.0;
  omega[j] = omega_at(alpha, k, j);
}

__global__ void elements_kernel(int m, const double* omega, const double* bk,
                                double* b) {
  const int j = column_of_thread();
  if (j >= m) return;
  const std::size_t i = blockIdx.y;
  b[i * m + j] += bk[j] * omega[i];
}

}  // namespace

Outcome launch_element_proposed(const Call& call) {
  const int m = call.m;
  double* const omega = call.work;
  double* const bk = call.work + m;
  const cudaStream_t stream = call.launch.stream;
  vectors_kernel<<<vector_grid(m), kVectorBlock, 0, stream>>>(
      m, call.k, call.alpha, call.b, omega, bk);
  elements_kernel<<<matrix_grid(call), call.block, 0, stream>>>(m, omega, bk,
                                                                call.b);
  return {cudaGetLastError()};
}

}  // namespace gpuinv::kernels::update
