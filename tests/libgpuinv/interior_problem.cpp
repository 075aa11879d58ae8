// interior_problem.cpp (linear programs by hand and at random, and their
// proofs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_problem.hpp"

#include <check.h>

#include <algorithm>
#include <cmath>

using gpuinv::InteriorLp;
using gpuinv::InteriorSolution;
using gpuinv::InteriorStatus;

namespace testing {
namespace {

constexpr double kTolerance = 1e-8;

double norm(const std::vector<double>& v) {
  double sum = 0.0;
  for (double a : v) sum += a * a;
  return std::sqrt(sum);
}

std::vector<double> products(const InteriorLp& lp, const std::vector<double>& y,
                             bool transposed) {
  std::vector<double> r(transposed ? lp.n : lp.m, 0.0);
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
      if (transposed)
        r[j] += lp.value[t] * y[lp.row[t]];
      else
        r[lp.row[t]] += lp.value[t] * y[j];
    }
  return r;
}

// Returns the sums of the sizes of the terms of products().
std::vector<double> term_sizes(InteriorLp lp, std::vector<double> y,
                               bool transposed) {
  for (double& a : lp.value) a = std::fabs(a);
  for (double& a : y) a = std::fabs(a);
  return products(lp, y, transposed);
}

// Both are rounded sums of terms of these sizes.
void check_near(const std::vector<double>& a, const std::vector<double>& b,
                const std::vector<double>& sizes) {
  ck_assert_uint_eq(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); k++)
    ck_assert_double_le(std::fabs(a[k] - b[k]), 1e-14 * sizes[k]);
}

// Returns the distance of x from [l,u].
double distance(double x, double l, double u) {
  return std::max({0.0, l - x, x - u});
}

// Returns the bounds times their multipliers; a multiplier without a bound is
// added to *lost.
double dual_value(double d, double l, double u, double* lost) {
  const double bound = d > 0.0 ? l : u;
  if (d == 0.0) return 0.0;
  if (!std::isinf(bound)) return d * bound;
  *lost += std::fabs(d);
  return 0.0;
}

double dual_objective(const InteriorLp& lp, const std::vector<double>& y,
                      const std::vector<double>& d, double* lost) {
  double sum = 0.0;
  for (int i = 0; i < lp.m; i++)
    sum += dual_value(y[i], lp.row_lower[i], lp.row_upper[i], lost);
  for (int j = 0; j < lp.n; j++)
    sum += dual_value(d[j], lp.lower[j], lp.upper[j], lost);
  return sum;
}

void check_optimum(const InteriorLp& lp, const InteriorSolution& s) {
  const std::vector<double> terms = term_sizes(lp, s.column_value, false);
  double scale = 1.0, lost = 0.0, cost = 0.0;
  for (int i = 0; i < lp.m; i++)
    for (double b : {lp.row_lower[i], lp.row_upper[i]})
      if (!std::isinf(b)) scale += std::fabs(b);
  for (int i = 0; i < lp.m; i++)
    ck_assert_double_le(
        distance(s.row_value[i], lp.row_lower[i], lp.row_upper[i]),
        kTolerance * (scale + terms[i]));
  for (int j = 0; j < lp.n; j++) {
    ck_assert_double_le(distance(s.column_value[j], lp.lower[j], lp.upper[j]),
                        kTolerance * scale);
    cost += lp.c[j] * s.column_value[j];
  }
  const double dual = dual_objective(lp, s.row_dual, s.column_dual, &lost);
  ck_assert_double_le(lost, kTolerance * (1.0 + norm(lp.c)) * (lp.m + lp.n));
  ck_assert_double_le(std::fabs(cost - dual),
                      kTolerance * (1.0 + std::fabs(cost)));
  ck_assert_double_eq_tol(s.objective, cost, 1e-12 * (1.0 + std::fabs(cost)));
}

bool crossed(const InteriorLp& lp) {
  for (int i = 0; i < lp.m; i++)
    if (lp.row_lower[i] > lp.row_upper[i]) return true;
  for (int j = 0; j < lp.n; j++)
    if (lp.lower[j] > lp.upper[j]) return true;
  return false;
}

void check_farkas(const InteriorLp& lp, const InteriorSolution& s) {
  double lost = 0.0;
  if (crossed(lp)) return;
  const double gap = dual_objective(lp, s.row_dual, s.column_dual, &lost);
  ck_assert_double_gt(gap, 0.0);
  ck_assert_double_le(lost, kTolerance * gap);
}

void check_ray(const InteriorLp& lp, const InteriorSolution& s) {
  const auto cone = [](double b) { return std::isinf(b) ? b : 0.0; };
  const double size = norm(s.column_value);
  ck_assert_double_lt(s.objective, 0.0);
  for (int i = 0; i < lp.m; i++)
    ck_assert_double_le(
        distance(s.row_value[i], cone(lp.row_lower[i]), cone(lp.row_upper[i])),
        kTolerance * size);
  for (int j = 0; j < lp.n; j++)
    ck_assert_double_le(
        distance(s.column_value[j], cone(lp.lower[j]), cone(lp.upper[j])),
        kTolerance * size);
}

double pick(std::mt19937& rng) {
  return std::uniform_real_distribution<double>(-1.0, 1.0)(rng);
}

