// dense_ops.hpp (host twins of the CUDA kernels, plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

// binv is row-major with leading dimension ld >= m: element (i, j) is
// binv[i*ld + j].  All vectors have m elements.

#ifndef GPUINV_HOST_DENSE_OPS_HPP
#define GPUINV_HOST_DENSE_OPS_HPP

#include <cstddef>

#include "libgpuinv/sparse/host_columns.hpp"
#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv {
namespace host {

// The three vector operations before an update (Shah et al. 2020):
//   omega_i := -alpha_i/alpha_k (i != k), omega_k := 1/alpha_k
//   bk := row k of binv;  row k of binv := 0
void eta(int m, std::size_t ld, int k, const double* alpha, double* binv,
         double* omega, double* bk);

// binv := binv + omega * bk'
void rank_one(int m, std::size_t ld, const double* omega, const double* bk,
              double* binv);

// y := binv * a for sparse a
void gather_columns(int m, std::size_t ld, const double* binv,
                    const SparseVector& a, double* y);

// y := binv' * a for sparse a
void combine_rows(int m, std::size_t ld, const double* binv,
                  const SparseVector& a, double* y);

// dense := B row-major, from its columns
void scatter_columns(const HostColumns& b, std::size_t ld, double* dense);

// max_j sum_i |binv_ij|
double column_abs_sum(int m, std::size_t ld, const double* binv);

}  // namespace host
}  // namespace gpuinv

#endif
