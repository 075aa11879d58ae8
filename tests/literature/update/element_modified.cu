// element_modified.cu (basis update: element-wise, in place, two cases)
// SPDX-License-Identifier: GPL-3.0-or-later

// Shah et al.'s first step from Bieling et al.'s form: row k is copied first,
// so that the elements can change in place; a division and two cases remain.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

__global__ void row_kernel(int m, int k, const double* b, double* bk) {
  const int j = column_of_thread();
  if (j < m) bk[j] = b[static_cast<std::size_t>(k) * m + j];
}

__global__ void elements_kernel(int m, int k, const double* alpha,
                                const double* bk, double* b) {
  const int j = column_of_thread();
  if (j >= m) return;
  const std::size_t i = blockIdx.y, n = m;
  const double row = bk[j] / alpha[k];
  if (i == static_cast<std::size_t>(k))
    b[i * n + j] = row;
  else
    b[i * n + j] -= row * alpha[i];
}

}  // namespace

Outcome launch_element_modified(const Call& call) {
  const int m = call.m;
  double* const bk = call.work;
  const cudaStream_t stream = call.launch.stream;
  row_kernel<<<vector_grid(m), kVectorBlock, 0, stream>>>(m, call.k, call.b,
                                                          bk);
  elements_kernel<<<matrix_grid(call), call.block, 0, stream>>>(
      m, call.k, call.alpha, bk, call.b);
  return {cudaGetLastError()};
}

}  // namespace gpuinv::kernels::update
