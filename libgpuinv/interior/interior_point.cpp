// interior_point.cpp (control of an interior point solve)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/certificates.hpp"
#include "libgpuinv/interior/correctors.hpp"
#include "libgpuinv/interior/host_space.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/settle.hpp"
#include "libgpuinv/interior/space_method.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string presolved_to(const InteriorLp& lp) {
  return "presolved to " + std::to_string(lp.m) + " rows, " +
         std::to_string(lp.n) + " columns, " + std::to_string(lp.row.size()) +
         " non-zeros";
}

// Returns call(), or false if it meets a number that is not finite: the problem
// has none, so iterates have left the range of doubles.
template <class Call>
bool stays_finite(const Call& call) {
  try {
    return call();
  } catch (const Error& e) {
    if (e.status() != GPUINV_NONFINITE) throw;
    return false;
  }
}

}  // namespace

InteriorPoint::InteriorPoint(InteriorLp lp, const InteriorControl& control,
                             const MethodFactory& factory, Purpose purpose)
    : lp_(std::move(lp)),
      units_(purpose == Purpose::kSolve ? Equilibration(&lp_)
                                        : Equilibration()),
      relaxed_(relaxation(lp_)),
      control_(control),
      factory_(factory),
      purpose_(purpose),
      norms_(norms(solved(), Equilibration())),
      presolve_(solved()),
      x_(lp_.n, 0.0),
      y_(lp_.m, 0.0),
      farkas_(kRayShare),
      ray_(kRayShare) {
  begin();
}

void InteriorPoint::begin() {
  reduced_ = presolved_to(presolve_.reduced());
  if (presolve_.outcome() == Presolve::Outcome::kInfeasible) {
    if (!take_farkas_ray(presolve_.expand_duals({}, true)))
      give_up(InteriorStatus::kNoProgress);
    return;
  }
  if (presolve_.outcome() == Presolve::Outcome::kUnbounded) {
    if (!take_primal_ray(presolve_.expand_values({}, true)))
      give_up(InteriorStatus::kNoProgress);
    return;
  }
  if (presolve_.reduced().n == 0 || presolve_.reduced().m == 0) {
    x_ = presolve_.expand_values({}, false);
    y_ = presolve_.expand_duals({}, false);
    return finish(InteriorStatus::kOptimal);
  }
  form_ = std::make_unique<BoundedForm>(presolve_.take_reduced());
  method_ = factory_(*form_, norms_);
  // The ray of an auxiliary problem must be exact to its last digits.  From a
  // near start that of Netlib's gosh was not.
  start(purpose_ == Purpose::kSolve);
}

void InteriorPoint::start(bool near) {
  marked_ = marked_distance_ = kInfinity;
  gap_share_ = kGapShare;
  left_ = kLeftMost;
  settled_ = kSettled;
  if (!stays_finite([&] { return method_->start(near); }))
    return give_up(InteriorStatus::kUnstable);
  judge();
}

bool InteriorPoint::step() {
  if (status_ != InteriorStatus::kRunning || out_of_limits()) return false;
  if (auxiliary_) {
    step_auxiliary();
  } else if (stays_finite([this] { return method_->iterate(aim()); })) {
    iteration_.count++;
    judge();
  } else {
    give_up(InteriorStatus::kUnstable);
  }
  return status_ == InteriorStatus::kRunning;
}

Aim InteriorPoint::aim() const {
  return {gap_share_ * control_.tolerance *
              (1.0 + std::fabs(iteration_.primal_objective)),
          left_, settled_, !control_.each_row};
}

bool InteriorPoint::out_of_limits() {
  const std::chrono::duration<double> passed = Clock::now() - started_;
  iteration_.seconds = passed.count();
  if (control_.cancelled && control_.cancelled())
    finish(InteriorStatus::kCancelled);
  else if (iteration_.count >= control_.max_iterations)
    finish(InteriorStatus::kIterationLimit);
  else if (iteration_.seconds >= control_.seconds)
    finish(InteriorStatus::kTimeLimit);
  return status_ != InteriorStatus::kRunning;
}

