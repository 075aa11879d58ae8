// face.hpp (from an interior solution to a basis by the simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// If pivots of the simplex method are cheap, as on a device, pushes are not
// needed.  Let (x, y) be the interior solution, d = c - A'*y, B a basis chosen
// by the weights of its columns, and P the variables of B that belong on a
// bound, d_k != 0.  The face LP is the problem with two changes:
//
//    costs: c_k - d_k for k in B, and for k outside B if d_k has the wrong
//           sign, so that d becomes 0 there;
//    bounds: k in P is fixed at its bound.
//
// Then y are the multipliers of B, and B is dual feasible, so the dual simplex
// method may start.  Up to the errors of x, the objective of the face LP at x
// equals that of B, so the method stays on the optimal face.  A vertex where it
// ends is also feasible for the problem, because bounds of the face LP are only
// tighter.  It is optimal, because c'x differs from the cost of the face LP by
// a constant.  Its basis may still contain variables of P whose true reduced
// costs have the wrong sign; the primal simplex method on the true problem
// exchanges them by degenerate pivots.
struct OptimalFace {
  WorkingLp lp;        // borrows the matrix of the problem
  SimplexBasis start;  // dual feasible
};

// Returns the face LP and its start basis.  The sample may be of any quality,
// as for cross_over.  The start basis is regular up to rounding errors; see
// start_basis.hpp for `dense`.  Throws errors of the factor, whose limit on
// memory counts, and Interrupted.
OptimalFace optimal_face(const WorkingLp& lp, const SimplexBasis& start,
                         InteriorSample sample, BasisFactor& factor,
                         const Interrupt& interrupt, Tableau* dense = nullptr);

// Solves the face LP and then, from its basis, the problem lp itself, both by
// the simplex method.  *on_face is set to the pivots on the face LP, which the
// result includes.  The claim and the errors are those of solve_simplex, among
// them Error(SINGULAR) for a start basis that is singular.
SimplexResult solve_through_face(Tableau& tableau, const WorkingLp& lp,
                                 const OptimalFace& face,
                                 const SimplexControl& control, int* on_face);

}  // namespace gpuinv
