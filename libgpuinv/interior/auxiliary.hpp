// auxiliary.hpp (linear programs whose solutions are certificates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Returns lp without the bounds that are infinity written as a number, or null
// if there are none.  If the optimum of the result is within those bounds, it
// is the optimum of lp.  A proof that the result has no solution also holds for
// lp.
std::unique_ptr<const InteriorLp> relaxation(const InteriorLp& lp);

// minimize the sum of the violations of the rows of lp, subject to its column
// bounds.  If the minimum is positive, the multipliers of the rows are a Farkas
// ray of lp.
InteriorLp violation_problem(const InteriorLp& lp);

// minimize c'd subject to A*d and d in the recession cones of the bounds of lp,
// -1 <= d <= 1.  If the minimum is negative, d is a primal ray of lp.
InteriorLp ray_problem(const InteriorLp& lp);

}  // namespace gpuinv
