// normal_sums.hpp (entries of A*diag(d)*A' by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/sparse/columns.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

// Adds column i of the lower triangle of A*diag(d)*A' to sum: entry k to
// sum[k].  Only columns of A with an entry in row i contribute.
void add_normal_column(const ColumnMatrix& a, const RowIndex& rows, int i,
                       const double* d, double* sum);

// Returns the operations of add_normal_column for all i.
double assembly_flops(const ColumnMatrix& a);

// Throws Error(NONFINITE) unless d and r are finite.
void require_finite_weights(const ColumnMatrix& a, const double* d,
                            const double* r);

}  // namespace gpuinv
