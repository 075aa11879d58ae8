// certificates.hpp (rays that prove that a linear program has no optimum)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_INTERIOR_CERTIFICATES_HPP
#define GPUINV_INTERIOR_CERTIFICATES_HPP

#include <vector>

#include "lp.hpp"

namespace gpuinv {

// Rays are sums in floating point: one proves what it should for all
// points of at most this size, as any other would take a violation of the
// rays conditions that rounding explains.
constexpr double kRayReach = 1e8;

// True if y[m] is a Farkas ray: with v = A'y the least value of y'r for
// row_lower <= r <= row_upper exceeds the greatest of v'x for lower <= x
// <= upper, so that no x has A*x = r.  Entries of y that act on a bound
// which does not exist are set to zero.
bool is_farkas_ray(const InteriorLp& lp, std::vector<double>& y);

// True if d[n] is a ray along which the objective falls without end: A*d
// and d in the recession cones of the bounds, c'd < 0.
bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d);

}  // namespace gpuinv

#endif
