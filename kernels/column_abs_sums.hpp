// column_abs_sums.hpp (sums for the 1-norm of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

//   part[p, j] := sum of |b_ij| over the rows i of part p,   j = 0..m-1.
// The 1-norm of b is the largest over j of the sum over p of part[p, j].

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

constexpr int kColumnSumParts = 64;

// b[matrix_elements(m)]; part[kColumnSumParts * leading_dimension(m)],
// row-major with leading_dimension(m) columns, is written completely.
cudaError_t launch_column_abs_sums(const Launch& launch, int m, const double* b,
                                   double* part);

}  // namespace gpuinv::kernels
