// scaling.hpp (scale factors of a linear program)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Scale factors.  They are powers of 2, so that scaling does not round: A
// becomes R*A*C with elements near 1.
struct Scaling {
  std::vector<double> row, column;  // R, C
};

// Scales by geometric means, then so that each column and each row has a
// largest element of 1.
Scaling scale(const InteriorLp& lp);

// Returns the largest element of A over the smallest one that is not 0.
double spread(const InteriorLp& lp);

// Returns the power of 2 nearest to a > 0.
double power_of_two(double a);

}  // namespace gpuinv
