// demands.cpp (what a linear program asks for at its simplest point)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/demands.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpuinv {
namespace {

constexpr double kTolerance = 1e-7;

double nearest_to_zero(double l, double u) {
  return std::fabs(l) <= std::fabs(u) ? l : u;
}

// At a bound whose other side is free the objective may improve.
bool improves(double c, double l, double u, double x) {
  if (l == u || c == 0.0) return false;
  if (std::isinf(x)) return true;
  return x == l ? c < 0.0 : c > 0.0;
}

// A row: what is left of its right-hand side, and what its slacks can take.
struct Rest {
  double value, least = 0.0, most = 0.0;
  bool violated() const {
    const double error = kTolerance * (1.0 + std::fabs(value));
    return value < least - error || value > most + error;
  }
};

}  // namespace

int count_demands(const WorkingLp& lp) {
  std::vector<Rest> rest;
  rest.reserve(lp.b.size());
  for (const double b : lp.b) rest.push_back({b});
  int demands = 0;
  for (int k = 0; k < lp.n; k++) {
    const std::size_t begin = lp.ptr[k], end = lp.ptr[k + 1];
    const double l = lp.l[k], u = lp.u[k], x = nearest_to_zero(l, u);
    if (end == begin + 1 && lp.c[k] == 0.0 && lp.val[begin] != 0.0) {
      Rest& row = rest[lp.ind[begin]];
      const double at_l = lp.val[begin] * l, at_u = lp.val[begin] * u;
      row.least += std::min(at_l, at_u);
      row.most += std::max(at_l, at_u);
      continue;
    }
    demands += improves(lp.c[k], l, u, x);
    if (x == 0.0 || std::isinf(x)) continue;
    for (std::size_t t = begin; t < end; t++)
      rest[lp.ind[t]].value -= lp.val[t] * x;
  }
  return demands + static_cast<int>(std::count_if(
                       rest.begin(), rest.end(),
                       [](const Rest& r) { return r.violated(); }));
}

}  // namespace gpuinv
