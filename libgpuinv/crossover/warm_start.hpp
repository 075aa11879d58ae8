// warm_start.hpp (bases close to an optimal one)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns whether the basis is primal or dual feasible and nearly feasible on
// the other side, as that of a problem that was changed after it was solved.
// Returns false if the factor finds it singular.
bool is_warm(const WorkingLp& lp, const SimplexBasis& basis,
             BasisFactor& factor);

}  // namespace gpuinv
