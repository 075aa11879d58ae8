// vendor_table.cpp (the functions of LAPACK, BLAS, CHOLMOD and UMFPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/vendors.hpp"

// OpenBLAS's own functions; null with any other BLAS.
extern "C" {
int openblas_get_num_threads() __attribute__((weak));
void openblas_set_num_threads(int count) __attribute__((weak));
const char* openblas_get_config() __attribute__((weak));
int openblas_get_parallel() __attribute__((weak));
int blas_thread_shutdown_() __attribute__((weak));
}

extern "C" __attribute__((visibility("default"))) const gpuinv::Vendors*
gpuinv_get_vendors() {
  static const gpuinv::Vendors table = {
      GPUINV_PACKAGE_VERSION,   openblas_get_num_threads,
      openblas_set_num_threads, openblas_get_config,
      openblas_get_parallel,    blas_thread_shutdown_};
  return &table;
}
