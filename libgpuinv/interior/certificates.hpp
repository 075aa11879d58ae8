// certificates.hpp (rays that prove that a linear program has no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Both hold with the bounds of lp and with no others: where a bound is
// infinite, a product that it must not meet is 0 but for the rounding of its
// own terms.

// True if y[m] is a Farkas ray: with v = A'y the least value of y'r for
// row_lower <= r <= row_upper exceeds the greatest of v'x for lower <= x
// <= upper, so that no x has A*x = r.  Entries of y that act on a bound
// which does not exist are set to zero.
bool is_farkas_ray(const InteriorLp& lp, std::vector<double>& y);

// True if d[n] is a ray along which the objective falls without end: A*d
// and d in the recession cones of the bounds, c'd < 0.  Entries of d that
// are not in theirs are set to zero.
bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d);

// The same of what an iteration or an auxiliary problem gave: where products
// are small that are to vanish, the ray is changed so that they do.
bool make_farkas_ray(const InteriorLp& lp, std::vector<double>* y);
bool make_primal_ray(const InteriorLp& lp, std::vector<double>* d);

}  // namespace gpuinv
