// space_method.hpp (predictor-corrector iterations in a space)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/newton.hpp"
#include "libgpuinv/interior/residuals.hpp"
#include "libgpuinv/interior/restoration.hpp"
#include "libgpuinv/interior/right_sides.hpp"
#include "libgpuinv/interior/start_point.hpp"
#include "libgpuinv/interior/step_length.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// Mehrotra's method with Gondzio's correctors on a bounded form.
template <class Space>
class SpaceMethod final : public InteriorMethod {
 public:
  using Vector = typename Space::template Vector<double>;

  SpaceMethod(const Space& space, const BoundedForm& form,
              std::unique_ptr<NormalEquations> normal, const Norms& norms,
              int correctors)
      : space_(space),
        form_(form),
        normal_(std::move(normal)),
        program_(space_, form),
        newton_(space_, program_, *normal_),
        norms_(norms),
        objective_unit_(form.objective_unit),
        correctors_(correctors),
        point_(form.m, form.n),
        kept_(form.m, form.n),
        direction_(form.m, form.n),
        change_(form.m, form.n),
        residual_(form.m, form.n),
        rest_(form.m, form.n) {
    fill(space_, form.m, 0.0, Space::raw(rest_.p));
    fill(space_, form.n, 0.0, Space::raw(rest_.u));
    fill(space_, form.n, 0.0, Space::raw(rest_.d));
  }

  bool start(bool near) override;
  bool iterate(const Aim& aim) override;
  const Progress& progress() const override { return progress_; }
  void keep() override;
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    const Point<Space>& from = kept ? kept_ : point_;
    space_.download(from.x, x);
    space_.download(from.y, y);
  }

 private:
  void measure();
  double lack() const { return newton_.row_norm(Space::raw(residual_.p)); }
  void keep_rows();
  bool restore();
  double mu() const { return sums_.products / std::max(program_.pairs, 1); }
  void predict();
  void correct();
  Blockings centre();
  bool take_if_longer(const StepLengths& t);
  Blockings longest() {
    return longest_steps(space_, program_.view(), point_.view(),
                         direction_.view());
  }
  double target() const;

  Space space_;
  const BoundedForm& form_;
  std::unique_ptr<NormalEquations> normal_;
  Program<Space> program_;
  Newton<Space> newton_;
  Norms norms_;
  double objective_unit_;
  int correctors_;
  Point<Space> point_, kept_, direction_, change_;
  Residual<Space> residual_, rest_;  // rest_: p, u and d are zero
  Progress progress_ = {};
  Sums sums_;
  StepLengths steps_{0.0, 0.0}, affine_{0.0, 0.0};
  double least_mu_ = 0.0;
  double lacking_ = 0.0;  // lack() before the step, and the smallest so far
  double least_lacking_ = HUGE_VAL;
  double left_ = 0.0;  // what a direction may always leave of A*dx = p
  double aim_ = 0.0;   // the mu that the corrector aims at
};

template <class Space>
bool SpaceMethod<Space>::start(bool near) {
  newton_.restart();
  least_lacking_ = HUGE_VAL;
  steps_ = {0.0, 0.0};
  progress_.solves = 0;
  const StartProgram<Space> start(space_,
                                  near ? start_form(form_) : StartForm());
  if (!start_point(space_, program_, start, newton_, Space::raw(rest_.p),
                   point_.view(), change_.view(), Space::raw(residual_.d)))
    return false;
  progress_.near = start.differs;
  newton_.take_solves();  // the first iteration does not count these
  measure();
  return true;
}

template <class Space>
void SpaceMethod<Space>::measure() {
  const ProgramView p = program_.view();
  compute_residuals(space_, program_, point_.view(), residual_.view());
  sums_ = sum_up(space_, p, point_.view(), residual_.view());
  progress_.primal_objective = sums_.cost * objective_unit_;
  progress_.dual_objective = sums_.bound * objective_unit_;
  progress_.primal_residual = std::sqrt(sums_.primal) / norms_.bounds;
  progress_.dual_residual = std::sqrt(sums_.dual) / norms_.costs;
  progress_.farkas = std::sqrt(sums_.ray);
  progress_.recession = std::sqrt(sums_.image);
  progress_.step_primal = steps_.primal;
  progress_.step_dual = steps_.dual;
}

template <class Space>
void SpaceMethod<Space>::keep() {
  copy_pair(space_, program_.n, Space::raw(point_.x), Space::raw(kept_.x),
            program_.m, Space::raw(point_.y), Space::raw(kept_.y));
}

// Returns how much a direction may leave of A*dx = p: little relative to the
// current residual and to what an optimum may have.
template <class Space>
double SpaceMethod<Space>::target() const {
  return std::max(kLeft * lacking_, left_);
}

