// presolve_rules.cpp (reductions of a linear program by a row or a column)
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

namespace {

// Bounds this close, relative to their size, fix a column: a method would have
// no room between them.
constexpr double kFixed = 1e-12;

// Least pivot of a substitution, relative to the row's largest element.
constexpr double kPivot = 0.01;

// A cost that substitutions leave this small, relative to what they added and
// subtracted, is a rounding error.
constexpr double kCost = 1e-12;

// Costs this small, relative to the terms that they are the rest of, do not
// make a problem unbounded: an optimum has dual residuals of this size.
constexpr double kNoCost = 1e-9;

bool is_fixed(double l, double u) {
  return std::isfinite(l) && u - l <= kFixed * std::max(1.0, std::fabs(l));
}

}  // namespace

void Presolve::visit_column(int j) {
  if (is_fixed(lower_[j], upper_[j]))
    fix(j, lower_[j]);
  else if (column_count_[j] == 0)
    drop_empty_column(j);
  else if (!push_to_bound(j) && column_count_[j] == 1)
    substitute(j);
}

void Presolve::drop_empty_column(int j) {
  const double c = cost_[j];
  const double nearest = std::max(lower_[j], std::min(upper_[j], 0.0));
  double value = nearest;
  if (c != 0.0) value = c > 0.0 ? lower_[j] : upper_[j];
  if (std::isfinite(value)) return fix(j, value);
  if (std::fabs(c) <= kNoCost * cost_size_[j]) return fix(j, nearest);
  outcome_ = Outcome::kUnbounded;
  unbounded_ = j;
  direction_ = c > 0.0 ? -1.0 : 1.0;
}

// If neither the cost nor any row keeps a column from a bound, some optimum is
// at that bound.
bool Presolve::push_to_bound(int j) {
  bool down = cost_[j] >= 0.0, up = cost_[j] <= 0.0;
  for (int t = lp_.start[j]; t < lp_.start[j + 1] && (down || up); t++) {
    const int i = lp_.row[t];
    if (row_out_[i]) continue;
    const bool below = std::isfinite(row_lower_[i]);
    const bool above = std::isfinite(row_upper_[i]);
    const bool positive = lp_.value[t] > 0.0;
    if (positive ? below : above) down = false;
    if (positive ? above : below) up = false;
  }
  down = down && std::isfinite(lower_[j]);
  up = up && std::isfinite(upper_[j]);
  if (down || up) fix(j, down ? lower_[j] : upper_[j]);
  return down || up;
}

// Returns whether row i and the bounds of the other columns keep x_j within its
// own bounds.
bool Presolve::implied_free(int i, int j, double a) const {
  double least = 0.0, greatest = 0.0, largest = 0.0;
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    const int k = rows_.index[p];
    if (column_out_[k] || k == j) continue;
    const double v = rows_.value[p];
    least += v * (v > 0.0 ? lower_[k] : upper_[k]);
    greatest += v * (v > 0.0 ? upper_[k] : lower_[k]);
    largest = std::max(largest, std::fabs(v));
  }
  if (std::fabs(a) < kPivot * largest) return false;
  double lower = (row_lower_[i] - greatest) / a;
  double upper = (row_upper_[i] - least) / a;
  if (a < 0.0) std::swap(lower, upper);
  return lower >= lower_[j] && upper <= upper_[j];
}

// Substitutes a free column that is in row i alone: the row gives the column's
// value, and the column's cost gives the row's multiplier.
bool Presolve::substitute(int j) {
  int t = lp_.start[j];
  while (row_out_[lp_.row[t]]) t++;
  const int i = lp_.row[t];
  const double a = lp_.value[t];
  if (!implied_free(i, j, a)) return false;
  const double y = cost_[j] / a;
  bool lower = y > 0.0;
  if (y == 0.0) lower = std::isfinite(row_lower_[i]);
  const double side = lower ? row_lower_[i] : row_upper_[i];
  if (!std::isfinite(side)) return false;
  double given = side;  // including what fixed columns took
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    const int k = rows_.index[p];
    if (column_out_[k]) given += rows_.value[p] * value_[k];
    if (column_out_[k] || k == j) continue;
    const double term = y * rows_.value[p], cost = cost_[k] - term;
    cost_size_[k] = std::max(cost_size_[k], std::fabs(term));
    cost_[k] = std::fabs(cost) <= kCost * cost_size_[k] ? 0.0 : cost;
  }
  column_out_[j] = 1;
  objective_ += y * side;
  steps_.push_back({Kind::kSubstituted, i, j, a, lower, !lower, y, given});
  drop_row(i);
  return true;
}

}  // namespace gpuinv
