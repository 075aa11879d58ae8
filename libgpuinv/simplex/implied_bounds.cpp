// implied_bounds.cpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/implied_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace gpuinv {
namespace {

// Sums are as good as this share of the bounds.
constexpr double kRounding = 1e-9;

// a*x = b - (the rest of the row): where the others are at their least, x is
// no further from the bound that a*x is least at than (b - least)/|a|.
bool says_as_much(double room, double a, double range, double size) {
  return room / std::fabs(a) <= range + kRounding * size;
}

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
    return row.least.infinite == 0 || row.greatest.infinite == 0;
  });
}

Implied ImpliedBounds::of(int k) const {
  Implied implied;
  const double range = lp_.u[k] - lp_.l[k];
  if (rows_.empty() || !(range > 0.0 && std::isfinite(range))) return implied;
  const double size = 1.0 + std::fabs(lp_.l[k]) + std::fabs(lp_.u[k]);
  for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
    const double a = lp_.val[t], b = lp_.b[lp_.ind[t]];
    if (a == 0.0) continue;
    const Activity& row = rows_[lp_.ind[t]];
    if (row.least.infinite == 0 &&
        says_as_much(b - row.least.sum, a, range, size))
      (a > 0.0 ? implied.upper : implied.lower) = true;
    if (row.greatest.infinite == 0 &&
        says_as_much(row.greatest.sum - b, a, range, size))
      (a > 0.0 ? implied.lower : implied.upper) = true;
  }
  return implied;
}

}  // namespace gpuinv
