// presolve_rows.cpp (reductions of a linear program by its rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <limits>

#include "libgpuinv/interior/presolve.hpp"

namespace gpuinv {
namespace {

// Bounds whose distance is less than this, relative to their size, meet.
constexpr double kMeet = 1e-9;

double slack(double a, double b) {
  return kMeet * std::max({1.0, std::isinf(a) ? 0.0 : std::fabs(a),
                           std::isinf(b) ? 0.0 : std::fabs(b)});
}

// A sum of bounds.  It is infinite as long as one of its terms is.
struct Sum {
  double finite = 0.0;
  int infinite = 0;
  void add(double term) {
    const bool inf = std::isinf(term);
    infinite += inf;
    finite += inf ? 0.0 : term;
  }
};

}  // namespace

// Tightens l and u; returns false if they contradict each other.
bool Presolve::tighten(double lower, double upper, double* l, double* u,
                       Step* step) const {
  step->lower = lower > *l;
  step->upper = upper < *u;
  *l = std::max(*l, lower);
  *u = std::min(*u, upper);
  if (*l > *u + slack(*l, *u)) return false;
  if (*l > *u) (step->lower ? *l : *u) = step->lower ? *u : *l;
  return true;
}

// Returns false if the row proves that there is no solution.
bool Presolve::visit_row(int i) {
  if (std::isinf(row_lower_[i]) && std::isinf(row_upper_[i]))
    drop_row(i);
  else if (row_count_[i] == 0)
    drop_empty_row(i);
  else if (row_count_[i] == 1)
    bound_by_row(i);
  else
    check_activity(i);
  return outcome_ == Outcome::kReduced;
}

void Presolve::drop_empty_row(int i) {
  // the bounds have rounding errors from columns fixed before
  const double size = slack(lp_.row_lower[i], lp_.row_upper[i]);
  if (row_lower_[i] > size) return fail(i, 1.0);
  if (row_upper_[i] < -size) return fail(i, -1.0);
  drop_row(i);
}

// The row is L <= a*x_j <= U.
void Presolve::bound_by_row(int i) {
  int p = rows_.start[i];
  while (column_out_[rows_.index[p]]) p++;
  const int j = rows_.index[p];
  const double a = rows_.value[p];
  double lower = row_lower_[i] / a, upper = row_upper_[i] / a;
  if (a < 0.0) std::swap(lower, upper);
  Step step{Kind::kBound, i, j, a, false, false, 0.0, 0.0};
  const bool meet = tighten(lower, upper, &lower_[j], &upper_[j], &step);
  if (!meet) return fail(i, (step.lower ? 1.0 : -1.0) / a);
  if (step.lower || step.upper) steps_.push_back(step);
  drop_row(i);
}

// Compares the values that the row can reach with its bounds; returns true if
// the row was removed.
bool Presolve::check_activity(int i) {
  Sum least, greatest;
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    const int j = rows_.index[p];
    if (column_out_[j]) continue;
    // signs are unpredictable, so do not branch on them
    const double low = rows_.value[p] * lower_[j],
                 high = rows_.value[p] * upper_[j];
    least.add(std::min(low, high));
    greatest.add(std::max(low, high));
  }
  const double size = slack(row_lower_[i], row_upper_[i]);
  if (least.infinite == 0) {
    if (least.finite > row_upper_[i] + size) return fail(i, -1.0), true;
    if (least.finite > row_upper_[i] - size) return force(i, false), true;
    if (least.finite >= row_lower_[i])
      row_lower_[i] = -std::numeric_limits<double>::infinity();
  }
  if (greatest.infinite == 0) {
    if (greatest.finite < row_lower_[i] - size) return fail(i, 1.0), true;
    if (greatest.finite < row_lower_[i] + size) return force(i, true), true;
    if (greatest.finite <= row_upper_[i])
      row_upper_[i] = std::numeric_limits<double>::infinity();
  }
  if (std::isinf(row_lower_[i]) && std::isinf(row_upper_[i])) drop_row(i);
  return row_out_[i];
}

// The row reaches its lower (upper) bound only if its columns are at those
// bounds that make it greatest (least).
void Presolve::force(int i, bool lower) {
  steps_.push_back({Kind::kForcing, i, -1, 0.0, lower, !lower, 0.0, 0.0});
  drop_row(i);
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    const int j = rows_.index[p];
    if (column_out_[j]) continue;
    fixed_by_[j] = i;
    fix(j, (rows_.value[p] > 0.0) == lower ? upper_[j] : lower_[j]);
  }
}

}  // namespace gpuinv
