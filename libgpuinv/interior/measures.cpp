// measures.cpp (errors and gap of a point of a linear program)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/measures.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "libgpuinv/base/parallel_for.hpp"

namespace gpuinv {
namespace {

double square(double a) { return a * a; }

// Returns the violation of l <= x <= u, or 0 if it is within the error of x.
double violation(double x, double l, double u, double error) {
  const double v = std::fmax(l - x, x - u);
  return v <= error ? 0.0 : v;
}

// A sum of rounded terms of rounded factors has an error of at most this share
// of the sum of the terms' magnitudes.
constexpr double kError = 4.0 * std::numeric_limits<double>::epsilon();

// Largest error of glp_check_kkt on the problem as given that is accepted.
constexpr double kGiven = 1e-6;

// Products of a multiplier and a distance vanish more slowly than their sum
// does beside the objective, hence this factor on the tolerance.  A factor of
// 100 would cost eleven of Netlib's problems one iteration more, and one
// problem two.
constexpr double kProducts = 1e4;

void add_to(const std::vector<double>& part, std::vector<double>* sum) {
  for (std::size_t i = 0; i < part.size(); i++) (*sum)[i] += part[i];
}

// Sum over bounds times their multipliers.
struct BoundSum {
  double objective = 0.0;

  // A positive multiplier d acts on the lower bound, a negative one on the
  // upper.  Adds d times this bound and returns the bound.
  double add(double d, double l, double u) {
    if (d == 0.0) return 0.0;
    const double bound = d > 0.0 ? l : u;
    if (std::isfinite(bound)) objective += d * bound;
    return bound;
  }
};

double bound_norm(double l, double u) {
  double sum = 0.0;
  if (std::isfinite(l)) sum = square(l);
  if (std::isfinite(u) && u != l) sum = std::fmax(sum, square(u));
  return sum;
}

}  // namespace

Norms norms(const InteriorLp& lp, const Equilibration& units) {
  double bounds = 0.0, costs = 0.0;
  for (int i = 0; i < lp.m; i++)
    bounds += bound_norm(lp.row_lower[i] / units.row(i),
                         lp.row_upper[i] / units.row(i));
  for (int j = 0; j < lp.n; j++) costs += square(lp.c[j] / units.column(j));
  return {1.0 + std::sqrt(bounds), 1.0 + std::sqrt(costs)};
}

Products products(const InteriorLp& lp, const std::vector<double>& x,
                  const std::vector<double>& y) {
  const int parts = parts_for(lp.row.size() * sizeof(double));
  const std::vector<int> first = split_columns(lp.start.data(), lp.n, parts);
  Products sum;
  sum.columns.resize(lp.n);
  sum.column_sizes.resize(lp.n);
  std::vector<std::vector<double>> row(parts, std::vector<double>(lp.m));
  std::vector<std::vector<double>> size(parts, std::vector<double>(lp.m));
  parallel_for(parts, [&](int p) {
    for (int j = first[p]; j < first[p + 1]; j++) {
      double v = 0.0, terms = 0.0;
      for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
        const int i = lp.row[t];
        const double term = lp.value[t] * x[j];
        row[p][i] += term;
        size[p][i] += std::fabs(term);
        const double part = lp.value[t] * y[i];
        v += part;
        terms += std::fabs(part);
      }
      sum.columns[j] = v;
      sum.column_sizes[j] = terms;
    }
  });
  for (int p = 1; p < parts; p++) {
    add_to(row[p], &row[0]);
    add_to(size[p], &size[0]);
  }
  sum.rows = std::move(row[0]);
  sum.row_sizes = std::move(size[0]);
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

Floors floors(const InteriorLp& lp) {
  double bound = 0.0, cost = 0.0;
  for (const auto* bounds :
       {&lp.row_lower, &lp.row_upper, &lp.lower, &lp.upper})
    for (double b : *bounds)
      if (std::isfinite(b)) bound = std::fmax(bound, std::fabs(b));
  for (double c : lp.c) cost = std::fmax(cost, std::fabs(c));
  return {bound > 0.0 ? std::fmin(1.0, bound) : 1.0,
          cost > 0.0 ? std::fmin(1.0, cost) : 1.0};
}

bool Measures::feasible(double tolerance) const {
  return row <= tolerance && cost <= tolerance && given <= kGiven;
}

bool Measures::complementary(double tolerance) const {
  return gap <= tolerance && product <= kProducts * tolerance;
}

bool Measures::within(double tolerance) const {
  return feasible(tolerance) && complementary(tolerance);
}

bool Measures::sums_within(double tolerance) const {
  return primal_residual <= tolerance && dual_residual <= tolerance &&
         gap <= tolerance;
}

namespace {

// Adds up the violations of a point.
class Sums {
 public:
  explicit Sums(const InteriorLp& lp, const Equilibration& units)
      : lp_(lp), units_(units), floor_(floors(lp)) {}

