// gather_columns.hpp (FTRAN of a sparse column)
// SPDX-License-Identifier: GPL-3.0-or-later

//   y_i := sum over t of inv(B)[i, ind_t] * val_t,   i = 0..m-1.
// Every element of inv(B) that is touched costs a 32-byte sector.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// b[matrix_elements(m)]; ind[s], val[s] on the device, s >= 1; y[m].
cudaError_t launch_gather_columns(const Launch& launch, int m, const double* b,
                                  int s, const int* ind, const double* val,
                                  double* y);

}  // namespace gpuinv::kernels
