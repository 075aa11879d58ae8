// primal_push.cpp (values of a crossover pushed to bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

// With alpha = inv(B)*a_k, x_k + t changes basic values by -t*alpha.  Step t
// leads to the nearest bound of k, unless a basic variable gets to its own
// before.  Basic values that are out of bounds stay where they are, or return.

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// Non-basic values that belong to bounds; those that are to be pushed there,
// the least likely to stay inside first.
std::vector<int> Crossing::snap() {
  std::vector<int> pushed;
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k)) continue;
    if (inside_[k])
      pushed.push_back(k);
    else
      x_[k] = nearest_bound(lp_, k, x_[k]);
  }
  std::sort(pushed.begin(), pushed.end(), [this](int a, int b) {
    return weight_[a] != weight_[b] ? weight_[a] < weight_[b] : a < b;
  });
  return pushed;
}

// x_B := inv(B)*(b - N*x_N)
void Crossing::compute_basic_values() {
  alpha_.clear();
  for (int i = 0; i < lp_.m; i++)
    if (lp_.b[i] != 0.0) alpha_.add(i, lp_.b[i]);
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k) || x_[k] == 0.0) continue;
    for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
      alpha_.add(lp_.ind[t], -x_[k] * lp_.val[t]);
  }
  factor_.ftran(&alpha_);
  for (int p = 0; p < lp_.m; p++) x_[basic_[p]] = alpha_.value[p];
}

void Crossing::push_primals() {
  const std::vector<int> pushed = snap();
  if (!factorize()) return;
  compute_basic_values();
  restore();  // pushes lead from bad to worse what is out of bounds
  for (int k : pushed) {
    interrupt_.look();
    if (!basic(k)) push_primal(k);
  }
  if (factorize()) compute_basic_values();
}

void Crossing::push_primal(int k) {
  counts_.primal_pushes++;
  const double target = nearest_bound(lp_, k, x_[k]);
  const double step = target - x_[k];
  inside_[k] = 0;
  column(k);
  const int p = block_primal(step);
  if (p < 0) {
    move_primals(step);
    x_[k] = target;
    return;
  }
  const int leaving = basic_[p];
  const bool falls = (step > 0.0) == (alpha_.value[p] > 0.0);
  const double bound = falls ? lp_.l[leaving] : lp_.u[leaving];
  // backward if it was outside: A*x = b all the time
  const double t = (x_[leaving] - bound) / alpha_.value[p];
  move_primals(t);
  x_[k] += t;
  x_[leaving] = bound;
  factor_.update(p, alpha_);
  replace(p, k);
  counts_.primal_pivots++;
  if (!factor_.worn()) return;
  factorize_if_worn();
  compute_basic_values();
}

// How far the step goes until the variable at p has passed its bound by slack.
double Crossing::primal_room(int p, double step, double slack) const {
  const double a = step > 0.0 ? alpha_.value[p] : -alpha_.value[p];
  if (std::fabs(a) < kPivot) return INFINITY;
  const int k = basic_[p];
  const double bound = a > 0.0 ? lp_.l[k] : lp_.u[k];
  if (std::isinf(bound)) return INFINITY;
  const double room = a > 0.0 ? x_[k] - bound : bound - x_[k];
  return (std::max(room, 0.0) + slack * (1.0 + std::fabs(bound))) /
         std::fabs(a);
}

// Position that stops the step, -1 if none does: as block_dual.
int Crossing::block_primal(double step) const {
  double most = std::fabs(step);
  for (int p : alpha_.index)
    most = std::min(most, primal_room(p, step, kSlack));
  if (most >= std::fabs(step)) return -1;
  int best = -1;
  double largest = 0.0;
  for (int p : alpha_.index) {
    if (primal_room(p, step, 0.0) > most) continue;
    const double size = std::fabs(alpha_.value[p]);
    if (size <= largest) continue;
    largest = size;
    best = p;
  }
  return best;
}

void Crossing::move_primals(double t) {
  if (t == 0.0) return;
  for (int p : alpha_.index) x_[basic_[p]] -= t * alpha_.value[p];
}

}  // namespace gpuinv
