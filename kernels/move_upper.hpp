// move_upper.hpp (moves the part right of the diagonal out of some rows)
// SPDX-License-Identifier: GPL-3.0-or-later

// For i = 0..count-1 and j = first+i+1..m-1, with row-major matrices:
//   panel[i, j] := a[first+i, j],   a[first+i, j] := 0.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Both have the leading dimension leading_dimension(m); a has m rows, panel
// `count`.
cudaError_t launch_move_upper(const Launch& launch, int m, int first, int count,
                              double* a, double* panel);

}  // namespace gpuinv::kernels
