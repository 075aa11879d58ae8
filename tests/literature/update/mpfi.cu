// mpfi.cu (basis update: modified product form of the inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

// Ploskas and Samaras: as many threads as the card has cores compute omega;
// then GEMM forms the outer product P := omega * bk, SCAL sets row k := 0, and
// GEAM adds, inv(B) := inv(B) + P.  This needs one more matrix.

#include "tests/literature/update/steps.cuh"

namespace gpuinv::kernels::update {
namespace {

constexpr int kThreads = 128;  // cores of a multiprocessor

__global__ void omega_kernel(int m, int k, const double* alpha, double* omega) {
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = column_of_thread(); i < m; i += threads)
    omega[i] = omega_at(alpha, k, i);
}

}  // namespace

Outcome launch_mpfi(const Call& call) {
  const int m = call.m;
  double* const p = call.work;
  double* const omega = call.work + static_cast<std::size_t>(m) * m;
  double* const bk = call.b + static_cast<std::size_t>(call.k) * m;
  omega_kernel<<<call.launch.multiprocessors, kThreads, 0,
                 call.launch.stream>>>(m, call.k, call.alpha, omega);
  Outcome outcome{cudaGetLastError()};
  if (outcome.cuda != cudaSuccess) return outcome;
  const double one = 1.0, zero = 0.0;
  // cuBLAS sees row-major P as P' = bk' * omega'
  outcome.blas = cublasDgemm(call.blas, CUBLAS_OP_N, CUBLAS_OP_N, m, m, 1, &one,
                             bk, m, omega, 1, &zero, p, m);
  if (outcome.blas == CUBLAS_STATUS_SUCCESS)
    outcome.blas = cublasDscal(call.blas, m, &zero, bk, 1);
  if (outcome.blas == CUBLAS_STATUS_SUCCESS)
    outcome.blas = cublasDgeam(call.blas, CUBLAS_OP_N, CUBLAS_OP_N, m, m, &one,
                               call.b, m, &one, p, m, call.b, m);
  return outcome;
}

}  // namespace gpuinv::kernels::update
