// implied_free.hpp (variables that need no bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns variables whose bounds could all be dropped at once without a change
// of the feasible set: each bound follows from a row and from bounds of other
// variables, and none in the end from itself.  (A presolver would substitute
// them: Andersen and Andersen's implied free variables.)  Free variables come
// first, then those that follow from the shortest rows.
std::vector<int> implied_free(const WorkingLp& lp, const Interrupt& interrupt);

}  // namespace gpuinv
