// start_form.cpp (what the starting point is found from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/start_form.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/interior/row_prices.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {
namespace {

// The rows at x = 0.
class Rows {
 public:
  explicit Rows(const BoundedForm& form)
      : form_(form), slack_(form.m, -1), value_(form.m) {
    for (int k = form.structural(); k < form.n; k++) {
      const int t = form.start[k], i = form.row[t];
      slack_[i] = k;
      value_[i] = form.b[i] * form.value[t];
    }
  }

  int slack(int i) const { return slack_[i]; }
  // Distances of the slack from its lower bound and from its upper one; a
  // negative one is a violation.  A row without a slack has no room.
  double below(int i) const { return slack_[i] < 0 ? 0.0 : value_[i]; }
  double above(int i) const {
    if (slack_[i] < 0) return 0.0;
    const int k = slack_[i];
    return form_.bounds[k] == kBoxed ? form_.u[k] - value_[i] : HUGE_VAL;
  }
  // By how much the slack is outside its bounds; a row without one lacks b_i.
  double lack(int i) const {
    if (slack_[i] < 0) return std::fabs(form_.b[i]);
    return std::max({0.0, -below(i), -above(i)});
  }
  // Whether row i has to rise to be satisfied, if it is not.
  bool rises(int i) const {
    if (slack_[i] < 0) return form_.b[i] > 0.0;
    const double value = form_.value[form_.start[slack_[i]]];
    return (below(i) < 0.0) == (value < 0.0);
  }
  // How far the slack can go if the rest of row i grows or, if rise < 0, falls.
  double room(int i, double rise) const {
    if (slack_[i] < 0) return 0.0;
    const double value = form_.value[form_.start[slack_[i]]];
    return std::max(0.0, rise * value > 0.0 ? below(i) : above(i));
  }

 private:
  const BoundedForm& form_;
  std::vector<int> slack_;     // m, -1 if there is none
  std::vector<double> value_;  // m
};

// How far costs drive column j away from 0: at most to its bound, and to that
// of the row that has the least room.
double wish(const BoundedForm& form, const Rows& rows, int j) {
  const bool driven =
      form.c[j] < 0.0 || (form.c[j] > 0.0 && form.bounds[j] == kFree);
  if (!driven) return 0.0;
  double room = form.bounds[j] == kBoxed ? form.u[j] : HUGE_VAL;
  for (int t = form.start[j]; t < form.start[j + 1]; t++)
    room = std::min(room, rows.room(form.row[t], -form.c[j] * form.value[t]));
  return std::isfinite(room) ? room : 0.0;
}

double largest_demand(const BoundedForm& form, const Rows& rows) {
  double demand = 0.0;
  for (int i = 0; i < form.m; i++) demand = std::max(demand, rows.lack(i));
  for (int j = 0; j < form.structural(); j++)
    demand = std::max(demand, wish(form, rows, j));
  return demand;
}

// What a row that is not satisfied at x = 0 pays for a unit, at most, and what
// columns gain that costs drive away from 0.
double largest_price(const BoundedForm& form, const Rows& rows) {
  const RowPrices prices = row_prices(form);
  double largest = 0.0;
  for (int i = 0; i < form.m; i++) {
    if (rows.lack(i) <= 0.0) continue;
    const double price = rows.rises(i) ? prices.up[i] : prices.down[i];
    if (std::isfinite(price)) largest = std::max(largest, price);
  }
  for (int j = 0; j < form.structural(); j++) {
    const double gain =
        form.bounds[j] == kFree ? std::fabs(form.c[j]) : -form.c[j];
    largest = std::max(largest, gain);
  }
  return largest;
}

// Leaves out upper bounds and right-hand sides that are far.
void leave_out_far(const BoundedForm& form, const Rows& rows, double far,
                   StartForm* start) {
  for (int j = 0; j < form.n; j++)
    if (form.bounds[j] == kBoxed && form.u[j] > far) start->bounds[j] = kLower;
  for (int i = 0; i < form.m; i++) {
    if (rows.below(i) <= far) continue;
    const int k = rows.slack(i);
    start->origin[k] = rows.above(i) > far ? rows.below(i) : form.u[k];
    start->b[i] -= form.value[form.start[k]] * start->origin[k];
    start->bounds[k] = kFree;
  }
}

void leave_out_dear(const BoundedForm& form, double dear, StartForm* start) {
  for (int j = 0; j < form.structural(); j++)
    if (form.bounds[j] != kFree && form.c[j] > dear)
      start->bounds[j] = StartForm::kAbsent;
}

}  // namespace

StartForm start_form(const BoundedForm& form) {
  const Rows rows(form);
  const double demand = largest_demand(form, rows);
  const double price = largest_price(form, rows);
  StartForm start;
  start.b = form.b;
  start.origin.resize(form.n);
  start.bounds = form.bounds;
  if (demand > kStartNoise)
    leave_out_far(form, rows, kStartFar * demand, &start);
  if (price > kStartNoise) leave_out_dear(form, kStartFar * price, &start);
  if (start.bounds == form.bounds) return {};
  for (const signed char each : start.bounds)
    start.pairs += std::max<int>(each, 0);
  return start;
}

}  // namespace gpuinv
