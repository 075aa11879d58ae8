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

// Makes variables basic whose bounds follow from rows (implied_bounds.hpp).
// Without these bounds they never leave the basis.  The pivots are then those
// of an LP from which these variables and as many rows were eliminated.  A
// presolver would eliminate them, but then the basis of the whole LP would have
// to be found afterwards.  Each variable takes the place of one that is outside
// of its bounds or near one.
//
// The basis stays as it is, and nothing is freed, if it is primal or dual
// feasible or nearly so on both sides, or not triangular.
FreedStart free_start(const WorkingLp& lp, const SimplexBasis& start,
                      const SimplexControl& control);

// Solves lp from the freed start or, where its basis turns out to be singular,
// from `start`.
SimplexResult solve_freed(Tableau& tableau, const WorkingLp& lp,
                          const SimplexBasis& start,
                          const SimplexControl& control);

}  // namespace gpuinv
