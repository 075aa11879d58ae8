// simplex.hpp (the simplex method on a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/lease.hpp"
#include "libgpuinv/simplex/progress.hpp"
#include "libgpuinv/simplex/tableau.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct SimplexControl {
  double tol_bnd, tol_dj, tol_piv;  // as in glp_smcp
  int it_lim;                       // pivots
  Interrupt interrupt;              // looked at between batches of pivots
  Lease* lease = nullptr;           // of the matrix, if it is lent
  ProgressRecord* progress = nullptr;
  int pivots_before = 0;  // of another solve, which progress counts, too
  // c'x at which the dual method with true costs ends
  double obj_ul = std::numeric_limits<double>::infinity();
  // Whether costs are perturbed before the dual method and where it stalls.
  // Where the start has the optimal cost already, every step is degenerate,
  // and a perturbation would only lead away from it.
  bool perturbs_costs = true;
};

struct SimplexResult {
  int claim;   // GPUINV_CLAIM_*
  int pivots;  // basis changes and bound flips
  SimplexBasis basis;
  double build_seconds = 0.0;  // until the first tableau stood
  bool dense = false;          // the basis matrix suits an inverse
  double seconds = 0.0;        // from the start of the engine on
};

// Solves lp from the start basis.  A start that is primal feasible goes
// by the primal method.  Any other goes by the dual method first, made
// dual feasible by bound flips, if they are few, and cost shifts: that is
// phase 1, and if nothing had to be shifted it is the solution.  Shifts and
// perturbations are then removed and the primal method finishes; if that
// uncovers primal infeasibility the dual takes its turn again.  With an
// objective limit, a dual feasible start is not perturbed unless the method
// stalls, so that c'x is a bound on the optimum all the way.  The claim is
// what the last tableau shows; it is the caller's to certify.
// Error(SINGULAR): the start basis; CANNOT, NOMEM, DEVICE from the tableau.
SimplexResult solve_simplex(Tableau& tableau, const WorkingLp& lp,
                            const SimplexBasis& start,
                            const SimplexControl& control);

}  // namespace gpuinv