  void add_row(int i, double r, double size, double y) {
    const double l = lp_.row_lower[i], u = lp_.row_upper[i];
    const double bound = r < l ? l : u;
    const double v = violation(r, l, u, kError * size);
    primal_ += square(v / units_.row(i));
    if (v > 0.0) {
      const double own = std::fabs(bound);
      larger(&result_.row, v / (floor_.bound + own + size));
      larger(&result_.given, v / (units_.row(i) + own));
    }
    const double acts = bounds_.add(y, l, u);
    if (std::isfinite(acts))
      larger(&result_.product,
             relative(y * (r - acts), (floor_.bound + std::fabs(acts) + size) *
                                          (floor_.cost + std::fabs(y))));
  }

  void add_column(int j, double x, double v, double size) {
    const double d = lp_.c[j] - v, own = std::fabs(lp_.c[j]) + size;
    const double known = std::fabs(d) <= kError * own ? 0.0 : d;
    const double acts = bounds_.add(known, lp_.lower[j], lp_.upper[j]);
    result_.primal_objective += lp_.c[j] * x;
    if (std::isfinite(acts)) {
      larger(&result_.product,
             relative(known * (x - acts),
                      (floor_.bound + std::fabs(x)) * (floor_.cost + own)));
    } else {
      dual_ += square(known / units_.column(j));
      larger(&result_.cost, std::fabs(known) / (floor_.cost + own));
      larger(&result_.given, std::fabs(known) / units_.column(j));
    }
  }

  Measures end(const Norms& size) {
    result_.dual_objective = bounds_.objective;
    result_.primal_residual = std::sqrt(primal_) / size.bounds;
    result_.dual_residual = std::sqrt(dual_) / size.costs;
    result_.gap = std::fabs(result_.primal_objective - bounds_.objective) /
                  (1.0 + std::fabs(result_.primal_objective));
    return result_;
  }

 private:
  static double relative(double a, double b) { return std::fabs(a) / b; }
  // a := max(a, b), where NaN is larger than all.
  static void larger(double* a, double b) {
    if (!(b <= *a)) *a = std::isnan(b) ? HUGE_VAL : b;
  }

  const InteriorLp& lp_;
  const Equilibration& units_;
  const Floors floor_;
  double primal_ = 0.0, dual_ = 0.0;  // squared
  BoundSum bounds_;
  Measures result_;
};

}  // namespace

Measures measure(const InteriorLp& lp, const Equilibration& units,
                 const std::vector<double>& x, const std::vector<double>& y) {
  const Products a = products(lp, x, y);
  Sums sums(lp, units);
  for (int i = 0; i < lp.m; i++)
    sums.add_row(i, a.rows[i], a.row_sizes[i], y[i]);
  for (int j = 0; j < lp.n; j++)
    sums.add_column(j, x[j], a.columns[j], a.column_sizes[j]);
  return sums.end(norms(lp, units));
}

void clean_values(const InteriorLp& lp, std::vector<double>* x) {
  for (int j = 0; j < lp.n; j++) {
    double& value = (*x)[j];
    if (value < lp.lower[j]) value = lp.lower[j];
    if (value > lp.upper[j]) value = lp.upper[j];
  }
}

void clean_multipliers(const InteriorLp& lp, std::vector<double>* y) {
  for (int i = 0; i < lp.m; i++)
    if (std::isinf((*y)[i] > 0.0 ? lp.row_lower[i] : lp.row_upper[i]))
      (*y)[i] = 0.0;
}

void drop_rounding(const InteriorLp& lp, const Products& a,
                   std::vector<double>* row_value,
                   std::vector<double>* column_dual) {
  for (int i = 0; i < lp.m; i++) {
    double& r = (*row_value)[i];
    const double bound =
        r < lp.row_lower[i] ? lp.row_lower[i] : lp.row_upper[i];
    const bool inside = r >= lp.row_lower[i] && r <= lp.row_upper[i];
    if (!inside && std::fabs(r - bound) <= kError * a.row_sizes[i]) r = bound;
  }
  for (int j = 0; j < lp.n; j++) {
    double& d = (*column_dual)[j];
    const bool held = std::isfinite(d > 0.0 ? lp.lower[j] : lp.upper[j]);
    if (!held && std::fabs(d) <= kError * a.column_sizes[j]) d = 0.0;
  }
}

}  // namespace gpuinv
