// lapack.hpp (LAPACK and BLAS routines in use, Fortran interface)
// SPDX-License-Identifier: GPL-3.0-or-later

// These routines are declared here because not every machine has cblas.h or
// lapacke.h.  Matrices are column-major, integers have 32 bits.

#pragma once

extern "C" {
// LU factorization with partial pivoting: A = P*L*U in place
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv,
             int* info);
// inv(T) in place, T triangular
void dtrtri_(const char* uplo, const char* diag, const int* n, double* a,
             const int* lda, int* info);
// B := alpha*inv(op(T))*B or alpha*B*inv(op(T)), T triangular
void dtrsm_(const char* side, const char* uplo, const char* transa,
            const char* diag, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, double* b, const int* ldb);
// inv(A) in place from dgetrf's factors
void dgetri_(const int* n, double* a, const int* lda, const int* ipiv,
             double* work, const int* lwork, int* info);
// A = L*L' in place, lower triangle for uplo = "L"
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda,
             int* info);
// A*X = B for X in place of B, from dpotrf's factor
void dpotrs_(const char* uplo, const int* n, const int* nrhs, const double* a,
             const int* lda, double* b, const int* ldb, int* info);
// C := alpha*A*A' + beta*C, one triangle
void dsyrk_(const char* uplo, const char* trans, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda,
            const double* beta, double* c, const int* ldc);
// C := alpha*op(A)*op(B) + beta*C
void dgemm_(const char* transa, const char* transb, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda,
            const double* b, const int* ldb, const double* beta, double* c,
            const int* ldc);
// y := alpha*op(A)*x + beta*y
void dgemv_(const char* trans, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* x, const int* incx,
            const double* beta, double* y, const int* incy);
}
