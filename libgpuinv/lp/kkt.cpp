// kkt.cpp (how far a point is from an optimum, in GLPK's measure)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/lp/lp_checks.hpp"
#include "libgpuinv/lp/point.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An error that overflow has turned into NaN must not count as no error.
void raise(double* most, double e) {
  if (e <= *most) return;
  *most = std::isnan(e) ? kInfinity : e;
}

double error_of(const Balance& balance, double factor) {
  return std::fabs(balance.sum) * factor / (1.0 + balance.size * factor);
}

// Results for the columns of one thread.
struct Part {
  std::vector<Balance> rows;
  double min_aij = kInfinity, max_aij = 0.0;
  bool bad = false;  // a row does not exist
};

// The loop changes local variables only: the compiler must assume that a store
// to part->rows changes any other double.
void visit_columns(const gpuinv_interior_lp& lp, const Factors& factors,
                   const double* prim, const double* dual, int first, int end,
                   Part* part, Balance* columns) {
  Balance* rows = part->rows.data();
  double lo = kInfinity, hi = 0.0;
  for (int j = first; j < end; j++) {
    const double s = factors.columns != nullptr ? factors.columns[j] : 1.0;
    const double x = prim[lp.m + j];
    Balance column;
    column.add(dual[lp.m + j] - lp.c[j]);
    const int last = lp.ptr[j + 1] - lp.base;
    for (int t = lp.ptr[j] - lp.base; t < last; t++) {
      const unsigned i = static_cast<unsigned>(lp.ind[t]) - lp.base;
      if (i >= static_cast<unsigned>(lp.m)) {
        part->bad = true;
        return;
      }
      double a = lp.val[t];
      if (factors.rows != nullptr) a *= s * factors.rows[i];
      rows[i].add(-a * x);
      column.add(a * dual[i]);
      const double size = std::fabs(a);
      lo = size < lo ? size : lo;
      hi = size > hi ? size : hi;
    }
    const double size = std::fabs(lp.c[j]) + std::fabs(dual[lp.m + j]);
    if (std::fabs(column.sum) <= factors.rounding * size) column.sum = 0.0;
    columns[j] = column;
  }
  part->min_aij = lo;
  part->max_aij = hi;
}

bool has_lower(const gpuinv_interior_lp& lp, int k) {
  return lp.l[k] > -DBL_MAX;
}
bool has_upper(const gpuinv_interior_lp& lp, int k) {
  return lp.u[k] < DBL_MAX;
}

// A bound that does not exist is never violated.
double bound_error(double l, double u, double x, double factor) {
  if (x < l) return (l - x) * factor / (1.0 + std::fabs(l) * factor);
  if (x > u) return (x - u) * factor / (1.0 + std::fabs(u) * factor);
  return 0.0;
}

// Whether the sign of a reduced cost t, as if the objective were to be
// minimized, belongs to a bound that does not exist.
bool wrong_sign(const gpuinv_interior_lp& lp, int k, double t) {
  return t < 0.0 ? !has_upper(lp, k) : t > 0.0 && !has_lower(lp, k);
}

// Whether a variable with two bounds is nearer to one of them while the sign of
// its reduced cost belongs to the other.
bool wrong_side(const gpuinv_interior_lp& lp, int k, double x, double t) {
  if (t == 0.0 || !has_lower(lp, k) || !has_upper(lp, k) || lp.l[k] == lp.u[k])
    return false;
  const bool at_lower = std::fabs(x - lp.l[k]) <= std::fabs(x - lp.u[k]);
  return at_lower == (t < 0.0);
}

}  // namespace

Balances balances(const gpuinv_interior_lp& lp, const Factors& factors,
                  const double* prim, const double* dual) {
  const std::size_t nnz = lp.ptr[lp.n] - lp.base;
  const int parts = parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> first = split_columns(lp.ptr, lp.n, parts);
  std::vector<Part> part(parts);
  for (Part& each : part) each.rows.resize(lp.m);
  Balances b;
  b.columns.resize(lp.n);
  parallel_for(parts, [&](int p) {
    visit_columns(lp, factors, prim, dual, first[p], first[p + 1], &part[p],
                  b.columns.data());
  });
  b.min_aij = kInfinity;
  for (const Part& each : part) {
    b.min_aij = std::min(b.min_aij, each.min_aij);
    b.max_aij = std::max(b.max_aij, each.max_aij);
    if (each.bad) refuse_lp("an element is in a row that does not exist");
  }
  b.rows.resize(lp.m);
  for (int i = 0; i < lp.m; i++) {
    b.rows[i].add(prim[i]);
    for (const Part& each : part) b.rows[i].add(each.rows[i]);
  }
  return b;
}

KktErrors errors_in(const gpuinv_interior_lp& lp, const Balances& b,
                    const Units& units, const double* prim,
                    const double* dual) {
  KktErrors errors;
  errors.min_aij = b.min_aij;
  errors.max_aij = b.max_aij;
  const int m = lp.m, n = lp.n;
  for (int k = 0; k < m + n; k++) {
    const double f = units.value(m, k);
    if (k < m)
      raise(&errors.pe, error_of(b.rows[k], f));
    else
      raise(&errors.de, error_of(b.columns[k - m], units.objective / f));
    raise(&errors.pb, bound_error(lp.l[k], lp.u[k], prim[k], f));
    const double t = lp.max ? -dual[k] : dual[k];
    if (wrong_sign(lp, k, t))
      raise(&errors.db, std::fabs(t) * (units.objective / f));
    else if (wrong_side(lp, k, prim[k], t))
      raise(&errors.ds, std::fabs(t) * (units.objective / f));
  }
  const std::size_t count = static_cast<std::size_t>(m) + n;
  if (!all_finite(count, prim)) errors.pe = errors.pb = kInfinity;
  if (!all_finite(count, dual)) errors.de = errors.db = kInfinity;
  return errors;
}

double wrong_share(const gpuinv_interior_lp& lp, const double* prim,
                   const double* dual) {
  constexpr double kWidest = 1e10;
  double lost = 0.0, objective = lp.c0;
  for (int j = 0; j < lp.n; j++) objective += lp.c[j] * prim[lp.m + j];
  for (int k = 0; k < lp.m + lp.n; k++)
    if (lp.u[k] - lp.l[k] <= kWidest &&
        wrong_side(lp, k, prim[k], lp.max ? -dual[k] : dual[k]))
      lost += std::fabs(dual[k]) * (lp.u[k] - lp.l[k]);
  const double share = lost / (1.0 + std::fabs(objective));
  return std::isfinite(share) ? share : 0.0;
}

KktErrors kkt_errors(const gpuinv_interior_lp& lp, const double* prim,
                     const double* dual, const Factors& factors) {
  return errors_in(lp, balances(lp, factors, prim, dual), {}, prim, dual);
}

}  // namespace gpuinv
