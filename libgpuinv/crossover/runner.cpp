// runner.cpp (interior point and crossover as a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/runner.hpp"

#include <chrono>
#include <cstdio>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/lu_factor.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/crossover/warm_start.hpp"

namespace gpuinv {
namespace {

// Points that are no solutions lead to bases, too, if they are points.
bool serves(InteriorStatus status) {
  switch (status) {
    case InteriorStatus::kOptimal:
    case InteriorStatus::kIterationLimit:
    case InteriorStatus::kNoProgress:
    case InteriorStatus::kUnstable:
      return true;
    default:
      return false;
  }
}

// From a point that is far from an optimum, the simplex method makes as many
// pivots as from its own start.
bool is_near(const InteriorIteration& last) {
  constexpr double kNear = 1e-3;
  return last.primal_residual <= kNear && last.dual_residual <= kNear &&
         last.gap <= kNear;
}

InteriorControl interior_control(const Interrupt& interrupt) {
  InteriorControl control;
  control.certificates = false;
  control.cancelled = [&interrupt] { return interrupt.wished(); };
  return control;
}

std::string line(const CrossoverCounts& counts, int iterations,
                 double interior_seconds) {
  char text[240];
  std::snprintf(text, sizeof text,
                "crossover: %d interior point iterations %.3f s, start basis "
                "%.3f s, %d dual pushes (%d pivots) %.3f s, %d primal pushes "
                "(%d pivots) %.3f s, %d clean-up pivots %.3f s",
                iterations, interior_seconds, counts.start_seconds,
                counts.dual_pushes, counts.dual_pivots, counts.dual_seconds,
                counts.primal_pushes, counts.primal_pivots,
                counts.primal_seconds, counts.restored, counts.restore_seconds);
  return text;
}

}  // namespace

SimplexResult solve_by_crossover(const WorkingLp& lent,
                                 const SimplexBasis& start,
                                 const SimplexControl& control,
                                 const CrossoverTools& tools) {
  const OwnedLp owned(lent, control.interrupt);
  if (control.lease != nullptr) control.lease->give_back();
  const WorkingLp& lp = owned.lp();
  InteriorForm form(lp);
  LuFactor factor;
  if (!tools.asked && is_warm(lp, start, factor))
    throw Error(GPUINV_CANNOT, "few pivots are left to the optimum");
  const auto solver =
      tools.interior(form.take_problem(), interior_control(control.interrupt));
  while (solver->step()) {
  }
  control.interrupt.look();
  const InteriorSolution solution = solver->solution();
  const InteriorIteration last = solver->iteration();
  if (!serves(solution.status) || !(tools.asked || is_near(last)))
    throw Error(GPUINV_CANNOT, "the interior point method finds no optimum");
  const CrossoverResult crossed = cross_over(
      lp, start, form.sample(lp, solution), factor, control.interrupt);
  tools.say(GPUINV_LOG_ALL, line(crossed.counts, last.count, last.seconds));
  SimplexResult result = {
      GPUINV_CLAIM_OPTIMAL,
      crossed.counts.dual_pushes + crossed.counts.primal_pushes, crossed.basis};
  return result;
}

}  // namespace gpuinv
