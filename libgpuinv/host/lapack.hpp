// host/lapack.hpp (LAPACK and BLAS routines in use, Fortran interface)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Declared here because neither cblas.h nor lapacke.h is on every
// machine; matrices are column-major, integers 32-bit.

#ifndef GPUINV_HOST_LAPACK_HPP
#define GPUINV_HOST_LAPACK_HPP

extern "C" {
// LU factorization with partial pivoting: A = P*L*U in place
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv,
             int* info);
// inv(A) in place from dgetrf's factors
void dgetri_(const int* n, double* a, const int* lda, const int* ipiv,
             double* work, const int* lwork, int* info);
// QR factorization with column pivoting: A*P = Q*R in place
void dgeqp3_(const int* m, const int* n, double* a, const int* lda, int* jpvt,
             double* tau, double* work, const int* lwork, int* info);
// y := alpha*op(A)*x + beta*y
void dgemv_(const char* trans, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* x, const int* incx,
            const double* beta, double* y, const int* incy);
}

#endif
