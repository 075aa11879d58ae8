// measures.cpp (residuals and gap of a point of a linear program)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "measures.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "../share_out.hpp"

namespace gpuinv {
namespace {

double square(double a) { return a * a; }

// Violation of l <= x <= u by more than x is known to.
double violation(double x, double l, double u, double error) {
  return std::fmax(0.0, std::fmax(l - x, x - u) - error);
}

// A sum of rounded terms of rounded factors is wrong by this share of the
// sum of the terms' sizes.
constexpr double kError = 4.0 * std::numeric_limits<double>::epsilon();

void add_to(const std::vector<double>& part, std::vector<double>* sum) {
  for (std::size_t i = 0; i < part.size(); i++) (*sum)[i] += part[i];
}

// Sums over bounds and their multipliers.
struct Dual {
  double objective = 0.0, violation = 0.0;  // the latter squared

  // A multiplier d acts on the lower bound if positive, else on the upper.
  void add(double d, double l, double u) {
    const double bound = d > 0.0 ? l : u;
    if (d == 0.0) return;
    if (std::isinf(bound))
      violation += square(d);
    else
      objective += d * bound;
  }
};

double bound_norm(double l, double u) {
  double sum = 0.0;
  if (std::isfinite(l)) sum = square(l);
  if (std::isfinite(u) && u != l) sum = std::fmax(sum, square(u));
  return sum;
}

}  // namespace

Norms norms(const InteriorLp& lp) {
  double bounds = 0.0, costs = 0.0;
  for (int i = 0; i < lp.m; i++)
    bounds += bound_norm(lp.row_lower[i], lp.row_upper[i]);
  for (double c : lp.c) costs += square(c);
  return {1.0 + std::sqrt(bounds), 1.0 + std::sqrt(costs)};
}

Products products(const InteriorLp& lp, const std::vector<double>& x,
                  const std::vector<double>& y) {
  const int parts = parts_for(lp.row.size() * sizeof(double));
  const std::vector<int> first = split_columns(lp.start.data(), lp.n, parts);
  Products sum;
  sum.columns.resize(lp.n);
  std::vector<std::vector<double>> row(parts, std::vector<double>(lp.m));
  std::vector<std::vector<double>> size(parts, std::vector<double>(lp.m));
  share_out(parts, [&](int p) {
    for (int j = first[p]; j < first[p + 1]; j++) {
      double v = 0.0;
      for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
        const int i = lp.row[t];
        const double term = lp.value[t] * x[j];
        row[p][i] += term;
        size[p][i] += std::fabs(term);
        v += lp.value[t] * y[i];
      }
      sum.columns[j] = v;
    }
  });
  for (int p = 1; p < parts; p++) {
    add_to(row[p], &row[0]);
    add_to(size[p], &size[0]);
  }
  sum.rows = std::move(row[0]);
  sum.sizes = std::move(size[0]);
  return sum;
}

std::vector<double> row_values(const InteriorLp& lp,
                               const std::vector<double>& x) {
  std::vector<double> r(lp.m, 0.0);
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      r[lp.row[t]] += lp.value[t] * x[j];
  return r;
}

Measures measure(const InteriorLp& lp, const std::vector<double>& x,
                 const std::vector<double>& y) {
  const Products a = products(lp, x, y);
  const Norms size = norms(lp);
  double primal = 0.0;
  Measures result;
  Dual dual;
  for (int i = 0; i < lp.m; i++) {
    const double l = lp.row_lower[i], u = lp.row_upper[i];
    primal += square(violation(a.rows[i], l, u, kError * a.sizes[i]));
    dual.add(y[i], l, u);
  }
  for (int j = 0; j < lp.n; j++) {
    primal += square(violation(x[j], lp.lower[j], lp.upper[j], 0.0));
    dual.add(lp.c[j] - a.columns[j], lp.lower[j], lp.upper[j]);
    result.primal_objective += lp.c[j] * x[j];
  }
  result.dual_objective = dual.objective;
  result.primal_residual = std::sqrt(primal) / size.bounds;
  result.dual_residual = std::sqrt(dual.violation) / size.costs;
  result.gap = std::fabs(result.primal_objective - dual.objective) /
               (1.0 + std::fabs(result.primal_objective));
  return result;
}

}  // namespace gpuinv
