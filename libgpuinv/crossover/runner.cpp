// runner.cpp (interior point and crossover as a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/runner.hpp"

#include <chrono>
#include <cstdio>
#include <utility>

#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/free_memory.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/face.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/crossover/sparse_lu.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {
namespace {

// With so many rows and columns, the time to look through the program's heap
// for free pages is small beside that of the interior point.
constexpr int kLarge = 10000;

// Points that are not optimal lead to a basis, too.
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

// The report before there are pushes: iterations, and the primal residual as
// the infeasibility.
gpuinv_progress report(const InteriorSolver& solver) {
  const InteriorIteration at = solver.iteration();
  return {GPUINV_COURSE_FEASIBILITY, at.count, 1, at.primal_objective,
          at.primal_residual};
}

// The proof needs no basis.
SimplexResult claim(int claim, const SimplexBasis& start,
                    std::vector<double> ray) {
  SimplexResult result = {claim, 0, start};
  result.ray = std::move(ray);
  return result;
}

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then)
      .count();
}

// The engine's own, that for the interior point method, what its presolve
// works in, and the bounded form with its transpose.
double bytes_of_copies(const WorkingLp& lp) {
  constexpr double kCopies = 5, kElement = sizeof(double) + sizeof(int),
                   kVariable = 5 * sizeof(double);
  return kCopies *
         (kElement * static_cast<double>(lp.val.size()) + kVariable * lp.n);
}

// One crossover, from the interior point on.
class Runner {
 public:
  Runner(const WorkingLp& lp, const SimplexBasis& start,
         const SimplexControl& control, const CrossoverTools& tools,
         BasisFactor& factor, const InteriorIteration& last,
         const PushWatch& watch)
      : lp_(lp),
        start_(start),
        control_(control),
        tools_(tools),
        factor_(factor),
        last_(last),
        watch_(watch) {}

  SimplexResult run(InteriorSample sample) {
    try {
      if (const auto tableau = tools_.tableau ? tools_.tableau() : nullptr)
        return on_face(*tableau, sample);
    } catch (const Error& e) {
      tools_.say(GPUINV_LOG_INFO, std::string("crossover: ") + e.what() +
                                      "; pushing on the host");
    }
    return by_pushes(std::move(sample));
  }

 private:
  SimplexResult on_face(Tableau& tableau, const InteriorSample& sample) {
    const auto begin = std::chrono::steady_clock::now();
    const OptimalFace face =
        optimal_face(lp_, start_, sample, factor_, control_.interrupt,
                     tools_.coupled ? &tableau : nullptr);
    const double start_seconds = seconds_since(begin);
    int pivots = 0;
    SimplexResult result =
        solve_through_face(tableau, lp_, face, control_, &pivots);
    char text[160];
    std::snprintf(text, sizeof text,
                  "crossover: %d interior point iterations %.3f s, start basis "
                  "%.3f s, %d pivots on the optimal face, %d after it, %.3f s",
                  last_.count, last_.seconds, start_seconds, pivots,
                  result.pivots - pivots, seconds_since(begin) - start_seconds);
    tools_.say(GPUINV_LOG_ALL, text);
    if (result.claim == GPUINV_CLAIM_INFEASIBLE ||
        result.claim == GPUINV_CLAIM_UNBOUNDED)
      throw Error(GPUINV_CANNOT, "the basis contradicts the interior point");
    return result;
  }

  SimplexResult by_pushes(InteriorSample sample) {
    const CrossoverResult crossed = cross_over(
        lp_, start_, std::move(sample), factor_, control_.interrupt, watch_);
    const CrossoverCounts& counts = crossed.counts;
    char text[240];
    std::snprintf(text, sizeof text,
                  "crossover: %d interior point iterations %.3f s, start basis "
                  "%.3f s, %d dual pushes (%d pivots) %.3f s, %d primal pushes "
                  "(%d pivots) %.3f s, %d clean-up pivots %.3f s",
                  last_.count, last_.seconds, counts.start_seconds,
                  counts.dual_pushes, counts.dual_pivots, counts.dual_seconds,
                  counts.primal_pushes, counts.primal_pivots,
                  counts.primal_seconds, counts.restored,
                  counts.restore_seconds);
    tools_.say(GPUINV_LOG_ALL, text);
    return {GPUINV_CLAIM_OPTIMAL, counts.dual_pushes + counts.primal_pushes,
            crossed.basis};
  }

  const WorkingLp& lp_;
  const SimplexBasis& start_;
  const SimplexControl& control_;
  const CrossoverTools& tools_;
  BasisFactor& factor_;
  const InteriorIteration& last_;
  const PushWatch& watch_;
};

}  // namespace

bool is_near(const InteriorIteration& last) { return last.best <= kUseful; }

InteriorControl crossover_control(const Interrupt& interrupt) {
  InteriorControl control;
  control.certificates = false;
  control.cancelled = [&interrupt] { return interrupt.wished(); };
  return control;
}

SimplexResult solve_by_crossover(const WorkingLp& lent,
                                 const SimplexBasis& start,
                                 const SimplexControl& control,
                                 const CrossoverTools& tools) {
  require_bytes("copies of the problem", bytes_of_copies(lent), tools.memory);
  const OwnedLp owned(lent, control.interrupt);
  if (control.lease != nullptr) control.lease->give_back();
  const WorkingLp& lp = owned.lp();
  InteriorForm form(lp);
  BasisFactor factor(tools.memory);
  if (!tools.asked && tools.start)
    if (const auto violations = count_violations(lp, start, factor))
      tools.start(lp, *violations);
  auto solver =
      tools.interior(form.take_problem(), crossover_control(control.interrupt));
  PushWatch watch(control.progress);
  while (solver->step()) {
    Stay::ask_at_exit();
    watch.look([&solver] { return report(*solver); });
  }
  control.interrupt.look();
  const InteriorSolution solution = solver->solution();
  const InteriorIteration last = solver->iteration();
  solver.reset();  // the factor of its matrix is large, that of a basis, too
  if (lp.n >= kLarge) return_free_memory();
  if (solution.status == InteriorStatus::kPrimalInfeasible)
    return claim(GPUINV_CLAIM_NO_PRIMAL, start, solution.row_dual);
  if (solution.status == InteriorStatus::kDualInfeasible)
    return claim(GPUINV_CLAIM_NO_DUAL, start, form.direction(lp, solution));
  if (!serves(solution.status) || !(tools.asked || is_near(last)))
    throw Error(GPUINV_CANNOT, "the interior point method finds no optimum");
  SimplexControl own = control;  // of the copy, for which no lender waits
  own.lease = nullptr;
  return Runner(lp, start, own, tools, factor, last, watch)
      .run(form.sample(lp, solution));
}

}  // namespace gpuinv
