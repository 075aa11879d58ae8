// auxiliary.hpp (linear programs whose solutions are certificates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// lp without bounds that are infinity written as a number; null if there are
// none.  Where its optimum is within them it is that of lp, and what proves
// that it has no solution proves it of lp.
std::unique_ptr<const InteriorLp> relaxation(const InteriorLp& lp);

// minimize the sum of what the rows of lp are violated by, subject to its
// bounds on columns.  If that is more than 0, the multipliers of the rows
// are a Farkas ray of lp.
InteriorLp violation_problem(const InteriorLp& lp);

// minimize c'd subject to A*d and d in the recession cones of the bounds
// of lp, -1 <= d <= 1.  If that is less than 0, d is a primal ray of lp.
InteriorLp ray_problem(const InteriorLp& lp);

}  // namespace gpuinv
