// sides.cpp (what a solution of an LP says of each variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/sides.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpuinv {

// Numbers below this are as small as the errors of an interior point and say
// nothing.
constexpr double kNothing = 1e-9;
constexpr double kFreeWeight = 1e12;
// The quotient of distance and reduced cost, in usual ones, from which on a
// variable belongs in a basis.  It is not 1, because values that are put on a
// bound too soon are restored after the pushes, but costs that are shifted too
// much leave reduced costs of the wrong sign.
constexpr double kBasic = 100.0;

double distance(const WorkingLp& lp, int k, double x) {
  return std::max(0.0, std::min(x - lp.l[k], lp.u[k] - x));
}

double nearest_bound(const WorkingLp& lp, int k, double x) {
  if (std::isinf(lp.l[k])) return std::isinf(lp.u[k]) ? 0.0 : lp.u[k];
  return lp.u[k] - x < x - lp.l[k] ? lp.u[k] : lp.l[k];
}

// Where x is not a number, the side is still that of a finite bound.
At side_of(const WorkingLp& lp, int k, double x) {
  if (std::isinf(lp.l[k])) return std::isinf(lp.u[k]) ? At::kFree : At::kUpper;
  if (lp.fixed(k)) return At::kLower;
  return lp.u[k] - x < x - lp.l[k] ? At::kUpper : At::kLower;
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

namespace {

// A variable's distance from its bounds, and the size of its reduced cost.
struct Pair {
  double distance, cost;
  double ratio() const { return distance / cost; }
};

using Pairs = std::vector<Pair>;

// Returns the median of one of the numbers, or 1 if that is 0.
double median(Pairs::const_iterator begin, Pairs::const_iterator end,
              double Pair::*of) {
  std::vector<double> values;
  values.reserve(end - begin);
  for (auto pair = begin; pair != end; ++pair) values.push_back((*pair).*of);
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle > 0.0 ? *middle : 1.0;
}

// Returns the logarithms, in order, of the quotients that are neither 0 nor
// infinite.
std::vector<double> logarithms(const Pairs& pairs) {
  std::vector<double> logs;
  logs.reserve(pairs.size());
  for (const Pair& pair : pairs)
    if (pair.distance > 0.0 && pair.cost > 0.0)
      logs.push_back(std::log(pair.distance) - std::log(pair.cost));
  std::sort(logs.begin(), logs.end());
  return logs;
}

// Returns the quotient that divides all into two clusters whose means are far
// apart, by their logarithms.  One variable in a thousand is basic in some LPs,
// and one in twenty is not in others, but a single quotient that is far from
// all others is no cluster.  So the distance of the means counts times the
// logarithm of the number of members of the smaller cluster.
double between_clusters(const Pairs& pairs) {
  const std::vector<double> logs = logarithms(pairs);
  const double total = std::accumulate(logs.begin(), logs.end(), 0.0);
  double sum = 0.0, most = 0.0, between = 0.0;
  for (std::size_t below = 1; below < logs.size(); below++) {
    const std::size_t above = logs.size() - below;
    sum += logs[below - 1];
    const double apart = (total - sum) / above - sum / below;
    const double merit = apart * std::log1p(std::min(below, above));
    if (merit <= most) continue;
    most = merit;
    between = 0.5 * (logs[below - 1] + logs[below]);
  }
  return std::exp(between);
}

}  // namespace

Usual usual_sizes(const WorkingLp& lp, const std::vector<double>& x,
                  const std::vector<double>& d) {
  Pairs pairs;
  for (int k = 0; k < lp.n; k++) {
    const Pair pair = {distance(lp, k, x[k]), std::fabs(d[k])};
    if (std::isfinite(pair.distance) && std::isfinite(pair.cost) &&
        !lp.fixed(k) && (pair.distance > 0.0 || pair.cost > 0.0))
      pairs.push_back(pair);
  }
  Usual usual = {between_clusters(pairs), 1.0};
  constexpr int kRounds = 10;  // the parts hardly change after three
  for (int round = 0; round < kRounds; round++) {
    const double ratio = usual.distance / usual.cost;
    const auto middle =
        std::partition(pairs.begin(), pairs.end(),
                       [ratio](const Pair& p) { return p.ratio() >= ratio; });
    if (middle == pairs.begin() || middle == pairs.end()) break;
    usual = {median(pairs.begin(), middle, &Pair::distance),
             median(middle, pairs.end(), &Pair::cost)};
  }
  return usual;
}

double weight(const WorkingLp& lp, int k, double x, double d,
              const Usual& usual) {
  const double away = distance(lp, k, x);
  if (std::isinf(away)) return kFreeWeight;
  if (lp.fixed(k)) return kNothing;
  const double size = std::min(std::fabs(x), 1.0);
  const double ratio = std::max(away - kNothing * size, 0.1 * kNothing) /
                       (std::fabs(d) + kNothing * unit_cost(usual));
  return ratio * usual.cost / (kBasic * usual.distance);
}

double unit_cost(const Usual& usual) { return std::min(usual.cost, 1.0); }

}  // namespace gpuinv
