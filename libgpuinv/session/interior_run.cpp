// interior_run.cpp (an interior point method of a session)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/interior_run.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "libgpuinv/base/error.hpp"

using gpuinv::Error;
using gpuinv::InteriorStatus;

namespace {

// Returns the message of GLPK's own method, if it has one for this status.
const char* verdict(InteriorStatus status) {
  switch (status) {
    case InteriorStatus::kOptimal:
      return "OPTIMAL SOLUTION FOUND";
    case InteriorStatus::kPrimalInfeasible:
      return "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION";
    case InteriorStatus::kDualInfeasible:
      return "PROBLEM HAS NO DUAL FEASIBLE SOLUTION";
    case InteriorStatus::kIterationLimit:
      return "ITERATION LIMIT EXCEEDED; SEARCH TERMINATED";
    case InteriorStatus::kTimeLimit:
      return "TIME LIMIT EXCEEDED; SEARCH TERMINATED";
    case InteriorStatus::kNoProgress:
      return "NO CONVERGENCE; SEARCH TERMINATED";
    case InteriorStatus::kUnstable:
      return "NUMERIC INSTABILITY; SEARCH TERMINATED";
    case InteriorStatus::kRunning:
    case InteriorStatus::kCancelled:
      break;
  }
  return "SEARCH TERMINATED";
}

}  // namespace

gpuinv_interior::gpuinv_interior(gpuinv_session* owner, gpuinv::Messages& log,
                                 const gpuinv_interior_lp& lp,
                                 const gpuinv::InteriorControl& control)
    : session(owner),
      log_(log),
      c0_(lp.c0),
      sign_(lp.max ? -1.0 : 1.0),
      limit_(control.seconds),
      control_(control) {
  control_.cancelled = [this] { return given_up_.load(); };
}

void gpuinv_interior::begin(std::unique_ptr<gpuinv::InteriorSolver> solver,
                            std::shared_ptr<gpuinv::PhaseTimes> times,
                            gpuinv::MakeInterior successor) {
  solver_ = std::move(solver);
  times_ = std::move(times);
  successor_ = std::move(successor);
}

// A method that looks at its own limit in time has a point to return.
bool gpuinv_interior::past_its_limit() const {
  constexpr double kGrace = 0.03;  // seconds
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - made_;
  return passed.count() > limit_ + kGrace;
}

void gpuinv_interior::say_iteration() {
  const gpuinv::InteriorIteration& now = solver_->iteration();
  if (now.count == said_) return;  // it searches for a certificate
  said_ = now.count;
  char text[160];
  std::snprintf(text, sizeof text,
                "%3d: obj = %17.9e; rpi = %8.1e; rdi = %8.1e; gap = %8.1e; "
                "step = %.3f %.3f; %.2f s",
                now.count, c0_ + sign_ * now.primal_objective,
                now.primal_residual, now.dual_residual, now.gap,
                now.step_primal, now.step_dual, now.seconds);
  log_.say_plain(GPUINV_LOG_INFO, text);
}

void gpuinv_interior::step() {
  if (failed_)
    throw Error(GPUINV_STATE, "the interior point method has failed before");
  if (status() != InteriorStatus::kRunning) return;
  failed_ = true;  // until the iteration below returns
  if (!iterate()) end();
  failed_ = false;
}

// Returns false if the method has ended and nobody takes over.
bool gpuinv_interior::iterate() {
  try {
    const bool more = solver_->step();
    say_news();
    say_iteration();
    if (more) return true;
  } catch (const Error& e) {
    if (hand_over(e.what())) return true;
    throw;
  }
  solution_ = solver_->solution();
  const bool stuck = status() == InteriorStatus::kNoProgress ||
                     status() == InteriorStatus::kUnstable;
  return stuck && hand_over(verdict(status()));
}

// Lets the successor take over.  If it cannot even begin, nothing changes.
bool gpuinv_interior::hand_over(const std::string& why) {
  if (!successor_) return false;
  control_.max_iterations =
      std::max(0, control_.max_iterations - solver_->iteration().count);
  control_.seconds -= times_->passed();
  const gpuinv::MakeInterior successor = std::exchange(successor_, nullptr);
  log_.say(GPUINV_LOG_INFO, why + "; going on with the host back end");
  std::unique_ptr<gpuinv::InteriorSolver> next;
  try {
    next = successor(solver_->take_problem(), control_);
  } catch (const Error& e) {
    log_.say(GPUINV_LOG_INFO, e.what());
    return false;
  }
  solver_ = std::move(next);
  solution_ = {};
  said_ = -1;
  say_iteration();
  return true;
}

void gpuinv_interior::end_for_good() noexcept {
  solver_.reset();
  successor_ = nullptr;
  solution_ = {};
  failed_ = true;
}

void gpuinv_interior::end() {
  solution_.objective = c0_ + sign_ * solution_.objective;
  for (auto* duals : {&solution_.row_dual, &solution_.column_dual})
    for (double& dual : *duals) dual = sign_ * dual + 0.0;  // not -0
  log_.say_plain(GPUINV_LOG_ALL, verdict(status()));
  say_times();
}

void gpuinv_interior::say_times() {
  log_.say(GPUINV_LOG_ALL, times_->text());
  if (!times_->remark.empty()) log_.say(GPUINV_LOG_ALL, times_->remark);
}

void gpuinv_interior::say_news() {
  const std::string news = std::exchange(times_->news, "");
  if (!news.empty()) log_.say(GPUINV_LOG_INFO, news);
}

const gpuinv::InteriorSolution& gpuinv_interior::solution() const {
  if (status() == InteriorStatus::kRunning)
    throw Error(GPUINV_STATE, "the interior point method has not ended");
  return solution_;
}
