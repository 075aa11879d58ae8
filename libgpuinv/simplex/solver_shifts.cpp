// solver_shifts.cpp (costs, bounds and scales changed on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "libgpuinv/lp/network.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/solver.hpp"

namespace gpuinv {
namespace {

// Size of perturbations if costs are shifted anyway.  Then the primal method
// follows whatever their size, and a less degenerate dual method takes fewer
// pivots.
constexpr double kShiftedPerturbation = 5e-4;

// A shifted cost leaves this share of |d_j| on the other side of zero.  If it
// left none, every shifted column would be among the first to enter, at no
// gain.
constexpr double kShiftedShare = 0.1;

// A variable that goes so far would take x_B's digits with it: of 1e8, what
// rounding leaves is of the size of the tolerances.
constexpr double kFarBound = 1e8;

// Share of wrong reduced costs or violated bounds below which a start is nearly
// optimal.
constexpr double kColdShare = 0.1;

// Share of flips among wrong reduced costs above which the dual method goes
// first, and share of bounds that the flips may violate then
// (pivots-trials-host in netlib/results).
constexpr double kFlippedShare = 0.3;
constexpr double kViolatedShare = 0.6;

}  // namespace

// Refuses a candidate.  Returns false if it was refused before and came back
// because there are no others.
bool Solver::refuse_candidate(bool dual, int candidate) {
  float& scale = (dual ? s_.row_scale : s_.col_scale)[candidate];
  if (scale == rules::kRefusedScale) return false;
  scale = rules::kRefusedScale;
  return true;
}

// Perturbs the costs so that every d_j moves away from zero, to its right side.
void Solver::perturb_costs(double relative) {
  for (int j = 0; j < nn_; j++) {
    if (s_.lower[j] == s_.upper[j] || s_.at[j] == At::kFree) continue;
    const double size =
        relative * random() * (1.0 + std::fabs(lp_.c[s_.nonbasic[j]]));
    s_.d[j] += s_.at[j] == At::kLower ? size : -size;
  }
  perturbed_ = true;
  true_costs_ = false;
}

// Moves the bounds of basic variables outwards, so that every step has a
// length.
void Solver::perturb_bounds() {
  for (int i = 0; i < m_; i++) {
    const double size = kPerturbation * random();
    s_.basic_lower[i] -= size * (1.0 + std::fabs(s_.basic_lower[i]));
    s_.basic_upper[i] += size * (1.0 + std::fabs(s_.basic_upper[i]));
  }
  perturbed_ = true;
}

bool Solver::wrong_cost(int j, double tol) const {
  return s_.lower[j] != s_.upper[j] &&
         rules::primal_score(s_.d[j], 1.0f, static_cast<int>(s_.at[j]),
                             s_.lower[j], s_.upper[j], tol) > 0;
}

// Returns whether variable j may go to its other bound: whether that one is
// near enough and does not follow from a row.  A bound that does would put x_B
// outside its own bounds for sure, and the dual method would take a pivot to
// bring each back: 55 000 pivots for an air crew problem of 163 rows.
bool Solver::boxed(int j) {
  const double range = s_.upper[j] - s_.lower[j];
  if (!(range < kFarBound)) return false;
  const Implied implied = implied_of(s_.nonbasic[j]);
  return !(s_.at[j] == At::kLower ? implied.upper : implied.lower);
}

Implied Solver::implied_of(int k) {
  if (!implied_) implied_.emplace(lp_, control_.interrupt);
  return implied_->of(k);
}

// Returns the number of variables with two bounds, without those that follow
// from rows if the others can be enough for long steps.
int Solver::count_boxed() {
  const auto two_bounds = [this](int k) {
    return lp_.l[k] != lp_.u[k] && std::isfinite(lp_.u[k] - lp_.l[k]);
  };
  int all = 0, left = 0;
  for (int k = 0; k < lp_.n; k++) all += two_bounds(k);
  if (!LongSteps::enough(all, m_)) return all;
  for (int k = 0; k < lp_.n; k++) {
    if (!two_bounds(k)) continue;
    const Implied implied = implied_of(k);
    left += !implied.lower && !implied.upper;
  }
  return left;
}

// Counts reduced costs of the wrong sign.
Solver::WrongCosts Solver::count_wrong_costs() {
  WrongCosts wrong = {0, 0};
  for (int j = 0; j < nn_; j++) {
    if (!wrong_cost(j)) continue;
    wrong.all++;
    wrong.boxed += boxed(j);
  }
  return wrong;
}

// Sends boxed variables with a wrong reduced cost to their other bounds.
void Solver::flip_wrong_costs() {
  bool flipped = false;
  for (int j = 0; j < nn_; j++) {
    if (!wrong_cost(j) || !boxed(j)) continue;
    s_.at[j] = s_.at[j] == At::kLower ? At::kUpper : At::kLower;
    flipped = true;
  }
  if (flipped) compute_beta();
}

int Solver::count_violated() const {
  int count = 0;
  for (int i = 0; i < m_; i++) count += violated(i);
  return count;
}

void Solver::begin_long_steps() {
  if (long_steps_.steps() == Steps::kLong) return;
  if (has_one_commodity(lp_.ptr.data(), lp_.n, m_))
    long_steps_.begin_in_network(count_boxed(), m_);
  else
    long_steps_.begin(count_boxed(), m_);
}

// A start with few violated bounds takes few pivots, for which long steps need
// not be tried: a node of branch and bound.
void Solver::consider_long_steps() {
  if (count_violated() < kColdShare * m_) return;
  begin_long_steps();
}

// Returns whether the dual method is to solve a primal feasible start: whether
// flips correct many of its reduced costs, and leave x_B within most bounds or
// to long steps.  A start with few wrong costs is nearly optimal, and one with
// an objective limit is a node of branch and bound; both are left to the primal
// method.
bool Solver::dual_goes_first() {
  if (control_.obj_ul < rules::kInfinity || !control_.perturbs_costs)
    return false;
  const WrongCosts wrong = count_wrong_costs();
  if (wrong.all < kColdShare * nn_ || wrong.boxed < kFlippedShare * wrong.all)
    return false;
  begin_long_steps();
  if (long_steps_.steps() == Steps::kLong) return true;
  const std::vector<At> at = s_.at;
  const std::vector<double> beta = s_.beta;
  flip_wrong_costs();
  const bool pays = count_violated() <= kViolatedShare * m_;
  s_.at = at;
  s_.beta = beta;
  if (pays) long_steps_.insist();
  return pays;
}

// Corrects reduced costs of the wrong sign: boxed variables go to their other
// bound if that pays; the costs of the others are shifted until d_j has changed
// its sign.  A flip needs no cost shift, but moves x_B: after many of them x_B
// is far outside its bounds, which long steps alone cure.
void Solver::make_dual_feasible() {
  if (long_steps_.steps() == Steps::kLong || count_wrong_costs().boxed <= m_)
    flip_wrong_costs();
  bool shifted = false;
  shifted_ = false;
  for (int j = 0; j < nn_; j++) {
    if (!wrong_cost(j)) continue;
    shifted_ = shifted_ || wrong_cost(j, tol_.cost);
    s_.d[j] *= s_.at[j] == At::kFree ? 0.0 : -kShiftedShare;
    shifted = true;
  }
  true_costs_ = !shifted_;
  if (limited() || !control_.perturbs_costs) return;
  perturb_costs(shifted ? kShiftedPerturbation : kPerturbation);
}

}  // namespace gpuinv
