// crossover.hpp (from an interior solution to a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/push_watch.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Pushes, those of them that changed the basis, and where the time went.
struct CrossoverCounts {
  int dual_pushes = 0, dual_pivots = 0;
  int primal_pushes = 0, primal_pivots = 0;
  int restored = 0;  // pivots that brought basic values back to their bounds
  double start_seconds = 0.0, dual_seconds = 0.0, primal_seconds = 0.0;
  double restore_seconds = 0.0;
};

struct CrossoverResult {
  SimplexBasis basis;
  CrossoverCounts counts;
};

// Rows ascend within each column of lp, and no element is 0 (see OwnedLp).
// A basis at or near the sample, which may be of any quality: the better it
// is, the nearer to optimal is the basis.  The columns of `start` are
// regular; they help out where those of the sample depend on each other.
// First multipliers are pushed to 0 from basic variables that are at a
// bound, then values of non-basic variables to a bound; where another one
// gets to its own bound before, it takes the place in the basis.
// The watch is told the pushes made, those left, and what is left of values or
// reduced costs to be pushed; the objective is that of the point.
// Error(SINGULAR): the start basis; Error of the factor; Interrupted.
CrossoverResult cross_over(const WorkingLp& lp, const SimplexBasis& start,
                           InteriorSample sample, BasisFactor& factor,
                           const Interrupt& interrupt,
                           const PushWatch& watch = PushWatch(nullptr));

}  // namespace gpuinv
