// warm_start.hpp (bases from which the simplex method has little to
// do)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Whether the basis is feasible on one side, primal or dual, and nearly so
// on the other: that of a problem that was solved before it was changed.  Not
// true of one that the factor finds singular.
bool is_warm(const WorkingLp& lp, const SimplexBasis& basis,
             BasisFactor& factor);

}  // namespace gpuinv
