// vendors.hpp (LAPACK, CHOLMOD and UMFPACK, opened on first use)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// OpenBLAS, when loaded, takes 0.1 s, starts a thread with a buffer for each
// core, and ends the process if a limit on the address space does not allow
// that.  A program that never needs it shall not load it.  Therefore a module,
// libgpuinv-lapack.so, links these libraries, and libgpuinv opens it before it
// first calls one of them.

#pragma once

#include <cholmod.h>
#include <omp.h>
#include <umfpack.h>

// LAPACK and BLAS are declared here because not every machine has cblas.h or
// lapacke.h.  Matrices are column-major, integers have 32 bits.
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

namespace gpuinv {

// Functions of the libraries under nearly their own names, which only the
// module links.  Those of OpenBLAS are null with any other BLAS.
struct Vendors {
  const char* version;  // version of libgpuinv that the module was built with
  int (*openblas_get_num_threads)();
  void (*openblas_set_num_threads)(int count);
  const char* (*openblas_get_config)();
  int (*openblas_get_parallel)();  // 2: it uses OpenMP
  int (*openblas_stop_threads)();  // the next call of BLAS starts them again

  decltype(&dgetrf_) dgetrf = dgetrf_;
  decltype(&dtrtri_) dtrtri = dtrtri_;
  decltype(&dtrsm_) dtrsm = dtrsm_;
  decltype(&dgetri_) dgetri = dgetri_;
  decltype(&dpotrf_) dpotrf = dpotrf_;
  decltype(&dpotrs_) dpotrs = dpotrs_;
  decltype(&dsyrk_) dsyrk = dsyrk_;
  decltype(&dgemm_) dgemm = dgemm_;
  decltype(&dgemv_) dgemv = dgemv_;

  decltype(&cholmod_l_start) cholmod_start = cholmod_l_start;
  decltype(&cholmod_l_finish) cholmod_finish = cholmod_l_finish;
  decltype(&cholmod_l_analyze) cholmod_analyze = cholmod_l_analyze;
  decltype(&cholmod_l_realloc) cholmod_realloc = cholmod_l_realloc;
  decltype(&cholmod_l_change_factor) cholmod_change_factor =
      cholmod_l_change_factor;
  decltype(&cholmod_l_factorize) cholmod_factorize = cholmod_l_factorize;
  decltype(&cholmod_l_solve2) cholmod_solve2 = cholmod_l_solve2;
  decltype(&cholmod_l_free_factor) cholmod_free_factor = cholmod_l_free_factor;
  decltype(&cholmod_l_free_dense) cholmod_free_dense = cholmod_l_free_dense;

  decltype(&umfpack_di_defaults) umfpack_defaults = umfpack_di_defaults;
  decltype(&umfpack_di_symbolic) umfpack_symbolic = umfpack_di_symbolic;
  decltype(&umfpack_di_numeric) umfpack_numeric = umfpack_di_numeric;
  decltype(&umfpack_di_get_numeric) umfpack_get_numeric =
      umfpack_di_get_numeric;
  decltype(&umfpack_di_free_symbolic) umfpack_free_symbolic =
      umfpack_di_free_symbolic;
  decltype(&umfpack_di_free_numeric) umfpack_free_numeric =
      umfpack_di_free_numeric;

  decltype(&omp_get_max_active_levels) get_omp_levels =
      omp_get_max_active_levels;
  decltype(&omp_set_max_active_levels) set_omp_levels =
      omp_set_max_active_levels;
};

// Returns the table; the first call opens the module.  Error(NOMEM) if the
// limit on the address space leaves no room for BLAS.  Error(INTERNAL) if the
// module is not in the folder of this library or has another version.  After an
// error, a later call tries again.
const Vendors& vendors();

}  // namespace gpuinv

// The only symbol of the module.  A program that links the libraries itself has
// this function, too, and then opens no module.
extern "C" const gpuinv::Vendors* gpuinv_get_vendors();
