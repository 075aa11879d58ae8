// certificates.cpp (proofs that a linear program has no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/certificates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libgpuinv/interior/measures.hpp"
#include "libgpuinv/interior/settle.hpp"

namespace gpuinv {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A sum below this share of its terms may be rounding error.
constexpr double kRounding = 1e-13;

// Elements of a ray below one of these shares of the largest one are dropped,
// and a product below kSmall of its terms counts as zero.
constexpr double kNoPart[] = {0.0, 1e-12, 1e-9, 1e-6};
constexpr double kSmall = 1e-3;

// A sum that a proof needs to be positive.
struct Proof {
  double sum = 0.0, terms = 0.0;

  void add(double term, double size) {
    sum += term;
    terms += size;
  }
  bool holds() const { return std::isfinite(terms) && sum > kRounding * terms; }
};

// The proof of a Farkas ray: a sum of bounds b times multipliers v.  `moved` is
// how much less it may be if each b but zeros is moved by 1 + |b|.
struct FarkasProof : Proof {
  double moved = 0.0;

  // v is a sum of terms of this magnitude.
  void add_bound(double v, double magnitude, double b) {
    add(v * b, magnitude * std::fabs(b));
    if (b != 0.0) moved += std::fabs(v) * (1.0 + std::fabs(b));
  }
};

// Returns whether bounds contradict each other; then no ray is needed.
bool contradictory(const std::vector<double>& l, const std::vector<double>& u) {
  for (std::size_t k = 0; k < l.size(); k++)
    if (l[k] > u[k]) return true;
  return false;
}

// Product of a sparse and a dense vector.
struct Product {
  double sum = 0.0, terms = 0.0;
  int count = 0;

  void add(double term) {
    sum += term;
    terms += std::fabs(term);
    count += term != 0.0;
  }
  bool is_zero() const { return std::fabs(sum) <= rounding(count, terms); }
  bool is_small() const { return std::fabs(sum) <= kSmall * terms; }
  bool is_finite() const { return std::isfinite(terms); }
};

Product column_product(const InteriorLp& lp, int j,
                       const std::vector<double>& y) {
  Product v;
  for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
    v.add(lp.value[t] * y[lp.row[t]]);
  return v;
}

std::vector<Product> row_products(const InteriorLp& lp,
                                  const std::vector<double>& d) {
  std::vector<Product> r(lp.m);
  for (int j = 0; j < lp.n; j++) {
    if (d[j] == 0.0) continue;
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      r[lp.row[t]].add(lp.value[t] * d[j]);
  }
  return r;
}

// Returns the bound that x meets when it moves in the direction of v.
double met(double v, double l, double u) { return v > 0.0 ? u : l; }

void drop_small(double share, std::vector<double>* ray) {
  double largest = 0.0;
  for (double a : *ray) largest = std::max(largest, std::fabs(a));
  for (double& a : *ray)
    if (std::fabs(a) <= share * largest) a = 0.0;
}

// Returns the columns that must have no part in A'y but have a small one.
SparseVectors idle_columns(const InteriorLp& lp, const std::vector<double>& y) {
  SparseVectors idle;
  for (int j = 0; j < lp.n; j++) {
    const Product v = column_product(lp, j, y);
    if (v.terms == 0.0 || !v.is_small() ||
        (std::isfinite(lp.lower[j]) && std::isfinite(lp.upper[j])))
      continue;
    if (!v.is_zero() && std::isfinite(met(v.sum, lp.lower[j], lp.upper[j])))
      continue;
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      if (y[lp.row[t]] != 0.0) idle.append(lp.row[t], lp.value[t]);
    idle.end_vector();
  }
  return idle;
}

// Returns the rows that must not change along d but do so slightly.
SparseVectors still_rows(const InteriorLp& lp, const std::vector<double>& d) {
  const std::vector<Product> r = row_products(lp, d);
  SparseVectors still;
  std::vector<int> place(lp.m, -1), fill;
  for (int i = 0; i < lp.m; i++) {
    const double l = lp.row_lower[i], u = lp.row_upper[i];
    if (r[i].terms == 0.0 || !r[i].is_small() ||
        (std::isinf(l) && std::isinf(u)) ||
        (!r[i].is_zero() && std::isinf(met(r[i].sum, l, u))))
      continue;
    place[i] = still.count();
    fill.push_back(still.start.back());
    still.start.push_back(still.start.back() + r[i].count);
  }
  still.index.resize(still.start.back());
  still.value.resize(still.start.back());
  // Only the products that are not 0 were counted: some underflow.
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.start[j]; d[j] != 0.0 && t < lp.start[j + 1]; t++)
      if (const int k = place[lp.row[t]]; k >= 0 && lp.value[t] * d[j] != 0.0) {
        still.index[fill[k]] = j;
        still.value[fill[k]++] = lp.value[t];
      }
  return still;
}

