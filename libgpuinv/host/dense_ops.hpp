// dense_ops.hpp (dense operations on a basis inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

// binv is row-major with leading dimension ld >= m: element (i, j) is
// binv[i*ld + j].  All vectors have m elements.

#pragma once

#include <cstddef>

#include "libgpuinv/host/stepwise.hpp"
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

// Returns the most bytes of workspace for m rows.
std::size_t invert_dense_bytes(int m);

// a[m*m] := inv(a), row- or column-major.  Returns false if a pivot is zero.
bool invert_dense(int m, double* a, const Stepwise& steps);

}  // namespace gpuinv::host
