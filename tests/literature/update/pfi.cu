// pfi.cu (basis update: product form of the inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

// Spampinato and Elster: E := I with omega as its column k, C := E * inv(B) by
// GEMM, inv(B) := C.  This takes 2 m^3 flops and two more matrices.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

// E is column-major, so that its column k is contiguous.
__global__ void identity_kernel(int m, double* e) {
  const int i = column_of_thread();
  const std::size_t j = blockIdx.y;
  if (i < m) e[j * m + i] = static_cast<std::size_t>(i) == j ? 1.0 : 0.0;
}

__global__ void eta_column_kernel(int m, int k, const double* alpha,
                                  double* e) {
  const int i = column_of_thread();
  if (i < m) e[static_cast<std::size_t>(k) * m + i] = omega_at(alpha, k, i);
}

}  // namespace

Outcome launch_pfi(const Call& call) {
  const int m = call.m;
  double* const e = call.work;
  double* const c = call.work + static_cast<std::size_t>(m) * m;
  const cudaStream_t stream = call.launch.stream;
  identity_kernel<<<matrix_grid(call), call.block, 0, stream>>>(m, e);
  eta_column_kernel<<<vector_grid(m), kVectorBlock, 0, stream>>>(m, call.k,
                                                                 call.alpha, e);
  Outcome outcome{cudaGetLastError()};
  if (outcome.cuda != cudaSuccess) return outcome;
  // cuBLAS sees row-major matrices as transposed: C' = inv(B)' * E'
  const double one = 1.0, zero = 0.0;
  outcome.blas = cublasDgemm(call.blas, CUBLAS_OP_N, CUBLAS_OP_T, m, m, m, &one,
                             call.b, m, e, m, &zero, c, m);
  if (outcome.blas == CUBLAS_STATUS_SUCCESS)
    outcome.blas = copy_matrix(call, c, call.b);
  return outcome;
}

}  // namespace gpuinv::kernels::update
