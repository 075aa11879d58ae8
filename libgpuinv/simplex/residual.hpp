// residual.hpp (how well a point satisfies A*x = b)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns max_i |A*x - b|_i over the largest of |b_i|, |a_ij*x_j| and 1.  A NaN
// in x[n] makes it NaN.  A few threads of the host share a large A; the result
// is the same on every machine.  Throws Interrupted.
double relative_residual(const WorkingLp& lp, const std::vector<double>& x,
                         const Interrupt& interrupt = {});

}  // namespace gpuinv
