// implied_bounds.cpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/implied_bounds.hpp"

#include <cmath>

namespace gpuinv {
namespace {

// Sums are as good as this share of the bounds.
constexpr double kRounding = 1e-9;

// The least (or the greatest) value of a row: a sum, and how many terms have
// no bound that it could stop at.
struct Extreme {
  double sum = 0.0;
  int infinite = 0;
  void add(double term) {
    if (std::isfinite(term)) {
      sum += term;
    } else {
      infinite++;
    }
  }
};

struct Activity {
  Extreme least, greatest;
};

std::vector<Activity> activities(const WorkingLp& lp, Lookout* lookout) {
  std::vector<Activity> rows(lp.m);
  for (int k = 0; k < lp.n; k++) {
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
      const double a = lp.val[t];
      if (a == 0.0) continue;
      Activity& row = rows[lp.ind[t]];
      row.least.add(a * (a > 0.0 ? lp.l[k] : lp.u[k]));
      row.greatest.add(a * (a > 0.0 ? lp.u[k] : lp.l[k]));
    }
    lookout->add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
  }
  return rows;
}

// a*x = b - (the rest of the row): where the others are at their least, x is
// no further from the bound that a*x is least at than (b - least)/|a|.
bool says_as_much(double room, double a, double range, double size) {
  return room / std::fabs(a) <= range + kRounding * size;
}

Implied implied_of(const WorkingLp& lp, int k,
                   const std::vector<Activity>& rows) {
  Implied implied;
  const double range = lp.u[k] - lp.l[k];
  if (!(range > 0.0 && std::isfinite(range))) return implied;
  const double size = 1.0 + std::fabs(lp.l[k]) + std::fabs(lp.u[k]);
  for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
    const double a = lp.val[t], b = lp.b[lp.ind[t]];
    if (a == 0.0) continue;
    const Activity& row = rows[lp.ind[t]];
    if (row.least.infinite == 0 &&
        says_as_much(b - row.least.sum, a, range, size))
      (a > 0.0 ? implied.upper : implied.lower) = true;
    if (row.greatest.infinite == 0 &&
        says_as_much(row.greatest.sum - b, a, range, size))
      (a > 0.0 ? implied.lower : implied.upper) = true;
  }
  return implied;
}

}  // namespace

std::vector<Implied> implied_bounds(const WorkingLp& lp,
                                    const Interrupt& interrupt) {
  Lookout lookout(interrupt);
  const std::vector<Activity> rows = activities(lp, &lookout);
  std::vector<Implied> implied(lp.n);
  for (int k = 0; k < lp.n; k++) {
    implied[k] = implied_of(lp, k, rows);
    lookout.add(static_cast<double>(lp.ptr[k + 1] - lp.ptr[k]));
  }
  return implied;
}

}  // namespace gpuinv
