// gather_columns.hpp (FTRAN of a sparse column)
// SPDX-License-Identifier: GPL-3.0-or-later

//   y_i := sum over t of inv(B)[i, ind_t] * val_t,   i = 0..m-1.
// Every element of inv(B) that is read costs a sector of 32 bytes.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// b[matrix_elements(m)]; ind[s] and val[s] are on the device, s >= 1; y[m].
cudaError_t launch_gather_columns(const Launch& launch, int m, const double* b,
                                  int s, const int* ind, const double* val,
                                  double* y);

}  // namespace gpuinv::kernels
