// primal_push.cpp (values of a crossover pushed to bounds)
// SPDX-License-Identifier: GPL-3.0-or-later

// Let alpha = inv(B)*a_k.  Then x_k + t changes basic values by -t*alpha.  The
// step t leads to the nearest bound of k, unless a basic variable reaches its
// own bound first.  Basic values outside their bounds stay there or return.
// Where it would take a tiny alpha as the pivot, the push is put off; in the
// end it goes on past such bounds, and what little they are violated by is
// restored.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// Puts nonbasic values that belong on bounds there.  Returns the variables that
// need a push, in the order of the problem: neighbours there often share rows,
// so that one solve serves a batch and few of them block each other.  In the
// order of weights pds-30 needed 5395 pivots instead of 3377, rail516 607
// instead of 332, and no problem fewer.
std::vector<int> Crossing::snap() {
  std::vector<int> pushed;
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k)) continue;
    if (inside_[k])
      pushed.push_back(k);
    else
      x_[k] = nearest_bound(lp_, k, x_[k]);
  }
  return pushed;
}

// x_B := inv(B)*(b - N*x_N)
void Crossing::compute_basic_values() {
  work_.clear();
  for (int i = 0; i < lp_.m; i++)
    if (lp_.b[i] != 0.0) work_.add(i, lp_.b[i]);
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k) || x_[k] == 0.0) continue;
    for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
      work_.add(lp_.ind[t], -x_[k] * lp_.val[t]);
  }
  factor_.ftran(&work_);
  for (int p = 0; p < lp_.m; p++) x_[basic_[p]] = work_.value[p];
}

// A value outside its bounds leaves the basis by a step backward, which moves
// others out, and farther: within some thousand pushes 1e-9 has become 1e9.  So
// violations are removed as soon as the values have been computed again.
// Returns false if the basis is singular: there is no factor then.
bool Crossing::push_primals() {
  const std::vector<int> pushed = snap();
  if (!factorize()) return false;
  compute_basic_values();
  restore();
  push_primals(pushed);
  const std::vector<int> left = std::exchange(put_off_, {});
  least_pivot_ = kGoodPivot;
  push_primals(left);
  if (!factorize()) return false;
  compute_basic_values();
  return true;
}

void Crossing::push_primals(const std::vector<int>& pushed) {
  const int count = static_cast<int>(pushed.size());
  for (int first = 0; first < count; first += kLanes) {
    interrupt_.look();
    report(GPUINV_COURSE_PRIMAL, pushed.data() + first, count - first);
    push_primals(pushed.data() + first, std::min(kLanes, count - first));
    if (!factor_.worn()) continue;
    factorize_if_worn();
    compute_basic_values();
    restore();
  }
}

void Crossing::push_primals(const int* pushed, int count) {
  std::vector<int> nonbasic;
  std::copy_if(pushed, pushed + count, std::back_inserter(nonbasic),
               [this](int k) { return !basic(k); });
  compute_columns(nonbasic.data(), static_cast<int>(nonbasic.size()));
  for (int c = 0; c < columns_.count(); c++) {
    const int k = basic_[columns_.index()[c]];
    basic_x_[c] = x_[k];
    basic_l_[c] = lp_.l[k];
    basic_u_[c] = lp_.u[k];
  }
  for (std::size_t l = 0; l < nonbasic.size(); l++)
    push_primal(static_cast<int>(l), nonbasic[l]);
  for (int c = 0; c < columns_.count(); c++)
    x_[basic_[columns_.index()[c]]] = basic_x_[c];
}

void Crossing::push_primal(int lane, int k) {
  const double target = nearest_bound(lp_, k, x_[k]);
  const double step = target - x_[k];
  const int place = block_primal(lane, step);
  if (place >= 0 && std::fabs(columns_.lane(lane)[place]) < kGoodPivot) {
    put_off_.push_back(k);
    return;
  }
  counts_.primal_pushes++;
  inside_[k] = 0;
  if (place < 0) {
    move_primals(lane, step);
    x_[k] = target;
    sign_[k] = sign_of(k);
    return;
  }
  const int p = columns_.index()[place], leaving = basic_[p];
  const double pivot = columns_.lane(lane)[place];
  const bool falls = (step > 0.0) == (pivot > 0.0);
  const double bound = falls ? basic_l_[place] : basic_u_[place];
  // t may point backward if the value was outside; A*x = b holds anyway
  const double t = (basic_x_[place] - bound) / pivot;
  move_primals(lane, t);
  x_[leaving] = bound;
  inside_[leaving] = 0;
  basic_x_[place] = x_[k] + t;
  basic_l_[place] = lp_.l[k];
  basic_u_[place] = lp_.u[k];
  factor_.update(p, lane);
  exchange_columns(lane, place);
  replace(p, k);
  counts_.primal_pivots++;
}

// Returns the place of the variable that stops the step, or -1, by the rule of
// block_dual.
int Crossing::block_primal(int lane, double step) const {
  const double* alpha = columns_.lane(lane);
  const double sign = step > 0.0 ? 1.0 : -1.0;
  const int m = columns_.count();
  // returns how far a basic value can move in the direction of the step
  const auto room = [this, sign, alpha](int c, double slack) {
    const bool falls = sign * alpha[c] > 0.0;
    const double bound = falls ? basic_l_[c] : basic_u_[c];
    const double left = falls ? basic_x_[c] - bound : bound - basic_x_[c];
    return std::isinf(bound)
               ? INFINITY
               : std::max(left, 0.0) + slack * (1.0 + std::fabs(bound));
  };
  double most = std::fabs(step);
  for (int c = 0; c < m; c++) {
    const double a = std::fabs(alpha[c]);
    if (a < least_pivot_) continue;
    const double left = room(c, kSlack);
    if (left < most * a) most = left / a;
  }
  if (most >= std::fabs(step)) return -1;
  int best = -1;
  double largest = 0.0;
  for (int c = 0; c < m; c++) {
    const double a = std::fabs(alpha[c]);
    if (a < least_pivot_ || a <= largest || room(c, 0.0) > most * a) continue;
    largest = a;
    best = c;
  }
  return best;
}

void Crossing::move_primals(int lane, double t) {
  if (t == 0.0) return;
  const double* alpha = columns_.lane(lane);
  const int m = columns_.count();
  for (int c = 0; c < m; c++) basic_x_[c] -= t * alpha[c];
}

}  // namespace gpuinv
