// interior_family.cpp (linear programs for timing interior points)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/interior_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include "libgpuinv/base/parallel_for.hpp"

namespace gpuinv::bench {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double unit() { return std::uniform_real_distribution<>(0.01, 1)(engine_); }
  double normal() { return normal_(engine_); }
  bool chance(double p) { return std::bernoulli_distribution(p)(engine_); }
  int below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(engine_);
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

using Pairs = std::vector<std::pair<int, int>>;

// Returns `count` pairs of parties that trade; every party is in one.
Pairs trading_pairs(int parties, int count, Dice& dice) {
  std::set<std::pair<int, int>> chosen;
  for (int p = 0; p < parties; p += 2) {
    const int q = p + 1 < parties ? p + 1 : 0;
    chosen.emplace(std::min(p, q), std::max(p, q));
  }
  const int all = parties * (parties - 1) / 2;
  while (static_cast<int>(chosen.size()) < std::min(count, all)) {
    const int p = dice.below(parties), q = dice.below(parties);
    if (p != q) chosen.emplace(std::min(p, q), std::max(p, q));
  }
  return {chosen.begin(), chosen.end()};
}

// Adds entries in the rows of one party, each with probability `share`.
void add_party(InteriorLp& lp, int party, int parties, double share,
               Dice& dice) {
  const long m = lp.m;
  const int end = static_cast<int>((party + 1) * m / parties);
  for (int i = static_cast<int>(party * m / parties); i < end; i++) {
    if (!dice.chance(share)) continue;
    lp.row.push_back(i);
    lp.value.push_back(dice.normal());
  }
}

// row_upper := A*x + slack, c := w - A'*y + z for points of (0,1).
void make_interior(InteriorLp& lp, Dice& dice) {
  std::vector<double> y(lp.m);
  for (double& e : y) e = dice.unit();
  lp.row_lower.assign(lp.m, -kInfinity);
  lp.row_upper.resize(lp.m);
  for (double& e : lp.row_upper) e = dice.unit();
  lp.lower.assign(lp.n, 0.0);
  lp.upper.assign(lp.n, 1.0);
  lp.c.resize(lp.n);
  for (int j = 0; j < lp.n; j++) {
    const double x = 0.9 * dice.unit();
    lp.c[j] = dice.unit() - dice.unit();
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++) {
      lp.row_upper[lp.row[t]] += lp.value[t] * x;
      lp.c[j] -= lp.value[t] * y[lp.row[t]];
    }
  }
}

}  // namespace

InteriorLp trade_lp(const TradeSize& size, unsigned seed) {
  Dice dice(seed);
  InteriorLp lp;
  lp.m = size.m;
  lp.n = size.n - size.m;
  const double m = size.m;
  // entries per column, c, and parties: two of them have 2*m/parties rows
  const double c = (size.density * m * size.n - m) / lp.n;
  const int parties = std::max(2, static_cast<int>(std::lround(m / c)));
  const double share = std::min(0.5 * c * parties / m, 1.0);
  const double blocks = size.density_s * parties * parties;
  const Pairs pairs = trading_pairs(
      parties, static_cast<int>(std::lround(0.5 * (blocks - parties))), dice);
  lp.start.assign(1, 0);
  for (int j = 0; j < lp.n; j++) {
    const auto [p, q] = pairs[j % pairs.size()];
    add_party(lp, p, parties, share, dice);
    add_party(lp, q, parties, share, dice);
    lp.start.push_back(static_cast<int>(lp.row.size()));
  }
  make_interior(lp, dice);
  return lp;
}

namespace {

constexpr int kSphereParts = 16;

// Makes columns first..end-1, and their contribution to b.
void make_sphere(InteriorLp& lp, int first, int end, unsigned seed,
                 std::vector<double>* b) {
  const int m = lp.m;
  for (int j = first; j < end; j++) {
    Dice dice(seed + 1000003u * static_cast<unsigned>(j));
    int* row = &lp.row[lp.start[j]];
    double* a = &lp.value[lp.start[j]];
    double sum = 0.0;
    for (int i = 0; i < m; i++) {
      row[i] = i;
      a[i] = dice.normal();
      sum += a[i] * a[i];
    }
    const double x = dice.unit(), length = std::sqrt(sum);
    for (int i = 0; i < m; i++) {
      a[i] /= length;
      (*b)[i] += a[i] * x;
    }
  }
}

}  // namespace

InteriorLp sphere_lp(int m, unsigned seed) {
  InteriorLp lp;
  lp.m = m;
  lp.n = 4 * m;
  for (int j = 0; j <= lp.n; j++) lp.start.push_back(j * m);
  lp.row.resize(lp.start[lp.n]);
  lp.value.resize(lp.start[lp.n]);
  std::vector<std::vector<double>> b(kSphereParts, std::vector<double>(m));
  parallel_for(kSphereParts, [&](int p) {
    const int first = static_cast<int>(4L * m * p / kSphereParts);
    const int end = static_cast<int>(4L * m * (p + 1) / kSphereParts);
    make_sphere(lp, first, end, seed, &b[p]);
  });
  lp.row_lower.assign(m, 0.0);
  for (const std::vector<double>& part : b)
    for (int i = 0; i < m; i++) lp.row_lower[i] += part[i];
  lp.row_upper = lp.row_lower;
  lp.c.assign(lp.n, 1.0);
  lp.lower.assign(lp.n, 0.0);
  lp.upper.assign(lp.n, kInfinity);
  return lp;
}

BoundedForm sphere_form(InteriorLp lp) {
  BoundedForm form;
  form.m = lp.m;
  form.n = lp.n;
  form.start = std::move(lp.start);
  form.row = std::move(lp.row);
  form.value = std::move(lp.value);
  form.b = std::move(lp.row_lower);
  form.c = std::move(lp.c);
  form.u.assign(form.n, 0.0);
  form.bounds.assign(form.n, kLower);
  form.row_unit.assign(form.m, 1.0);
  form.cost_unit.assign(form.n, 1.0);
  form.value_unit.assign(form.n, 1.0);
  return form;
}

}  // namespace gpuinv::bench
