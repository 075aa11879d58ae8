// dual_push.cpp (multipliers of a crossover pushed to zero)
// SPDX-License-Identifier: GPL-3.0-or-later

// Let rho = inv(B')*e_p.  Then y + t*rho changes the reduced cost of the basic
// variable at position p by -t, those of other basic variables not at all, and
// that of a nonbasic variable by -t*rho'*a_k.  The step t is the reduced cost
// itself, unless another one reaches 0 first.

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// Shifts costs so that no reduced cost has the wrong sign.  The shifts are
// small unless the sample is no solution.
void Crossing::shift_costs() {
  for (int k = 0; k < lp_.n; k++) {
    sign_[k] = sign_of(k);
    const bool wrong = (sign_[k] == Sign::kZero && !lp_.fixed(k)) ||
                       (sign_[k] == Sign::kPlus && d_[k] < 0.0) ||
                       (sign_[k] == Sign::kMinus && d_[k] > 0.0);
    // a fixed variable is basic only for lack of a better one
    if (wrong || std::fabs(d_[k]) < cost_zero_) d_[k] = 0.0;
  }
}

// Returns the basic variables to be pushed.  The factorization puts those last
// whose rows of inv(B) are short, and slacks have the longest rows.  In this
// order, many pushes are done before pivots have filled the basis.
std::vector<int> Crossing::list_duals() const {
  std::vector<int> pushed;
  for (int p = lp_.m - 1; p >= 0; p--)
    if (d_[basic_[p]] != 0.0) pushed.push_back(basic_[p]);
  std::stable_partition(pushed.begin(), pushed.end(), [this](int k) {
    return lp_.ptr[k + 1] != lp_.ptr[k] + 1;
  });
  return pushed;
}

void Crossing::push_duals() {
  shift_costs();
  constexpr int kRounds = 3;  // repeats pushes whose pivots were inaccurate
  for (int round = 0; round < kRounds; round++) {
    const std::vector<int> pushed = list_duals();
    const int count = static_cast<int>(pushed.size());
    for (int first = 0; first < count; first += kLanes) {
      interrupt_.look();
      report(GPUINV_COURSE_DUAL, pushed.data() + first, count - first);
      push_duals(pushed.data() + first, std::min(kLanes, count - first));
      factorize_if_worn();
    }
  }
  for (int k : basic_) d_[k] = 0.0;
}

void Crossing::push_duals(const int* pushed, int count) {
  std::vector<int> k, positions;
  for (int l = 0; l < count; l++) {
    if (!basic(pushed[l])) continue;  // a repair has removed it from the basis
    k.push_back(pushed[l]);
    positions.push_back(position_[pushed[l]]);
  }
  compute_rows(positions);
  std::vector<Swap> swaps;
  for (std::size_t l = 0; l < k.size(); l++) {
    Swap swap;
    if (push_dual(static_cast<int>(l), k[l], &swap)) swaps.push_back(swap);
  }
  store_duals();
  carry_out(swaps);
}

// Returns true if another variable must take the place of k.
bool Crossing::push_dual(int lane, int k, Swap* swap) {
  counts_.dual_pushes++;
  const int place = block_dual(lane, d_[k]);
  if (place < 0) {
    move_duals(lane, d_[k]);
    d_[k] = 0.0;
    return false;
  }
  *swap = {k, rows_.index()[place], rows_.lane(lane)[place]};
  if (sign_[swap->entering] == Sign::kMinus) swap->pivot = -swap->pivot;
  double t = row_d_[place] / rows_.lane(lane)[place];
  if (t * d_[k] < 0.0) t = 0.0;
  move_duals(lane, t);
  d_[k] -= t;
  row_d_[place] = 0.0;
  exchange_rows(lane, place, k);
  return true;
}

// A pivot is skipped if its column and its row disagree about its value.
void Crossing::carry_out(const std::vector<Swap>& swaps) {
  if (swaps.empty()) return;
  constexpr double kAlike = 0.1;
  std::vector<int> entering;
  for (const Swap& swap : swaps) entering.push_back(swap.entering);
  compute_columns(entering.data(), static_cast<int>(entering.size()));
  for (std::size_t l = 0; l < swaps.size(); l++) {
    const int lane = static_cast<int>(l);
    const int position = position_[swaps[l].leaving];
    const int place = columns_.find(position);
    const double pivot = place < 0 ? 0.0 : columns_.lane(lane)[place];
    if (std::fabs(pivot) < kPivot ||
        std::fabs(pivot - swaps[l].pivot) > kAlike * std::fabs(pivot))
      continue;
    factor_.update(position, lane);
    exchange_columns(lane, place);
    replace(position, swaps[l].entering);
    counts_.dual_pivots++;
  }
}

}  // namespace gpuinv
