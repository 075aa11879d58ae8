// standard_start.hpp (a dual feasible start of unit columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns the basis of unit columns without cost, one for each row, and every
// other variable at a bound where its cost keeps it.  Returns none if a row has
// no such column, or if more than `wrong` variables have no such bound; these
// are at any bound, and the basis is not quite dual feasible.
std::optional<SimplexBasis> standard_start(const WorkingLp& lp, int wrong = 0);

}  // namespace gpuinv
