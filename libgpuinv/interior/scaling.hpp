// scaling.hpp (scale factors of a linear program)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Powers of 2, so that scaling rounds nothing: A becomes R*A*C with
// elements near 1.
struct Scaling {
  std::vector<double> row, column;  // R, C
};

// Geometric means, then columns and rows with a largest element of 1.
Scaling scale(const InteriorLp& lp);

// The largest element of A over the least one that is not 0.
double spread(const InteriorLp& lp);

// The power of 2 nearest to a > 0.
double power_of_two(double a);

}  // namespace gpuinv
