// refine.cpp (iterative refinement of a basic solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "libgpuinv/lp/point.hpp"

namespace gpuinv {
namespace {

constexpr int kSteps = 2;  // of xB, then as many of pi

// w := residual of B * xB = -N * xN, that is, A * x - row values.
void primal_residual(const gpuinv_interior_lp& lp, const double* prim,
                     double* w) {
  std::vector<long double> r(lp.m);
  for (int i = 0; i < lp.m; i++) r[i] = -static_cast<long double>(prim[i]);
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.ptr[j] - lp.base; t < lp.ptr[j + 1] - lp.base; t++)
      r[lp.ind[t] - lp.base] +=
          static_cast<long double>(lp.val[t]) * prim[lp.m + j];
  std::copy(r.begin(), r.end(), w);
}

// Reduced cost of column j, and the sum of its terms' magnitudes.
struct ReducedCost {
  long double sum, size;

  ReducedCost(const gpuinv_interior_lp& lp, int j, const double* pi)
      : sum(lp.c[j]), size(std::fabs(lp.c[j])) {
    for (int t = lp.ptr[j] - lp.base; t < lp.ptr[j + 1] - lp.base; t++) {
      const long double term =
          static_cast<long double>(lp.val[t]) * pi[lp.ind[t] - lp.base];
      sum -= term;
      size += std::fabs(term);
    }
  }
  // Whether the rounding of pi to doubles explains the whole value.
  bool is_dirt() const { return std::fabs(sum) <= 2.0 * DBL_EPSILON * size; }
};

// w := residual of B' * pi = cB; it is zero for basic rows.
void dual_residual(const gpuinv_interior_lp& lp, const int* bind,
                   const double* pi, double* w) {
  std::fill_n(w, lp.m, 0.0);
  for (int j = 0; j < lp.n; j++)
    if (const int k = bind[lp.m + j]; k != 0)
      w[k - 1] = static_cast<double>(ReducedCost(lp, j, pi).sum);
}

void reduced_costs(const gpuinv_interior_lp& lp, const int* bind,
                   double* dual) {
  for (int j = 0; j < lp.n; j++) {
    double& d = dual[lp.m + j];
    d = 0.0;
    if (bind[lp.m + j] != 0) continue;
    const ReducedCost cost(lp, j, dual);
    if (!cost.is_dirt()) d = static_cast<double>(cost.sum);
  }
}

}  // namespace

Solve refine(const gpuinv_interior_lp& lp, const int* bind, int step,
             double* prim, double* dual, double* w) {
  if (step >= 1 && step <= kSteps)
    for (int k = 0; k < lp.m + lp.n; k++)
      if (bind[k] != 0) prim[k] += w[bind[k] - 1];
  if (step > kSteps)  // basic rows have multiplier 0
    for (int i = 0; i < lp.m; i++)
      if (bind[i] == 0) dual[i] -= w[i];
  if (step < kSteps) {
    primal_residual(lp, prim, w);
    return Solve::kFtran;
  }
  if (step < 2 * kSteps) {
    dual_residual(lp, bind, dual, w);
    return Solve::kBtran;
  }
  reduced_costs(lp, bind, dual);
  return Solve::kNothing;
}

}  // namespace gpuinv
