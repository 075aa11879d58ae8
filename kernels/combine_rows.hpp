// combine_rows.hpp (BTRAN of a sparse vector)
// SPDX-License-Identifier: GPL-3.0-or-later

//   y_j := sum over t of val_t * inv(B)[ind_t, j],   j = 0..m-1.
// Reads 8 s m bytes, row by row.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Returns the doubles of workspace that suffice for every s.
std::size_t combine_rows_workspace(int m);

// b[matrix_elements(m)]; ind[s] and val[s] are on the device, s >= 1;
// y[leading_dimension(m)] is written completely, with zeros in the padding;
// work[combine_rows_workspace(m)].  The non-zeros are split into parts that
// depend only on m, s and the device, and the parts are added in a fixed order,
// so equal input gives equal bits.
cudaError_t launch_combine_rows(const Launch& launch, int m, const double* b,
                                int s, const int* ind, const double* val,
                                double* y, double* work);

}  // namespace gpuinv::kernels
