// warm_start.cpp (bases close to an optimal one)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/warm_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libgpuinv/crossover/sides.hpp"

namespace gpuinv {
namespace {

constexpr double kTolerance = 1e-7;
constexpr int kFew = 50;  // at most one violation in so many

double value_at(const WorkingLp& lp, int k, At at) {
  if (at == At::kFree) return 0.0;
  return at == At::kLower ? lp.l[k] : lp.u[k];
}

// Returns the number of basic values outside their bounds.
int count_primal(const WorkingLp& lp, const SimplexBasis& basis,
                 BasisFactor& factor) {
  Scattered x(lp.m);
  x.value = lp.b;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    const double value = value_at(lp, k, basis.at[j]);
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      x.value[lp.ind[t]] -= lp.val[t] * value;
  }
  x.gather();
  factor.ftran(&x);
  int count = 0;
  for (int p = 0; p < lp.m; p++) {
    const int k = basis.basic[p];
    const double v = x.value[p];
    count += v < lp.l[k] - kTolerance * (1.0 + std::fabs(lp.l[k])) ||
             v > lp.u[k] + kTolerance * (1.0 + std::fabs(lp.u[k]));
  }
  return count;
}

// Returns the number of reduced costs of the wrong sign.
int count_dual(const WorkingLp& lp, const SimplexBasis& basis,
               BasisFactor& factor) {
  Scattered y(lp.m);
  for (int p = 0; p < lp.m; p++)
    if (lp.c[basis.basic[p]] != 0.0) y.add(p, lp.c[basis.basic[p]]);
  factor.btran(&y);
  const std::vector<double> d = reduced_costs(lp, y.value);
  int count = 0;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    const double most = kTolerance * (1.0 + std::fabs(lp.c[k]));
    if (lp.fixed(k) || std::fabs(d[k]) <= most) continue;
    count +=
        basis.at[j] == At::kFree || (basis.at[j] == At::kLower) == (d[k] < 0.0);
  }
  return count;
}

}  // namespace

bool is_warm(const WorkingLp& lp, const SimplexBasis& basis,
             BasisFactor& factor) {
  if (!factor.factorize(lp, basis.basic).empty()) return false;
  const int primal = count_primal(lp, basis, factor);
  const int dual = count_dual(lp, basis, factor);
  return (dual == 0 && primal <= lp.m / kFew) ||
         (primal == 0 && dual <= (lp.n - lp.m) / kFew);
}

}  // namespace gpuinv
