// freed_start.hpp (a start without bounds that follow from rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/simplex/simplex.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct FreedStart {
  SimplexBasis basis;
  std::vector<char> freed;  // n, or empty: these need no bounds, and are basic
};

// Makes variables basic whose bounds follow from rows (implied_free.hpp).
// Without these bounds they never leave the basis, and the pivots are those of
// an LP from which they and as many rows were eliminated; a presolver would do
// that, but then the basis had to be found for the whole LP again.  Each takes
// the place of a variable that is outside of its bounds or near one.
//
// The basis stays as it is, and nothing is freed, if it is primal or dual
// feasible or nearly so on both sides, or not triangular.
FreedStart free_start(const WorkingLp& lp, const SimplexBasis& start,
                      const SimplexControl& control);

}  // namespace gpuinv
