// dual_push.cpp (multipliers of a crossover pushed to zero)
// SPDX-License-Identifier: GPL-3.0-or-later

// With rho = inv(B')*e_p, y + t*rho changes the reduced cost of the basic
// variable at position p by -t, of the others not, and of a non-basic one by
// -t*rho'*a_k.  Step t is the reduced cost, unless another gets to 0 before.

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// No sign is asked of a fixed variable's reduced cost; others' that are wrong
// are small, or the sample is no solution.
void Crossing::shift_cost(int k) {
  if (!basic(k) && lp_.fixed(k)) return;
  const At at = side_of(lp_, k, x_[k]);
  const bool wrong = at == At::kFree || inside_[k] ||
                     (at == At::kLower ? d_[k] < 0.0 : d_[k] > 0.0);
  if (wrong && !lp_.fixed(k)) d_[k] = 0.0;
  if (std::fabs(d_[k]) < kZero) d_[k] = 0.0;
}

void Crossing::shift_costs() {
  for (int k = 0; k < lp_.n; k++) shift_cost(k);
}

void Crossing::push_duals() {
  shift_costs();
  std::vector<int> pushed;
  for (int k : basic_)
    if (d_[k] != 0.0) pushed.push_back(k);
  for (int k : pushed) {
    interrupt_.look();
    if (basic(k) && d_[k] != 0.0) push_dual(k);
  }
}

// row := row of inv(B)*A at the position, of non-basic columns
void Crossing::compute_row(int position) {
  rho_.clear();
  rho_.add(position, 1.0);
  factor_.btran(&rho_);
  row_.clear();
  for (int i : rho_.index) {
    const double r = rho_.value[i];
    if (r == 0.0) continue;
    for (std::size_t t = row_start_[i]; t < row_start_[i + 1]; t++)
      if (!basic(row_column_[t])) row_.add(row_column_[t], r * row_value_[t]);
  }
}

void Crossing::push_dual(int k) {
  counts_.dual_pushes++;
  const int position = position_[k];
  compute_row(position);
  const int q = block_dual(d_[k]);
  if (q < 0) {
    move_duals(d_[k]);
    d_[k] = 0.0;
    return;
  }
  double t = d_[q] / row_.value[q];
  if (t * d_[k] < 0.0) t = 0.0;
  const double computed = column(q).value[position];
  if (std::fabs(computed) < kPivot) {  // the row was not what it seemed
    d_[k] = 0.0;
    return;
  }
  move_duals(t);
  d_[k] -= t;
  d_[q] = 0.0;
  factor_.update(position, alpha_);
  replace(position, q);
  counts_.dual_pivots++;
  factorize_if_worn();
}

// How far the step goes until the reduced cost of k has passed 0 by slack.
double Crossing::dual_room(int k, double step, double slack) const {
  const double a = step > 0.0 ? row_.value[k] : -row_.value[k];
  if (std::fabs(a) < kPivot || (lp_.fixed(k) && !inside_[k])) return INFINITY;
  if (inside_[k] || (std::isinf(lp_.l[k]) && std::isinf(lp_.u[k])))
    return slack / std::fabs(a);
  const bool lower = side_of(lp_, k, x_[k]) == At::kLower;
  if (lower ? a < 0.0 : a > 0.0) return INFINITY;
  return (std::fabs(d_[k]) + slack) / std::fabs(a);
}

// Variable that stops the step, -1 if none does.  Of those that Harris'
// slack makes alike, the largest pivot; one inside bounds spares a push.
int Crossing::block_dual(double step) const {
  double most = std::fabs(step);
  for (int k : row_.index) most = std::min(most, dual_room(k, step, kSlack));
  if (most >= std::fabs(step)) return -1;
  int best = -1;
  double largest = 0.0;
  for (int k : row_.index) {
    if (dual_room(k, step, 0.0) > most) continue;
    const double size = std::fabs(row_.value[k]) * (inside_[k] ? 100.0 : 1.0);
    if (size <= largest) continue;
    largest = size;
    best = k;
  }
  return best;
}

void Crossing::move_duals(double t) {
  if (t == 0.0) return;
  for (int k : row_.index) {
    d_[k] -= t * row_.value[k];
    shift_cost(k);
  }
}

}  // namespace gpuinv
