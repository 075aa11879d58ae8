// claim.hpp (proofs of what the simplex method claims at a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/lp/point.hpp"

namespace gpuinv {

// A claim that a linear program has no optimum, and where it was made.
struct Claim {
  bool unbounded;      // else: there is no feasible solution
  const int* bind;     // m+n positions in the basis, from 1, or 0
  int some;            // row or column, from 1, that the method ended at; or 0
  const double* prim;  // m+n values
  ScaleFactors factors;  // of the problem that the method solved
};

// Writes into w[m] the right-hand side whose solution, by the basis matrix of
// columns of (I | -A), gives the ray of the claim.  Returns which system it is:
// kBtran for a Farkas ray, of the basic variable `some` or of the sum of
// violations, kFtran for a direction, in which the nonbasic variable `some`
// moves; kNothing if no ray can be had.
Solve ray_system(const gpuinv_interior_lp& lp, const Claim& claim, double* w);

// How a ray proves a claim: not at all; for the bounds as given; or, if the
// claim is that nothing is feasible, even if all bounds but zeros are moved as
// far as a point may violate them for GLPK's tests.
enum class Proven { kNo, kAsGiven, kFar };

// Returns how the solution w[m] of that system proves the claim.
Proven proves(const gpuinv_interior_lp& lp, const Claim& claim,
              const double* w);

// Returns how a ray of either sign proves the claim: `ray` has the m
// multipliers of the rows, or the n elements of a direction.  If lp was
// presolved, the ray may be one of what was kept, with zeros for what was
// removed: rows that bound one column, or hold at a corner only, then get the
// multipliers that our own presolve would give them.
Proven is_ray(const gpuinv_interior_lp& lp, bool unbounded, bool presolved,
              const double* ray);

}  // namespace gpuinv
