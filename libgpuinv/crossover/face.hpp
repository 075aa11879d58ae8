// face.hpp (from an interior solution to a basis by the simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Where a pivot of the simplex method is cheap, as on a device, pushes are not
// needed.  Let (x, y) be the interior solution, d = c - A'*y, B a basis chosen
// by its weights, and P those variables of B that belong to a bound, d_k != 0.
// The face LP is that of the problem with two changes:
//
//    costs: c_k - d_k for k in B, and for k outside B where d_k has the wrong
//           sign, so that d becomes 0 there;
//    bounds: k in P is fixed at its bound.
//
// Then y are the multipliers of B, and B is dual feasible: the dual simplex
// method may start.  The objective of the face LP at x is that of B already,
// up to what x lacks, so that the method stays on the optimal face.  A vertex
// that it ends at is feasible for the problem, too, as bounds are only
// tighter there, and optimal, as c'x differs by a constant from the cost of
// the face LP.  Its basis may still hold variables of P whose true reduced
// costs ask them to leave: the primal simplex method on the true problem
// exchanges them, by degenerate pivots.
struct OptimalFace {
  WorkingLp lp;        // borrows the matrix of the problem
  SimplexBasis start;  // dual feasible
};

// As for cross_over: the sample may be of any quality.
// Error(SINGULAR): the start basis; Error of the factor; Interrupted.
OptimalFace optimal_face(const WorkingLp& lp, const SimplexBasis& start,
                         InteriorSample sample, BasisFactor& factor,
                         const Interrupt& interrupt);

// The face LP, then the problem lp itself from the basis of that, both by
// the simplex method.  on_face: the pivots of the former, which the result
// counts as well.  What is thrown, and the claim: as solve_simplex.
SimplexResult solve_through_face(Tableau& tableau, const WorkingLp& lp,
                                 const OptimalFace& face,
                                 const SimplexControl& control, int* on_face);

}  // namespace gpuinv
