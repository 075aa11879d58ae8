// solver_shifts.cpp (costs, bounds and scales changed on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

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

bool Solver::boxed(int j) const {
  return std::isfinite(s_.lower[j]) && std::isfinite(s_.upper[j]);
}

// A flip needs no pivot and no cost shift, but it moves x_B.  After many flips
// x_B is far outside its bounds, most flips were in vain, and the dual method,
// whose ratio test does not flip bounds, takes a pivot to bring each back: 55
// 000 pivots for an air crew problem of 163 rows.
bool Solver::flips_pay() const {
  int count = 0;
  for (int j = 0; j < nn_; j++) count += boxed(j) && wrong_cost(j);
  return count <= m_;
}

// Corrects reduced costs of the wrong sign: boxed variables go to their other
// bound if that pays; the costs of the others are shifted until d_j has changed
// its sign.
void Solver::make_dual_feasible() {
  const bool flips = flips_pay();
  bool shifted = false, flipped = false;
  shifted_ = false;
  for (int j = 0; j < nn_; j++) {
    if (!wrong_cost(j)) continue;
    if (flips && boxed(j)) {
      s_.at[j] = s_.at[j] == At::kLower ? At::kUpper : At::kLower;
      flipped = true;
    } else {
      shifted_ = shifted_ || wrong_cost(j, tol_.cost);
      s_.d[j] *= s_.at[j] == At::kFree ? 0.0 : -kShiftedShare;
      shifted = true;
    }
  }
  if (flipped) compute_beta();
  true_costs_ = !shifted_;
  if (limited() || !control_.perturbs_costs) return;
  perturb_costs(shifted ? kShiftedPerturbation : kPerturbation);
}

}  // namespace gpuinv
