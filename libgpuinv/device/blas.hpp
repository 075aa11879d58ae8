// blas.hpp (cuBLAS in both precisions under one name, 64-bit if available)
// SPDX-License-Identifier: GPL-3.0-or-later

// Matrices are column-major and in device memory; scalars are on the host.
// Calls are queued on the handle's stream.

#pragma once

#include <type_traits>

#include "libgpuinv/device/check.hpp"

// The routine of double or of float, as the type of its argument says.
#if CUDART_VERSION >= 12000
#define GPUINV_CUBLAS_ROUTINE(T, name) \
  gpuinv::device::routine<T>(cublasD##name##_64, cublasS##name##_64)
#else
#define GPUINV_CUBLAS_ROUTINE(T, name) \
  gpuinv::device::routine<T>(cublasD##name, cublasS##name)
#endif

namespace gpuinv::device {

template <class T, class Double, class Single>
constexpr auto routine(Double of_double, Single of_float) {
  if constexpr (std::is_same_v<T, double>) {
    return of_double;
  } else {
    return of_float;
  }
}

// C := alpha*A*A' + beta*C, one triangle; A is n by k.
template <class T>
void syrk(cublasHandle_t blas, cublasFillMode_t part, int n, int k, T alpha,
          const T* a, std::size_t lda, T beta, T* c, std::size_t ldc) {
  GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, syrk)(blas, part, CUBLAS_OP_N, n, k,
                                               &alpha, a, lda, &beta, c, ldc));
}

// C := C + alpha*A*B'; A is m by k, B is n by k.
template <class T>
void add_product(cublasHandle_t blas, int m, int n, int k, T alpha, const T* a,
                 std::size_t lda, const T* b, std::size_t ldb, T* c,
                 std::size_t ldc) {
  const T one = 1;
  GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, gemm)(blas, CUBLAS_OP_N, CUBLAS_OP_T,
                                               m, n, k, &alpha, a, lda, b, ldb,
                                               &one, c, ldc));
}

// B := B*inv(L'); B is m by n, L is lower triangular.
template <class T>
void solve_right(cublasHandle_t blas, int m, int n, const T* l, std::size_t ldl,
                 T* b, std::size_t ldb) {
  const T one = 1;
  GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, trsm)(
      blas, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T,
      CUBLAS_DIAG_NON_UNIT, m, n, &one, l, ldl, b, ldb));
}

// y := alpha*op(A)*x + beta*y; A is m by n.
template <class T>
void multiply(cublasHandle_t blas, cublasOperation_t op, int m, int n, T alpha,
              const T* a, std::size_t lda, const T* x, T beta, T* y) {
  GPUINV_CUBLAS(GPUINV_CUBLAS_ROUTINE(T, gemv)(blas, op, m, n, &alpha, a, lda,
                                               x, 1, &beta, y, 1));
}

}  // namespace gpuinv::device
