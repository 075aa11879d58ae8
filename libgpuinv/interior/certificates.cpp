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

// A sum that is less than this share of its terms may be rounding.
constexpr double kRounding = 1e-13;

// A sum that is to be positive, and what was not as it should be.
struct Proof {
  double sum = 0.0, terms = 0.0, violation = 0.0;

  void add(double term, double size) {
    sum += term;
    terms += size;
  }
  // Violations must be nothing beside what they are compared with.
  bool holds(double size) const {
    return std::isfinite(terms) && sum > kRounding * terms &&
           violation * kRayReach <= size;
  }
};

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
  Proof proof;
  for (int i = 0; i < lp.m; i++) {
    const double bound = y[i] > 0.0 ? lp.row_lower[i] : lp.row_upper[i];
    if (std::isinf(bound)) y[i] = 0.0;
    if (y[i] != 0.0) proof.add(y[i] * bound, std::fabs(y[i] * bound));
  }
  for (int j = 0; j < lp.n; j++) {
    double v = 0.0, terms = 0.0;
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
      v += lp.value[t] * y[lp.row[t]];
      terms += std::fabs(lp.value[t] * y[lp.row[t]]);
    }
    const double bound = v > 0.0 ? lp.upper[j] : lp.lower[j];
    if (std::isinf(bound))
      proof.violation += std::fabs(v);
    else
      proof.add(-v * bound, terms * std::fabs(bound));
  }
  return proof.holds(proof.sum);
}

bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d) {
  Proof proof;
  for (int j = 0; j < lp.n; j++) {
    d[j] = clean(d[j], lp.lower[j], lp.upper[j]);
    proof.add(-lp.c[j] * d[j], std::fabs(lp.c[j] * d[j]));
  }
  const std::vector<double> r = row_values(lp, d);
  for (int i = 0; i < lp.m; i++)
    proof.violation += escape(r[i], lp.row_lower[i], lp.row_upper[i]);
  return proof.holds(proof.sum);
}

}  // namespace gpuinv