void InteriorPoint::judge() {
  const Progress& p = method_->progress();
  const double shift = form_->objective_shift + presolve_.objective();
  iteration_.primal_objective = p.primal_objective + shift;
  iteration_.dual_objective = p.dual_objective + shift;
  iteration_.primal_residual = p.primal_residual;
  iteration_.dual_residual = p.dual_residual;
  iteration_.gap =
      std::fabs(iteration_.primal_objective - iteration_.dual_objective) /
      (1.0 + std::fabs(iteration_.primal_objective));
  iteration_.step_primal = p.step_primal;
  iteration_.step_dual = p.step_dual;
  const double merit = std::max(
      {iteration_.primal_residual, iteration_.dual_residual, iteration_.gap});
  if (!std::isfinite(merit)) return give_up(InteriorStatus::kUnstable);
  if (merit < best_) method_->keep();
  mark(merit);
  iteration_.best = best_ = std::min(best_, merit);
  if (iteration_.gap <= control_.tolerance &&
      merit <= kNear * control_.tolerance && is_optimal())
    return finish(InteriorStatus::kOptimal);
  if (has_farkas_ray() || has_primal_ray()) return;
  if (is_stuck(p)) return start(false);
  if (!control_.each_row && purpose_ == Purpose::kSolve && best_ <= kEnough &&
      p.solves > kDear)
    return finish(InteriorStatus::kNoProgress);
  const int waited = iteration_.count - marked_count_;
  if (waited > 0 && waited % kImpatience == 0) {
    left_ *= kSharper;
    settled_ *= kSharper;
  }
  const int patience = control_.each_row  ? kPatience
                       : best_ <= kEnough ? kShortPatience
                       : best_ <= kUseful ? kSomePatience
                                          : kPatience;
  if (iteration_.count - marked_count_ <= patience) return;
  if (is_optimal_settled(control_.tolerance))
    return finish(InteriorStatus::kOptimal);
  give_up(InteriorStatus::kNoProgress);
}

// Whether the start left out what an optimum needs: such values are so small
// then that they block nearly every step.
bool InteriorPoint::is_stuck(const Progress& p) {
  const bool short_step = std::max(p.step_primal, p.step_dual) < kStuck;
  stuck_ = short_step && iteration_.count > 0 ? stuck_ + 1 : 0;
  return p.near && best_ > kUseful && stuck_ == kStuckSteps &&
         iteration_.count <= kStuckUntil;
}

// Notes progress of the merit or of the distance between the objectives.  From
// a start far above the optimum both objectives fall by decades while the
// relative gap stands still; then their distance shows the progress.
void InteriorPoint::mark(double merit) {
  const double distance =
      iteration_.gap * (1.0 + std::fabs(iteration_.primal_objective));
  if (merit >= kBetter * marked_ && distance >= kBetter * marked_distance_)
    return;
  marked_ = std::min(marked_, merit);
  marked_distance_ = std::min(marked_distance_, distance);
  marked_count_ = iteration_.count;
}

bool InteriorPoint::is_optimal() {
  take_point(false);
  const Measures measures = measure(lp_, units_, x_, y_);
  const bool passed = passes(measures, control_.tolerance);
  if (!passed) sharpen(measures);
  return passed;
}

// This is the last try if the iterations make no progress: a reduced cost that
// must vanish may be the rounding error of much larger terms.  Returns whether
// the best point is an optimum then.
bool InteriorPoint::is_optimal_settled(double tolerance) {
  take_point(true);
  settle_multipliers(lp_, x_, &y_);
  return passes(measure(lp_, units_, x_, y_), tolerance);
}