// Scales a ray, whose length does not matter, by a power of 2, which rounds
// nothing but what underflows, to a largest element in [1, 2).
void normalize(std::vector<double>* ray) {
  double largest = 0.0;
  for (double a : *ray) largest = std::max(largest, std::fabs(a));
  if (largest == 0.0) return;
  const int exponent = std::ilogb(largest);
  for (double& a : *ray) a = std::ldexp(a, -exponent);
}

}  // namespace

void clean_direction(const InteriorLp& lp, std::vector<double>* d) {
  for (int j = 0; j < lp.n; j++)
    if (std::isfinite(met((*d)[j], lp.lower[j], lp.upper[j]))) (*d)[j] = 0.0;
}

namespace {

// A proof that does not hold if y is no Farkas ray.
FarkasProof farkas_proof(const InteriorLp& lp, std::vector<double>& y) {
  FarkasProof proof;
  if (contradictory(lp.row_lower, lp.row_upper) ||
      contradictory(lp.lower, lp.upper)) {
    proof.sum = 1.0;
    return proof;
  }
  clean_multipliers(lp, &y);
  for (int i = 0; i < lp.m; i++) {
    const double bound = met(-y[i], lp.row_lower[i], lp.row_upper[i]);
    if (y[i] != 0.0) proof.add_bound(y[i], std::fabs(y[i]), bound);
  }
  for (int j = 0; j < lp.n; j++) {
    const Product v = column_product(lp, j, y);
    if (!v.is_finite()) return {};
    if (v.sum == 0.0) continue;
    const double bound = met(v.sum, lp.lower[j], lp.upper[j]);
    if (std::isfinite(bound))
      proof.add_bound(-v.sum, v.terms, bound);
    else if (!v.is_zero())
      return {};
  }
  return proof;
}

}  // namespace

bool is_farkas_ray(const InteriorLp& lp, std::vector<double>& y) {
  return farkas_proof(lp, y).holds();
}

bool is_far_ray(const InteriorLp& lp, std::vector<double>& y, double share) {
  const FarkasProof proof = farkas_proof(lp, y);
  return proof.holds() && proof.sum > share * proof.moved;
}

bool is_primal_ray(const InteriorLp& lp, std::vector<double>& d) {
  clean_direction(lp, &d);
  Proof proof;
  for (int j = 0; j < lp.n; j++)
    proof.add(-lp.c[j] * d[j], std::fabs(lp.c[j] * d[j]));
  if (!proof.holds()) return false;
  const std::vector<Product> r = row_products(lp, d);
  for (int i = 0; i < lp.m; i++)
    if (!r[i].is_finite() ||
        (!r[i].is_zero() &&
         std::isfinite(met(r[i].sum, lp.row_lower[i], lp.row_upper[i]))))
      return false;
  return true;
}

bool make_farkas_ray(const InteriorLp& lp, std::vector<double>* y) {
  for (double share : kNoPart) {
    std::vector<double> ray = *y;
    clean_multipliers(lp, &ray);
    drop_small(share, &ray);
    if (!is_farkas_ray(lp, ray)) {
      make_products_vanish(idle_columns(lp, ray), &ray);
      if (!is_farkas_ray(lp, ray)) continue;
    }
    normalize(&ray);
    *y = std::move(ray);
    return true;
  }
  return false;
}

