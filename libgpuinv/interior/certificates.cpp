// certificates.cpp (rays that prove that a linear program has no optimum)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "certificates.hpp"

#include <algorithm>
#include <cmath>

#include "measures.hpp"

namespace gpuinv {
namespace {

// Sums of which at most this share is trusted to be more than rounding.
constexpr double kRounding = 1e-10;

// Bounds that contradict each other need no ray.
bool contradictory(const std::vector<double>& l, const std::vector<double>& u) {
  for (std::size_t k = 0; k < l.size(); k++)
    if (l[k] > u[k]) return true;
  return false;
}

// Sets r to zero if it points to a bound that exists.
double clean(double r, double l, double u) {
  return std::isinf(r > 0.0 ? u : l) ? r : 0.0;
}

// What r violates of the recession cone of [l,u].
double escape(double r, double l, double u) {
  return std::isinf(r > 0.0 ? u : l) ? 0.0 : std::fabs(r);
}

}  // namespace

bool is_farkas_ray(const InteriorLp& lp, std::vector<double>& y) {
  if (contradictory(lp.row_lower, lp.row_upper) ||
      contradictory(lp.lower, lp.upper))
    return true;
  double gap = 0.0, terms = 0.0, violation = 0.0;
  for (int i = 0; i < lp.m; i++) {
    const double bound = y[i] > 0.0 ? lp.row_lower[i] : lp.row_upper[i];
    if (std::isinf(bound)) y[i] = 0.0;
    if (y[i] == 0.0) continue;
    gap += y[i] * bound;
    terms += std::fabs(y[i] * bound);
  }
  const std::vector<double> v = column_products(lp, y);
  for (int j = 0; j < lp.n; j++) {
    const double bound = v[j] > 0.0 ? lp.upper[j] : lp.lower[j];
    if (std::isinf(bound)) {
      violation += std::fabs(v[j]);
    } else {
      gap -= v[j] * bound;
      terms += std::fabs(v[j] * bound);
    }
  }
  return std::isfinite(terms) && gap > kRounding * terms &&
         violation * kRayReach <= gap;
}

bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d) {
  double slope = 0.0, terms = 0.0, size = 0.0, violation = 0.0;
  for (int j = 0; j < lp.n; j++) {
    d[j] = clean(d[j], lp.lower[j], lp.upper[j]);
    slope -= lp.c[j] * d[j];
    terms += std::fabs(lp.c[j] * d[j]);
    size = std::max(size, std::fabs(d[j]));
  }
  const std::vector<double> r = row_values(lp, d);
  for (int i = 0; i < lp.m; i++)
    violation += escape(r[i], lp.row_lower[i], lp.row_upper[i]);
  return std::isfinite(terms) && slope > kRounding * terms &&
         violation * kRayReach <= std::max(slope, size);
}

}  // namespace gpuinv
