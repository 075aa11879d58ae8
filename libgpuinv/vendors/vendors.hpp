// vendors.hpp (LAPACK, CHOLMOD and UMFPACK, opened when needed)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// OpenBLAS takes 0.1 s, a thread for each core and as many buffers as soon as
// it is loaded, and ends the process where a limit on its address space does
// not allow for them.  A program that never needs it shall not have it: the
// libraries are linked by a module of their own, libgpuinv-lapack.so, which is
// opened before the first call of one of them.

#pragma once

#include <cholmod.h>
#include <omp.h>
#include <umfpack.h>

#include "libgpuinv/vendors/lapack.hpp"

namespace gpuinv {

// Functions of the libraries, nearly by their own names; OpenBLAS's are null
// with any other BLAS.
struct Vendors {
  const char* version;  // of libgpuinv, whose build both are of

  decltype(&dgetrf_) dgetrf;
  decltype(&dtrtri_) dtrtri;
  decltype(&dtrsm_) dtrsm;
  decltype(&dgetri_) dgetri;
  decltype(&dpotrf_) dpotrf;
  decltype(&dpotrs_) dpotrs;
  decltype(&dsyrk_) dsyrk;
  decltype(&dgemm_) dgemm;
  decltype(&dgemv_) dgemv;

  int (*openblas_get_num_threads)();
  void (*openblas_set_num_threads)(int count);
  const char* (*openblas_get_config)();

  decltype(&cholmod_l_start) cholmod_start;
  decltype(&cholmod_l_finish) cholmod_finish;
  decltype(&cholmod_l_analyze) cholmod_analyze;
  decltype(&cholmod_l_change_factor) cholmod_change_factor;
  decltype(&cholmod_l_factorize) cholmod_factorize;
  decltype(&cholmod_l_solve2) cholmod_solve2;
  decltype(&cholmod_l_free_factor) cholmod_free_factor;
  decltype(&cholmod_l_free_dense) cholmod_free_dense;

  decltype(&umfpack_di_defaults) umfpack_defaults;
  decltype(&umfpack_di_symbolic) umfpack_symbolic;
  decltype(&umfpack_di_numeric) umfpack_numeric;
  decltype(&umfpack_di_get_numeric) umfpack_get_numeric;
  decltype(&umfpack_di_free_symbolic) umfpack_free_symbolic;
  decltype(&umfpack_di_free_numeric) umfpack_free_numeric;

  decltype(&omp_get_max_active_levels) get_omp_levels;
  decltype(&omp_set_max_active_levels) set_omp_levels;
};

// Opens the module at the first call.  Error(NOMEM) if the limit on the address
// space leaves no room for BLAS, Error(INTERNAL) if the module is not beside
// this library or is of another version; a later call tries again.
const Vendors& vendors();

}  // namespace gpuinv

// The module's only symbol; programs that link the libraries themselves have
// it, too, and then open nothing.
extern "C" const gpuinv::Vendors* gpuinv_get_vendors();
