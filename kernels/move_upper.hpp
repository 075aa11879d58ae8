// move_upper.hpp (what is right of the diagonal, out of some rows)
// SPDX-License-Identifier: GPL-3.0-or-later

// For i = 0..count-1 and j = first+i+1..m-1, matrices row-major:
//   panel[i, j] := a[first+i, j],   a[first+i, j] := 0.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Both of leading_dimension(m); a of m rows, panel of count.
cudaError_t launch_move_upper(const Launch& launch, int m, int first, int count,
                              double* a, double* panel);

}  // namespace gpuinv::kernels