bool make_primal_ray(const InteriorLp& lp, std::vector<double>* d) {
  for (double share : kNoPart) {
    std::vector<double> ray = *d;
    clean_direction(lp, &ray);
    drop_small(share, &ray);
    if (!is_primal_ray(lp, ray)) {
      make_products_vanish(still_rows(lp, ray), &ray);
      if (!is_primal_ray(lp, ray)) continue;
    }
    normalize(&ray);
    *d = std::move(ray);
    return true;
  }
  return false;
}

void take_up_changes(const InteriorLp& lp, std::vector<double>* d) {
  const std::vector<Product> r = row_products(lp, *d);
  std::vector<int> slack(lp.m, -1);
  std::vector<double> step(lp.m, 0.0), cost(lp.m, kInfinity);
  for (int j = 0; j < lp.n; j++) {
    const int t = lp.start[j];
    if (lp.start[j + 1] != t + 1 || (*d)[j] != 0.0) continue;
    const int i = lp.row[t];
    if (r[i].is_zero() ||
        std::isinf(met(r[i].sum, lp.row_lower[i], lp.row_upper[i])))
      continue;
    const double own = -r[i].sum / lp.value[t];
    if (!std::isfinite(own) ||
        std::isfinite(met(own, lp.lower[j], lp.upper[j])) ||
        !(lp.c[j] * own < cost[i]))
      continue;
    slack[i] = j;
    step[i] = own;
    cost[i] = lp.c[j] * own;
  }
  for (int i = 0; i < lp.m; i++)
    if (slack[i] >= 0) (*d)[slack[i]] = step[i];
}

namespace {

void add_violation(InteriorLp* lp, int row, double sign) {
  lp->row.push_back(row);
  lp->value.push_back(sign);
  lp->start.push_back(static_cast<int>(lp->row.size()));
  lp->c.push_back(1.0);
  lp->lower.push_back(0.0);
  lp->upper.push_back(kInfinity);
  lp->n++;
}

// Returns the bound of the recession cone: 0 for a finite bound, else `none`.
double recession(double bound, double none) {
  return std::isinf(bound) ? none : 0.0;
}

// A bound of at least this size stands for infinity.  If it counted, no digits
// would be left to the others.
constexpr double kNobodyMeans = 1e15;

bool is_none(double bound) {
  return std::isfinite(bound) && std::fabs(bound) >= kNobodyMeans;
}

// Makes lower bounds far below zero and upper bounds far above it infinite.
void drop_far(std::vector<double>* lower, std::vector<double>* upper) {
  for (double& l : *lower)
    if (l < 0.0 && is_none(l)) l = -kInfinity;
  for (double& u : *upper)
    if (u > 0.0 && is_none(u)) u = kInfinity;
}

}  // namespace

std::unique_ptr<const InteriorLp> relaxation(const InteriorLp& lp) {
  bool some = false;
  for (const auto* bounds :
       {&lp.row_lower, &lp.row_upper, &lp.lower, &lp.upper})
    some = some || std::any_of(bounds->begin(), bounds->end(), is_none);
  if (!some) return nullptr;
  auto relaxed = std::make_unique<InteriorLp>(lp);
  drop_far(&relaxed->row_lower, &relaxed->row_upper);
  drop_far(&relaxed->lower, &relaxed->upper);
  return relaxed;
}

InteriorLp violation_problem(const InteriorLp& lp) {
  InteriorLp result = lp;
  result.c.assign(lp.n, 0.0);
  for (int i = 0; i < lp.m; i++) {
    if (std::isfinite(lp.row_lower[i])) add_violation(&result, i, 1.0);
    if (std::isfinite(lp.row_upper[i])) add_violation(&result, i, -1.0);
  }
  return result;
}

InteriorLp ray_problem(const InteriorLp& lp) {
  InteriorLp result = lp;
  for (int i = 0; i < lp.m; i++) {
    result.row_lower[i] = recession(lp.row_lower[i], -kInfinity);
    result.row_upper[i] = recession(lp.row_upper[i], kInfinity);
  }
  for (int j = 0; j < lp.n; j++) {
    result.lower[j] = recession(lp.lower[j], -1.0);
    result.upper[j] = recession(lp.upper[j], 1.0);
  }
  return result;
}

}  // namespace gpuinv
