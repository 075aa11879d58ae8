// implied_bounds.cpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/implied_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace gpuinv {
namespace {

// Sums are as good as this share of the bounds.
constexpr double kRounding = 1e-9;

}  // namespace

ImpliedBounds::ImpliedBounds(const WorkingLp& lp, const Interrupt& interrupt)
    : lp_(lp), rows_(lp.m) {
  Lookout lookout(interrupt);
  const auto bounded = [&lp](int k) {
    return std::isfinite(lp.u[k] - lp.l[k]);
  };
  for (const bool now : {false, true}) {
    for (int k = 0; k < lp.n; k++) {
      if (bounded(k) != now) continue;
      now ? add_bounded(k) : add_unbounded(k);
      lookout.add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
    }
    if (any_limit()) continue;
    rows_.clear();
    return;
  }
}

void ImpliedBounds::add_unbounded(int k) {
  const auto add = [](double term, Extreme* to) {
    std::isfinite(term) ? to->sum += term : to->infinite++;
  };
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    const double a = lp_.val[t];
    if (a == 0.0) continue;
    Activity& row = rows_[lp_.ind[t]];
    add(a * (a > 0.0 ? lp_.l[k] : lp_.u[k]), &row.least);
    add(a * (a > 0.0 ? lp_.u[k] : lp_.l[k]), &row.greatest);
  }
}

void ImpliedBounds::add_bounded(int k) {
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    const double at_l = lp_.val[t] * lp_.l[k], at_u = lp_.val[t] * lp_.u[k];
    Activity& row = rows_[lp_.ind[t]];
    row.least.sum += std::min(at_l, at_u);
    row.greatest.sum += std::max(at_l, at_u);
  }
}

bool ImpliedBounds::any_limit() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const Activity& row) {
    return row.least.infinite <= 1 || row.greatest.infinite <= 1;
  });
}

// a*x = b - (the rest of the row): x is greatest where the rest is at its least
// for a > 0, at its greatest for a < 0.
bool ImpliedBounds::implies(std::size_t t, int k, bool upper) const {
  const double a = lp_.val[t];
  if (rows_.empty() || a == 0.0) return false;
  const int i = lp_.ind[t];
  const Extreme& all = upper == (a > 0.0) ? rows_[i].least : rows_[i].greatest;
  const double own = upper ? lp_.l[k] : lp_.u[k];
  const double bound = upper ? lp_.u[k] : lp_.l[k];
  const bool finite = std::isfinite(own);
  if (all.infinite > (finite ? 0 : 1)) return false;
  const double x = (lp_.b[i] - all.sum) / a + (finite ? own : 0.0);
  const double size = 1.0 + std::fabs(bound) + (finite ? std::fabs(own) : 0.0);
  return (upper ? x - bound : bound - x) <= kRounding * size;
}

Implied ImpliedBounds::of(int k) const {
  Implied implied;
  const double range = lp_.u[k] - lp_.l[k];
  if (rows_.empty() || !(range > 0.0 && std::isfinite(range))) return implied;
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    implied.upper = implied.upper || implies(t, k, true);
    implied.lower = implied.lower || implies(t, k, false);
  }
  return implied;
}

}  // namespace gpuinv
