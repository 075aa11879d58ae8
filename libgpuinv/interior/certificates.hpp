// certificates.hpp (proofs that a linear program has no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Both certificates hold with the bounds of lp.  At an infinite bound, the
// product that must not meet it is 0 up to the rounding of its own terms.

// Returns whether y[m] is a Farkas ray: with v = A'y, the least y'r over
// row_lower <= r <= row_upper exceeds the greatest v'x over lower <= x <=
// upper, so that no x has A*x = r.  Sets elements of y to zero that act on a
// bound that does not exist.
bool is_farkas_ray(const InteriorLp& lp, std::vector<double>& y);

// Returns whether y is a Farkas ray even if each bound b but zeros is moved by
// share * (1 + |b|).  With share = 1e-6, that is how far a point may violate b
// for GLPK's tests.  A bound of 0 stays: it is rarely a rounded number.
bool is_far_ray(const InteriorLp& lp, std::vector<double>& y, double share);

// Returns whether d[n] is a ray along which the objective decreases without
// limit: A*d and d are in the recession cones of the bounds, and c'd < 0.  Sets
// elements of d to zero that are not in their cones.
bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d);

// The same for a vector from an iteration or an auxiliary problem.  If products
// that should vanish are small, the ray is changed so that they vanish.  A
// power of 2 scales it to a largest element in [1, 2).
bool make_farkas_ray(const InteriorLp& lp, std::vector<double>* y);
bool make_primal_ray(const InteriorLp& lp, std::vector<double>* d);

// Sets elements of d[n] to zero that are not in the cones of their bounds.
void clean_direction(const InteriorLp& lp, std::vector<double>* d);

// Where d[n] moves a row towards a bound, the cheapest column that is in this
// row alone and has no part in d takes that up, if its bounds allow it.  GLPK's
// presolver makes slacks of such columns, so its rays have no part of them.
void take_up_changes(const InteriorLp& lp, std::vector<double>* d);

// Returns lp without the bounds that are infinity written as a number, or null
// if there are none.  If the optimum of the result is within those bounds, it
// is the optimum of lp.  A proof that the result has no solution also holds for
// lp.
std::unique_ptr<const InteriorLp> relaxation(const InteriorLp& lp);

// minimize the sum of the violations of the rows of lp, subject to its column
// bounds.  If the minimum is positive, the multipliers of the rows are a Farkas
// ray of lp.
InteriorLp violation_problem(const InteriorLp& lp);

// minimize c'd subject to A*d and d in the recession cones of the bounds of lp,
// -1 <= d <= 1.  If the minimum is negative, d is a primal ray of lp.
InteriorLp ray_problem(const InteriorLp& lp);

}  // namespace gpuinv
