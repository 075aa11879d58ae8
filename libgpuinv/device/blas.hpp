// blas.hpp (cuBLAS in both precisions under one name, 64-bit if available)
// SPDX-License-Identifier: GPL-3.0-or-later

// Matrices are column-major and in device memory; scalars are on the host.
// Calls are queued on the handle's stream.

#pragma once

#include "libgpuinv/device/check.hpp"

#if CUDART_VERSION >= 12000
#define GPUINV_CUBLAS_NAME(name) name##_64
#else
#define GPUINV_CUBLAS_NAME(name) name
#endif

namespace gpuinv::device {

// C := alpha*A*A' + beta*C, one triangle; A is n by k.
inline void syrk(cublasHandle_t blas, cublasFillMode_t part, int n, int k,
                 double alpha, const double* a, std::size_t lda, double beta,
                 double* c, std::size_t ldc) {
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasDsyrk)(blas, part, CUBLAS_OP_N, n, k,
                                                &alpha, a, lda, &beta, c, ldc));
}
inline void syrk(cublasHandle_t blas, cublasFillMode_t part, int n, int k,
                 float alpha, const float* a, std::size_t lda, float beta,
                 float* c, std::size_t ldc) {
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasSsyrk)(blas, part, CUBLAS_OP_N, n, k,
                                                &alpha, a, lda, &beta, c, ldc));
}

// C := C + alpha*A*B'; A is m by k, B is n by k.
inline void add_product(cublasHandle_t blas, int m, int n, int k, double alpha,
                        const double* a, std::size_t lda, const double* b,
                        std::size_t ldb, double* c, std::size_t ldc) {
  const double one = 1.0;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasDgemm)(blas, CUBLAS_OP_N, CUBLAS_OP_T,
                                                m, n, k, &alpha, a, lda, b, ldb,
                                                &one, c, ldc));
}
inline void add_product(cublasHandle_t blas, int m, int n, int k, float alpha,
                        const float* a, std::size_t lda, const float* b,
                        std::size_t ldb, float* c, std::size_t ldc) {
  const float one = 1.0F;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasSgemm)(blas, CUBLAS_OP_N, CUBLAS_OP_T,
                                                m, n, k, &alpha, a, lda, b, ldb,
                                                &one, c, ldc));
}

// B := B*inv(L'); B is m by n, L is lower triangular.
inline void solve_right(cublasHandle_t blas, int m, int n, const double* l,
                        std::size_t ldl, double* b, std::size_t ldb) {
  const double one = 1.0;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasDtrsm)(
      blas, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
      CUBLAS_DIAG_NON_UNIT, m, n, &one, l, ldl, b, ldb));
}
inline void solve_right(cublasHandle_t blas, int m, int n, const float* l,
                        std::size_t ldl, float* b, std::size_t ldb) {
  const float one = 1.0F;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasStrsm)(
      blas, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
      CUBLAS_DIAG_NON_UNIT, m, n, &one, l, ldl, b, ldb));
}

// y := op(A)*x; A is m by n.
inline void multiply(cublasHandle_t blas, cublasOperation_t op, int m, int n,
                     const double* a, std::size_t lda, const double* x,
                     double* y) {
  const double one = 1.0, zero = 0.0;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasDgemv)(blas, op, m, n, &one, a, lda, x,
                                                1, &zero, y, 1));
}

// y := y - op(A)*x; A is m by n.
inline void subtract_product(cublasHandle_t blas, cublasOperation_t op, int m,
                             int n, const double* a, std::size_t lda,
                             const double* x, double* y) {
  const double one = 1.0, minus = -1.0;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasDgemv)(blas, op, m, n, &minus, a, lda,
                                                x, 1, &one, y, 1));
}
inline void subtract_product(cublasHandle_t blas, cublasOperation_t op, int m,
                             int n, const float* a, std::size_t lda,
                             const float* x, float* y) {
  const float one = 1.0F, minus = -1.0F;
  GPUINV_CUBLAS(GPUINV_CUBLAS_NAME(cublasSgemv)(blas, op, m, n, &minus, a, lda,
                                                x, 1, &one, y, 1));
}

}  // namespace gpuinv::device
