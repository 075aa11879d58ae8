// vendor_table.cpp (the functions of LAPACK, BLAS, CHOLMOD and UMFPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/vendors.hpp"

// OpenBLAS's own functions; null with any other BLAS.
extern "C" {
int openblas_get_num_threads() __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));
const char* openblas_get_config() __attribute__((weak));
int blas_thread_shutdown_() __attribute__((weak));
}

extern "C" __attribute__((visibility("default"))) const gpuinv::Vendors*
gpuinv_get_vendors() {
  static const gpuinv::Vendors table = {
      GPUINV_PACKAGE_VERSION,
      dgetrf_,
      dtrtri_,
      dtrsm_,
      dgetri_,
      dpotrf_,
      dpotrs_,
      dsyrk_,
      dgemm_,
      dgemv_,
      openblas_get_num_threads,
      openblas_set_num_threads,
      openblas_get_config,
      blas_thread_shutdown_,
      cholmod_l_start,
      cholmod_l_finish,
      cholmod_l_analyze,
      cholmod_l_realloc,
      cholmod_l_change_factor,
      cholmod_l_factorize,
      cholmod_l_solve2,
      cholmod_l_free_factor,
      cholmod_l_free_dense,
      umfpack_di_defaults,
      umfpack_di_symbolic,
      umfpack_di_numeric,
      umfpack_di_get_numeric,
      umfpack_di_free_symbolic,
      umfpack_di_free_numeric,
      omp_get_max_active_levels,
      omp_set_max_active_levels,
  };
  return &table;
}