template <class Space>
bool SpaceMethod<Space>::iterate(const Aim& aim) {
  left_ = aim.rows;
  newton_.set_patience(aim.start ? kFruitless : kGradientSteps);
  if (aim.rows < kLeftMost) newton_.refine();
  least_mu_ = aim.gap / (objective_unit_ * std::max(program_.pairs, 1));
  if (!newton_.factorize_at(point_.view(), mu())) return false;
  newton_.weigh(Space::raw(point_.x));
  lacking_ = lack();
  least_lacking_ = std::min(least_lacking_, lacking_);
  predict();
  correct();
  steps_ = step_lengths(space_, program_, point_.view(), direction_.view(),
                        centre());
  combine_directions(space_, program_.view(), point_.view(), steps_,
                     direction_.view(), point_.view());
  const double before = std::sqrt(sums_.dual);
  measure();
  // a step t leaves 1 - t of the dual residual, and proximal terms add to it
  if (progress_.dual_residual > aim.columns &&
      std::sqrt(sums_.dual) > (1.0 - steps_.dual + kAdded) * before)
    newton_.loosen();
  keep_rows();
  progress_.solves = newton_.take_solves();
  return true;
}

// If a step has lost much of what the rows had reached, restores it, and makes
// the next steps less likely to lose them.
template <class Space>
void SpaceMethod<Space>::keep_rows() {
  const double lost = lack();
  const double borne = std::max(kLost * least_lacking_, left_);
  if (lost <= borne) return;
  newton_.narrow(mu());
  copy(space_, program_.n, Space::raw(point_.x), Space::raw(change_.x));
  copy(space_, program_.n, Space::raw(point_.s), Space::raw(change_.s));
  for (int k = 0; k < kRestorations && lack() > borne; k++)
    if (!restore()) break;
  if (lack() < lost) return;
  copy(space_, program_.n, Space::raw(change_.x), Space::raw(point_.x));
  copy(space_, program_.n, Space::raw(change_.s), Space::raw(point_.s));
  measure();
}

// Moves towards A*x = b with the weights of the current point.  Returns false
// if another try would gain nothing.
template <class Space>
bool SpaceMethod<Space>::restore() {
  const double before = lack();
  restoring_diagonal(space_, program_.view(), point_.view(), std::sqrt(mu()),
                     newton_.diagonal());
  if (!newton_.factorize()) return false;
  newton_.project(Space::raw(residual_.p), Space::raw(rest_.d), left_,
                  direction_.view());
  move_inside(space_, program_.view(), point_.view(), Space::raw(direction_.x));
  measure();
  return lack() < kWorse * before;
}

template <class Space>
void SpaceMethod<Space>::predict() {
  predictor_right(space_, program_.view(), point_.view(), residual_.view());
  newton_.solve(point_.view(), residual_.view(), target(), direction_.view());
  affine_ = at_most_full(longest());
}

template <class Space>
void SpaceMethod<Space>::correct() {
  const ProgramView p = program_.view();
  const double mu_affine =
      products_after(space_, p, point_.view(), direction_.view(), affine_) /
      std::max(program_.pairs, 1);
  const double ratio = mu_affine / mu();
  aim_ = std::max(std::pow(ratio, kCentring) * mu(), least_mu_);
  corrector_right(space_, p, direction_.view(), aim_, rest_.view());
  newton_.solve(point_.view(), rest_.view(), target(), change_.view());
  combine_directions(space_, p, direction_.view(), {1.0, 1.0}, change_.view(),
                     direction_.view());
}

// Adds Gondzio's correctors as long as each makes the steps longer.  Returns
// the longest steps.
template <class Space>
Blockings SpaceMethod<Space>::centre() {
  const ProgramView p = program_.view();
  Blockings most = longest();
  for (int k = 0; k < correctors_; k++) {
    const StepLengths now = at_most_full(most);
    const StepLengths aim{std::min(1.0, now.primal + kReach),
                          std::min(1.0, now.dual + kReach)};
    centrality_right(space_, p, point_.view(), direction_.view(), aim, aim_,
                     rest_.view());
    newton_.solve(point_.view(), rest_.view(), target(), change_.view());
    if (!take_if_longer(now)) break;
    most = longest();
  }
  return most;
}

// Adds the change with the weights that make the steps longest, if they become
// longer than t by a share of the reach.
template <class Space>
bool SpaceMethod<Space>::take_if_longer(const StepLengths& t) {
  const ProgramView p = program_.view();
  const PointView v = point_.view(), d = direction_.view(), c = change_.view();
  const BothWeightSteps steps = weight_steps(space_, p, v, d, c);
  const Weight primal(steps.primal), dual(steps.dual);
  if (primal.step + dual.step < t.primal + t.dual + kGain * kReach)
    return false;
  combine_directions(space_, p, d, {primal.weight, dual.weight}, c, d);
  return true;
}

}  // namespace gpuinv
