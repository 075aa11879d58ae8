// review.hpp (what to do about an answer of GLPK's simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Writes a line of the log; level is GPUINV_LOG_...
using Say = std::function<void(int level, const std::string& text)>;

// The best point of a review so far, whether GLPK's tests accept it and it
// keeps the bounds to tol / 1000, whether a round claimed without proof that
// there is no solution, and the tolerance of bounds in that round.
struct ReviewedPoint {
  std::vector<double> prim, dual;
  std::vector<int> stat;
  bool passes = false, exact = false;
  bool claimed = false;
  double tol_bnd = 0.0;
};

// Decides on the next step of a review, see gpuinv_review.
//
// Claims and failures that rest on the inverse on a GPU must be proven, or
// confirmed by a factorization on the CPU; so must all that is said about a
// node of branch and bound, where it may prune a branch.  A solution called
// optimal must satisfy the KKT conditions of the problem as given and, if the
// matrix is badly scaled, in a good scaling, too.  If it does not, it is
// refined.  If it still does not, the search goes on in a good scaling.  The
// search also goes on after unproven claims and failures in a bad scaling, and
// if the matrix is badly scaled as given and a solution violates a bound by
// more than tol / 1000: that may be worth much of the objective, or there may
// be no solution at all.  The latter is not tested where the caller already
// knows that err is at most tol.
//
// A claim that there is no solution ends a search from an optimum only if the
// problem is the user's, not a presolved one.  If GLPK's tests accept that
// optimum, the proof must also hold if bounds are moved by as much as these
// tests accept (OK, not ILLCOND, of gpuinv_api::prove).  Otherwise rounding in
// the user's data would make LPs infeasible that GLPK solves.
//
// GLPK divides the objective by fz, if its largest scaled coefficient is 1000 *
// fz, fz > 1, which hides reduced costs below fz * tol_dj.  The tolerance is
// therefore divided by fz, too.  In the second and third rounds tolerances are
// reduced by as much as the solution found misses the accuracy wanted.  The
// tolerance of bounds becomes 1e-9 after a solution that GLPK's tests accept.
// The best solution is kept.  After a limit the search does not go on.
// Error(INVALID): the point is needed and missing.
void next_step(gpuinv_review& review, ReviewedPoint& best, const Say& say);

// Returns whether next_step() will neither allocate nor log, as for most
// answers.
bool is_plain(const gpuinv_review& review);

}  // namespace gpuinv
