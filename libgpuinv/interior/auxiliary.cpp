// auxiliary.cpp (linear programs whose solutions are certificates)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/auxiliary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuinv {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
