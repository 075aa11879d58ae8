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
double worse(double most, double e) {
  if (e <= most) return most;
  return std::isnan(e) ? kInfinity : e;
}

// A sum of terms is the error; the sum of their magnitudes is what it is
// relative to. glp_check_kkt adds positive and negative terms separately, but
// then the signs of a dense matrix cost a branch misprediction each.
struct Balance {
  double sum = 0.0, size = 0.0;

  void add(double t) {
    sum += t;
    size += std::fabs(t);
  }
  void add(const Balance& b) {
    sum += b.sum;
    size += b.size;
  }
  double error() const { return std::fabs(sum) / (1.0 + size); }
};

// Results for the columns of one thread.
struct Part {
  std::vector<Balance> rows;
  double de = 0.0;
  double min_aij = kInfinity, max_aij = 0.0;
  bool bad = false;  // a row does not exist
};

// The loop changes local variables only: the compiler must assume that a store
// to part->rows changes any other double.
void visit_columns(const gpuinv_interior_lp& lp, const Factors& factors,
                   const double* prim, const double* dual, int first, int end,
                   Part* part) {
  Balance* rows = part->rows.data();
  double de = 0.0, lo = kInfinity, hi = 0.0;
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
    if (!(std::fabs(column.sum) <= factors.rounding * size))
      de = worse(de, column.error());
  }
  part->de = de;
  part->min_aij = lo;
  part->max_aij = hi;
}

bool has_lower(const gpuinv_interior_lp& lp, int k) {
  return lp.l[k] > -DBL_MAX;
}
bool has_upper(const gpuinv_interior_lp& lp, int k) {
  return lp.u[k] < DBL_MAX;
}

double bound_error(const gpuinv_interior_lp& lp, int k, double t) {
  double e = 0.0;
  if (has_lower(lp, k) && t < lp.l[k])
    e = worse(e, (lp.l[k] - t) / (1.0 + std::fabs(lp.l[k])));
  if (has_upper(lp, k) && t > lp.u[k])
    e = worse(e, (t - lp.u[k]) / (1.0 + std::fabs(lp.u[k])));
  return e;
}

// The error of a reduced cost whose sign belongs to a bound that does not
// exist.
double sign_error(const gpuinv_interior_lp& lp, int k, double t) {
  if (lp.max) t = -t;
  const bool held = t < 0.0 ? has_upper(lp, k) : has_lower(lp, k);
  return held ? 0.0 : std::fabs(t);
}

// The error of a variable with two bounds that is nearer to one of them while
// the sign of its reduced cost belongs to the other.
double side_error(const gpuinv_interior_lp& lp, int k, double x, double t) {
  if (!has_lower(lp, k) || !has_upper(lp, k) || lp.l[k] == lp.u[k]) return 0.0;
  if (lp.max) t = -t;
  const bool at_lower = std::fabs(x - lp.l[k]) <= std::fabs(x - lp.u[k]);
  return at_lower == (t < 0.0) ? std::fabs(t) : 0.0;
}

// Computes pe, de and the range of |a_ij|; threads share the columns.
void visit_matrix(const gpuinv_interior_lp& lp, const Factors& factors,
                  const double* prim, const double* dual, KktErrors* errors) {
  const std::size_t nnz = lp.ptr[lp.n] - lp.base;
  const int parts = parts_for(nnz * (sizeof(double) + sizeof(int)));
  const std::vector<int> first = split_columns(lp.ptr, lp.n, parts);
  std::vector<Part> part(parts);
  for (Part& each : part) each.rows.resize(lp.m);
  parallel_for(parts, [&](int p) {
    visit_columns(lp, factors, prim, dual, first[p], first[p + 1], &part[p]);
  });
  errors->min_aij = kInfinity;
  for (const Part& each : part) {
    errors->min_aij = std::min(errors->min_aij, each.min_aij);
    errors->max_aij = std::max(errors->max_aij, each.max_aij);
    if (each.bad) refuse_lp("an element is in a row that does not exist");
    errors->de = worse(errors->de, each.de);
  }
  for (int i = 0; i < lp.m; i++) {
    Balance row;
    row.add(prim[i]);
    for (const Part& each : part) row.add(each.rows[i]);
    errors->pe = worse(errors->pe, row.error());
  }
}

}  // namespace

KktErrors kkt_errors(const gpuinv_interior_lp& lp, const double* prim,
                     const double* dual, const Factors& factors) {
  KktErrors errors;
  visit_matrix(lp, factors, prim, dual, &errors);
  for (int k = 0; k < lp.m + lp.n; k++) {
    errors.pb = worse(errors.pb, bound_error(lp, k, prim[k]));
    errors.db = worse(errors.db, sign_error(lp, k, dual[k]));
    errors.ds = worse(errors.ds, side_error(lp, k, prim[k], dual[k]));
  }
  const std::size_t count = static_cast<std::size_t>(lp.m) + lp.n;
  if (!all_finite(count, prim)) errors.pe = errors.pb = kInfinity;
  if (!all_finite(count, dual)) errors.de = errors.db = kInfinity;
  return errors;
}

}  // namespace gpuinv
