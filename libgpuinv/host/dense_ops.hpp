// dense_ops.hpp (host twins of the CUDA kernels, plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

// binv is row-major with leading dimension ld >= m: element (i, j) is
// binv[i*ld + j].  All vectors have m elements.

#pragma once

#include <cstddef>

#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv::host {

// y := binv * a for sparse a
void gather_columns(int m, std::size_t ld, const double* binv,
                    const SparseVector& a, double* y);

// y := binv' * a for sparse a
void combine_rows(int m, std::size_t ld, const double* binv,
                  const SparseVector& a, double* y);

// max_j sum_i |binv_ij|
double column_abs_sum(int m, std::size_t ld, const double* binv);

}  // namespace gpuinv::host
