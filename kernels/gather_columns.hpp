// gather_columns.hpp (FTRAN of a sparse column)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

//   y_i := sum over t of inv(B)[i, ind_t] * val_t,   i = 0..m-1.
// Every element of inv(B) that is touched costs a 32-byte sector.

#ifndef GPUINV_KERNELS_GATHER_COLUMNS_HPP
#define GPUINV_KERNELS_GATHER_COLUMNS_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// b[matrix_elements(m)]; ind[s], val[s] on the device, s >= 1; y[m].
cudaError_t launch_gather_columns(const Launch& launch, int m, const double* b,
                                  int s, const int* ind, const double* val,
                                  double* y);

}  // namespace gpuinv::kernels

#endif
