// standard_start.cpp (a dual feasible start of unit columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/standard_start.hpp"

#include <cstdlib>
#include <vector>

#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {
namespace {

constexpr double kInfinity = rules::kInfinity;

// Without cost, the bound nearest to zero.
std::optional<At> resting_place(double c, double l, double u) {
  if (l == -kInfinity && u == kInfinity)
    return c == 0.0 ? std::optional(At::kFree) : std::nullopt;
  const bool upper =
      l == -kInfinity || (u < kInfinity && std::abs(u) < std::abs(l));
  const At at = c > 0.0 || (c == 0.0 && !upper) ? At::kLower : At::kUpper;
  const double bound = at == At::kLower ? l : u;
  return std::abs(bound) < kInfinity ? std::optional(at) : std::nullopt;
}

}  // namespace

std::optional<SimplexBasis> standard_start(const WorkingLp& lp) {
  SimplexBasis start;
  start.basic.assign(lp.m, -1);
  for (int k = 0; k < lp.n; k++) {
    const std::size_t t = lp.ptr[k];
    const bool unit = lp.ptr[k + 1] == t + 1 && lp.c[k] == 0.0;
    if (unit && start.basic[lp.ind[t]] < 0) {
      start.basic[lp.ind[t]] = k;
      continue;
    }
    const auto at = resting_place(lp.c[k], lp.l[k], lp.u[k]);
    if (!at) return std::nullopt;
    start.nonbasic.push_back(k);
    start.at.push_back(*at);
  }
  for (const int k : start.basic)
    if (k < 0) return std::nullopt;
  return start;
}

}  // namespace gpuinv