// Returns whether a point is an optimum; then notes its errors, to be shown.
bool InteriorPoint::passes(const Measures& measures, double tolerance) {
  const bool within = control_.each_row ? measures.within(tolerance)
                                        : measures.sums_within(tolerance);
  if (!within) return false;
  iteration_.primal_residual = measures.primal_residual;
  iteration_.dual_residual = measures.dual_residual;
  iteration_.gap = measures.gap;
  return true;
}

// The sums may meet the tolerance while single rows or columns do not.  Then
// the linear algebra must become more accurate.  The gap is aimed at closer
// only if products are what is left, because a smaller gap makes the normal
// equations worse and loses rows that were satisfied.
void InteriorPoint::sharpen(const Measures& measures) {
  if (measures.feasible(control_.tolerance)) {
    if (gap_share_ <= kGapLeast) return;
    gap_share_ *= kSharper;
  } else {
    if (left_ <= kLeftLeast) return;
    left_ *= kSharper;
    settled_ *= kSharper;
  }
  marked_count_ = iteration_.count;
}

void InteriorPoint::take_point(bool kept) {
  std::vector<double> x, y;
  method_->download(kept, &x, &y);
  x_ = presolve_.expand_values(form_->values(x, false), false);
  y_ = presolve_.expand_duals(form_->multipliers(y), false);
  clean_values(lp_, &x_);
  clean_multipliers(lp_, &y_);
}

bool InteriorPoint::has_farkas_ray() {
  const Progress& p = method_->progress();
  if (p.dual_objective <= 0.0 || p.farkas > farkas_ * p.dual_objective)
    return false;
  farkas_ = kAgain * p.farkas / p.dual_objective;
  std::vector<double> x, y;
  method_->download(false, &x, &y);
  return take_farkas_ray(presolve_.expand_duals(form_->multipliers(y), true));
}

bool InteriorPoint::has_primal_ray() {
  const Progress& p = method_->progress();
  if (p.primal_objective >= 0.0 || p.recession > -ray_ * p.primal_objective)
    return false;
  ray_ = -kAgain * p.recession / p.primal_objective;
  std::vector<double> x, y;
  method_->download(false, &x, &y);
  return take_primal_ray(presolve_.expand_values(form_->values(x, true), true));
}

bool InteriorPoint::take_farkas_ray(std::vector<double> y) {
  if (!make_farkas_ray(lp_, &y)) return false;
  y_ = std::move(y);
  x_.assign(lp_.n, 0.0);
  finish(InteriorStatus::kPrimalInfeasible);
  return true;
}

// This does not tell whether there is a feasible point on which the ray can
// start; the violation problem does.
bool InteriorPoint::take_primal_ray(std::vector<double> d) {
  if (!make_primal_ray(lp_, &d)) return false;
  x_ = std::move(d);
  y_.assign(lp_.m, 0.0);
  give_up(InteriorStatus::kDualInfeasible);
  return true;
}

// Whether the multipliers go to infinity along a Farkas ray.  Their rounding
// errors may then be too large to make the ray exact.
bool InteriorPoint::diverges() const {
  if (!method_) return false;
  const Progress& p = method_->progress();
  return p.dual_objective > 0.0 && p.farkas <= kRayShare * p.dual_objective;
}

void InteriorPoint::give_up(InteriorStatus status) {
  fallback_ = status;
  if (purpose_ == Purpose::kCertify || !(control_.certificates || diverges()))
    return finish(status);
  begin_auxiliary(Certificate::kFarkas);
}

void InteriorPoint::begin_auxiliary(Certificate certificate) {
  wanted_ = certificate;
  InteriorLp lp = certificate == Certificate::kFarkas
                      ? violation_problem(solved())
                      : ray_problem(solved());
  InteriorControl control = control_;
  control.tolerance *= kCertainty;
  control.max_iterations -= iteration_.count;
  control.seconds -= iteration_.seconds;
  auxiliary_ = std::make_unique<InteriorPoint>(std::move(lp), control, factory_,
                                               Purpose::kCertify);
}

