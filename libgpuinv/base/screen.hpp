// screen.hpp (checks of vectors that cross the border)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// max_i |x_i| over x[0..m-1]
double max_abs(int m, const double* x);

// Throws Error(NONFINITE, "<what> is not finite in element i") if some
// x_i is infinite or not a number.
void require_finite(int m, const double* x, const char* what);

}  // namespace gpuinv
