// standard_start.cpp (a dual feasible start of unit columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/standard_start.hpp"

#include <cstdlib>
#include <vector>

#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {
namespace {

constexpr double kInfinity = rules::kInfinity;

// Where the cost keeps a variable, if that is a finite bound or has no cost.
// Without cost, the bound nearest to zero.
At resting_place(double c, double l, double u) {
  if (l == -kInfinity && u == kInfinity) return At::kFree;
  if (c != 0.0) return c > 0.0 ? At::kLower : At::kUpper;
  const bool upper =
      l == -kInfinity || (u < kInfinity && std::abs(u) < std::abs(l));
  return upper ? At::kUpper : At::kLower;
}

bool rests(double c, double l, double u, At at) {
  if (at == At::kFree) return c == 0.0;
  return std::abs(at == At::kLower ? l : u) < kInfinity;
}

At other(At at) {
  if (at == At::kFree) return at;
  return at == At::kLower ? At::kUpper : At::kLower;
}

}  // namespace

std::optional<SimplexBasis> standard_start(const WorkingLp& lp, int wrong) {
  SimplexBasis start;
  start.basic.assign(lp.m, -1);
  for (int k = 0; k < lp.n; k++) {
    const std::size_t t = lp.ptr[k];
    const bool unit =
        lp.ptr[k + 1] == t + 1 && lp.val[t] != 0.0 && lp.c[k] == 0.0;
    if (unit && start.basic[lp.ind[t]] < 0) {
      start.basic[lp.ind[t]] = k;
      continue;
    }
    At at = resting_place(lp.c[k], lp.l[k], lp.u[k]);
    if (!rests(lp.c[k], lp.l[k], lp.u[k], at)) {
      if (wrong-- == 0) return std::nullopt;
      at = other(at);
    }
    start.nonbasic.push_back(k);
    start.at.push_back(at);
  }
  for (const int k : start.basic)
    if (k < 0) return std::nullopt;
  return start;
}

}  // namespace gpuinv
