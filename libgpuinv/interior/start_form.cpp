// start_form.cpp (what the starting point is found from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/start_form.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

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

// The most that a column gains which costs drive away from 0.
double largest_gain(const BoundedForm& form) {
  double largest = 0.0;
  for (int j = 0; j < form.structural(); j++) {
    const double gain =
        form.bounds[j] == kFree ? std::fabs(form.c[j]) : -form.c[j];
    largest = std::max(largest, gain);
  }
  return largest;
}

// How each row has to move that is not satisfied at x = 0.
std::vector<signed char> needed_moves(const Rows& rows, int m) {
  std::vector<signed char> moves(m, 0);
  for (int i = 0; i < m; i++)
    if (rows.lack(i) > kStartNoise) moves[i] = rows.rises(i) ? 1 : -1;
  return moves;
}

// The most that such a row pays for a unit, infinity if a price is unknown.
double largest_price(const RowPrices& prices,
                     const std::vector<signed char>& moves) {
  double largest = 0.0;
  for (std::size_t i = 0; i < moves.size(); i++)
    if (moves[i] != 0)
      largest = std::max(largest, moves[i] > 0 ? prices.up[i] : prices.down[i]);
  return largest;
}

// What the moves of rows that column j makes and that are needed would cost. If
// it is the cheapest way for one of them, that is its own cost at least.
double replacement(const BoundedForm& form, const RowPrices& prices,
                   const Ways& needed, int j) {
  double cost = 0.0;
  for (int t = form.start[j]; t < form.start[j + 1]; t++) {
    const int i = form.row[t];
    const double a = form.value[t];
    if (a > 0.0 && needed.up[i]) cost += a * prices.up[i];
    if (a < 0.0 && needed.down[i]) cost -= a * prices.down[i];
  }
  return cost;
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

void leave_out_dear(const BoundedForm& form, const Rows& rows,
                    StartForm* start) {
  const double gain = largest_gain(form);
  double dearest = 0.0;
  for (int j = 0; j < form.structural(); j++)
    if (form.bounds[j] != kFree) dearest = std::max(dearest, form.c[j]);
  if (dearest <= kStartFar * gain) return;
  const RowPrices prices = row_prices(form);
  const auto moves = needed_moves(rows, form.m);
  const double price = std::max(gain, largest_price(prices, moves));
  if (price <= kStartNoise || dearest <= kStartFar * price) return;
  const Ways needed = follow(form, prices, moves);
  for (int j = 0; j < form.structural(); j++)
    if (form.bounds[j] != kFree && form.c[j] > kStartFar * price &&
        kPriceFall * form.c[j] > replacement(form, prices, needed, j))
      start->bounds[j] = StartForm::kAbsent;
}

}  // namespace

StartForm start_form(const BoundedForm& form) {
  const Rows rows(form);
  const double demand = largest_demand(form, rows);
  StartForm start;
  start.b = form.b;
  start.origin.resize(form.n);
  start.bounds = form.bounds;
  if (demand > kStartNoise)
    leave_out_far(form, rows, kStartFar * demand, &start);
  leave_out_dear(form, rows, &start);
  if (start.bounds == form.bounds) return {};
  for (const signed char each : start.bounds)
    start.pairs += std::max<int>(each, 0);
  return start;
}

}  // namespace gpuinv
