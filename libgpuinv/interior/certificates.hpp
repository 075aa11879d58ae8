// certificates.hpp (rays that prove that a linear program has no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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

// Returns whether d[n] is a ray along which the objective decreases without
// limit: A*d and d are in the recession cones of the bounds, and c'd < 0.  Sets
// elements of d to zero that are not in their cones.
bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d);

// The same for a vector from an iteration or an auxiliary problem.  If products
// that should vanish are small, the ray is changed so that they vanish.
bool make_farkas_ray(const InteriorLp& lp, std::vector<double>* y);
bool make_primal_ray(const InteriorLp& lp, std::vector<double>* d);

}  // namespace gpuinv
