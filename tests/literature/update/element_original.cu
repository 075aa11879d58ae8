// element_original.cu (basis update: element-wise, into another matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

// Bieling et al.: a thread for each element, with two cases and a division
// each; the result is written to another matrix and copied back.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

__global__ void elements_kernel(int m, int k, const double* alpha,
                                const double* b, double* c) {
  const int j = column_of_thread();
  if (j >= m) return;
  const std::size_t i = blockIdx.y, n = m;
  const double row = b[k * n + j] / alpha[k];
  if (i == static_cast<std::size_t>(k))
    c[i * n + j] = row;
  else
    c[i * n + j] = b[i * n + j] - row * alpha[i];
}

}  // namespace

Outcome launch_element_original(const Call& call) {
  elements_kernel<<<matrix_grid(call), call.block, 0, call.launch.stream>>>(
      call.m, call.k, call.alpha, call.b, call.work);
  Outcome outcome{cudaGetLastError()};
  if (outcome.cuda == cudaSuccess)
    outcome.blas = copy_matrix(call, call.work, call.b);
  return outcome;
}

}  // namespace gpuinv::kernels::update