// Draws bounds around x and returns a multiplier that is complementary to them.
double bounds_around(double x, std::mt19937& rng, double* l, double* u) {
  const double room = 0.1 + std::fabs(pick(rng)), d = std::fabs(pick(rng));
  *l = -kInf;
  *u = kInf;
  switch (rng() % 7) {
    case 0:  // free
      return 0.0;
    case 1:  // fixed
      *l = *u = x;
      return pick(rng);
    case 2:  // at a lower bound, no upper one
      *l = x;
      return d;
    case 3:  // at an upper bound, no lower one
      *u = x;
      return -d;
    case 4:  // at a lower bound
      *l = x;
      *u = x + room;
      return d;
    case 5:  // at an upper bound
      *l = x - room;
      *u = x;
      return -d;
    default:  // between bounds
      *l = x - room;
      *u = x + room;
      return 0.0;
  }
}

std::vector<std::vector<double>> random_rows(int m, int n, int independent,
                                             std::mt19937& rng) {
  std::vector<std::vector<double>> a(m, std::vector<double>(n, 0.0));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      if (i < independent)
        a[i][j] = rng() % 3 == 0 ? pick(rng) : 0.0;
      else
        a[i][j] = a[i % independent][j] + a[(i + 1) % independent][j];
    }
  return a;
}

}  // namespace

InteriorLp make_lp(const std::vector<Row>& rows,
                   const std::vector<Column>& columns) {
  InteriorLp lp;
  lp.m = static_cast<int>(rows.size());
  lp.n = static_cast<int>(columns.size());
  lp.start.push_back(0);
  for (const Row& row : rows) {
    lp.row_lower.push_back(row.bounds.lower);
    lp.row_upper.push_back(row.bounds.upper);
  }
  for (int j = 0; j < lp.n; j++) {
    for (int i = 0; i < lp.m; i++)
      if (rows[i].a[j] != 0.0) {
        lp.row.push_back(i);
        lp.value.push_back(rows[i].a[j]);
      }
    lp.start.push_back(static_cast<int>(lp.row.size()));
    lp.c.push_back(columns[j].cost);
    lp.lower.push_back(columns[j].bounds.lower);
    lp.upper.push_back(columns[j].bounds.upper);
  }
  return lp;
}

KnownLp random_lp(int m, int n, int independent, std::mt19937& rng) {
  const auto a = random_rows(m, n, independent, rng);
  std::vector<double> x(n), y(m);
  for (double& value : x) value = 10.0 * pick(rng);
  std::vector<Row> rows(m);
  for (int i = 0; i < m; i++) {
    double value = 0.0;
    for (int j = 0; j < n; j++) value += a[i][j] * x[j];
    rows[i].a = a[i];
    y[i] =
        bounds_around(value, rng, &rows[i].bounds.lower, &rows[i].bounds.upper);
  }
  std::vector<Column> columns(n);
  double optimum = 0.0;
  for (int j = 0; j < n; j++) {
    double& cost = columns[j].cost;
    cost = bounds_around(x[j], rng, &columns[j].bounds.lower,
                         &columns[j].bounds.upper);
    for (int i = 0; i < m; i++) cost += a[i][j] * y[i];
    optimum += cost * x[j];
  }
  return {make_lp(rows, columns), optimum};
}

void check_proof(const InteriorLp& lp, const InteriorSolution& s) {
  ck_assert_uint_eq(s.column_value.size(), static_cast<std::size_t>(lp.n));
  ck_assert_uint_eq(s.row_dual.size(), static_cast<std::size_t>(lp.m));
  check_near(s.row_value, products(lp, s.column_value, false),
             term_sizes(lp, s.column_value, false));
  std::vector<double> d = products(lp, s.row_dual, true);
  const bool ray = s.status == InteriorStatus::kPrimalInfeasible ||
                   s.status == InteriorStatus::kDualInfeasible;
  std::vector<double> sizes = term_sizes(lp, s.row_dual, true);
  for (int j = 0; j < lp.n; j++) {
    d[j] = (ray ? 0.0 : lp.c[j]) - d[j];
    if (!ray) sizes[j] += std::fabs(lp.c[j]);
  }
  check_near(s.column_dual, d, sizes);
  if (s.status == InteriorStatus::kOptimal) check_optimum(lp, s);
  if (s.status == InteriorStatus::kPrimalInfeasible) check_farkas(lp, s);
  if (s.status == InteriorStatus::kDualInfeasible) check_ray(lp, s);
}

double product_size(const InteriorLp& lp, const InteriorSolution& s) {
  const std::vector<double> x(s.column_value.begin(),
                              s.column_value.begin() + lp.n);
  const std::vector<double> y(s.row_dual.begin(), s.row_dual.begin() + lp.m);
  const std::vector<double> rows = term_sizes(lp, x, false);
  const std::vector<double> columns = term_sizes(lp, y, true);
  double sum = 0.0;
  for (int i = 0; i < lp.m; i++)
    sum += (1.0 + 2.0 * rows[i]) * (1.0 + std::fabs(y[i]));
  for (int j = 0; j < lp.n; j++)
    sum += (1.0 + std::fabs(x[j])) * (1.0 + std::fabs(lp.c[j]) + columns[j]);
  return sum;
}

gpuinv::InteriorLp joined(const gpuinv::InteriorLp& a,
                          const gpuinv::InteriorLp& b) {
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  gpuinv::InteriorLp lp = a;
  for (int i : b.row) lp.row.push_back(a.m + i);
  for (int j = 1; j <= b.n; j++) lp.start.push_back(a.start[a.n] + b.start[j]);
  append(lp.value, b.value);
  append(lp.row_lower, b.row_lower);
  append(lp.row_upper, b.row_upper);
  append(lp.c, b.c);
  append(lp.lower, b.lower);
  append(lp.upper, b.upper);
  lp.m += b.m;
  lp.n += b.n;
  return lp;
}

}  // namespace testing