void InteriorPoint::step_auxiliary() {
  const bool more = auxiliary_->step();
  const int count = iteration_.count;
  const double seconds = iteration_.seconds;
  iteration_ = auxiliary_->iteration();
  iteration_.count = count + 1;
  iteration_.seconds = seconds;
  if (more && wanted_ == Certificate::kFarkas && auxiliary_proves()) return;
  if (!more) end_auxiliary();
}

// Multipliers that bound the least violation away from 0 are a Farkas ray, even
// before the auxiliary problem is solved.
bool InteriorPoint::auxiliary_proves() {
  if (iteration_.dual_objective <= 0.0) return false;
  auxiliary_->take_point(false);
  if (!take_farkas_ray(auxiliary_->y_)) return false;
  auxiliary_.reset();
  return true;
}

// The multipliers of the least violation are a Farkas ray if the violation is
// positive.  The steepest direction is a primal ray if it is a ray at all.
void InteriorPoint::end_auxiliary() {
  InteriorSolution solution = auxiliary_->solution();
  auxiliary_.reset();
  if (wanted_ == Certificate::kFarkas) {
    if (take_farkas_ray(std::move(solution.row_dual))) return;
    if (fallback_ != InteriorStatus::kDualInfeasible)
      return begin_auxiliary(Certificate::kRay);
  } else if (make_primal_ray(lp_, &solution.column_value)) {
    x_ = std::move(solution.column_value);
    fallback_ = InteriorStatus::kDualInfeasible;
  }
  // Nothing is proven: an LP without an interior may end short of the
  // tolerance.
  const bool near = fallback_ == InteriorStatus::kNoProgress && method_ &&
                    is_optimal_settled(kLastTry * control_.tolerance);
  finish(near ? InteriorStatus::kOptimal : fallback_);
}

void InteriorPoint::finish(InteriorStatus status) { status_ = status; }

InteriorSolution InteriorPoint::solution() {
  const bool ray = status_ == InteriorStatus::kPrimalInfeasible ||
                   status_ == InteriorStatus::kDualInfeasible;
  if (!ray && status_ != InteriorStatus::kOptimal && method_) take_point(true);
  InteriorSolution s;
  s.status = status_;
  s.column_value = x_;
  s.row_dual = y_;
  Products a = products(lp_, x_, y_);
  s.row_value = std::move(a.rows);
  s.column_dual = std::move(a.columns);
  for (int j = 0; j < lp_.n; j++) {
    const double c = ray ? 0.0 : lp_.c[j];
    s.column_dual[j] = c - s.column_dual[j];
    s.objective += lp_.c[j] * x_[j];
    a.column_sizes[j] += std::fabs(c);
  }
  if (!ray) drop_rounding(lp_, a, &s.row_value, &s.column_dual);
  units_.restore(&s.row_value, &s.row_dual, &s.column_value, &s.column_dual);
  return s;
}

InteriorLp InteriorPoint::take_problem() {
  units_.restore(&lp_);
  return std::move(lp_);
}

std::string InteriorPoint::description() const { return reduced_; }

std::unique_ptr<InteriorSolver> create_interior(InteriorLp lp,
                                                const InteriorControl& control,
                                                const MethodFactory& method) {
  return std::make_unique<InteriorPoint>(
      checked(std::move(lp)), control, method, InteriorPoint::Purpose::kSolve);
}

std::unique_ptr<InteriorMethod> create_host_method(
    const BoundedForm& form, const Norms& norms,
    std::unique_ptr<NormalEquations> normal) {
  const int correctors =
      corrector_count(iteration_shape(form.matrix(), normal->cost()));
  return std::make_unique<SpaceMethod<HostSpace>>(
      HostSpace(), form, std::move(normal), norms, correctors);
}

}  // namespace gpuinv
