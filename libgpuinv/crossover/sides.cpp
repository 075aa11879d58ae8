// sides.cpp (what a solution of an LP says of each variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/sides.hpp"

#include <algorithm>
#include <cmath>

namespace gpuinv {

// Numbers below this are as small as the errors of an interior point and say
// nothing.
constexpr double kNothing = 1e-9;
constexpr double kFreeWeight = 1e12;

double distance(const WorkingLp& lp, int k, double x) {
  return std::max(0.0, std::min(x - lp.l[k], lp.u[k] - x));
}

double nearest_bound(const WorkingLp& lp, int k, double x) {
  if (std::isinf(lp.l[k])) return std::isinf(lp.u[k]) ? 0.0 : lp.u[k];
  return x - lp.l[k] <= lp.u[k] - x ? lp.l[k] : lp.u[k];
}

At side_of(const WorkingLp& lp, int k, double x) {
  if (std::isinf(lp.l[k])) return std::isinf(lp.u[k]) ? At::kFree : At::kUpper;
  if (lp.fixed(k)) return At::kLower;
  return x - lp.l[k] <= lp.u[k] - x ? At::kLower : At::kUpper;
}

std::vector<double> reduced_costs(const WorkingLp& lp,
                                  const std::vector<double>& y) {
  std::vector<double> d(lp.c);
  for (int k = 0; k < lp.n; k++)
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      d[k] -= lp.val[t] * y[lp.ind[t]];
  return d;
}

void settle(const WorkingLp& lp, InteriorSample* sample) {
  sample->x.resize(lp.n, 0.0);
  sample->y.resize(lp.m, 0.0);
  for (int k = 0; k < lp.n; k++) {
    double& x = sample->x[k];
    if (!std::isfinite(x)) x = 0.0;
    x = std::min(std::max(x, lp.l[k]), lp.u[k]);
  }
  for (double& y : sample->y)
    if (!std::isfinite(y)) y = 0.0;
}

double weight(const WorkingLp& lp, int k, double x, double d) {
  const double away = distance(lp, k, x);
  if (std::isinf(away)) return kFreeWeight;
  if (lp.fixed(k)) return kNothing;
  const double size = std::min(std::fabs(x), 1.0);
  return std::max(away - kNothing * size, 0.1 * kNothing) /
         (std::fabs(d) + kNothing);
}

}  // namespace gpuinv
