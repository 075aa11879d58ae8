// rival.cpp (simplex method on sparse factors beside other methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/rival.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/crossover/basic_solution.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/simplex/freed_start.hpp"
#include "libgpuinv/simplex/implied_bounds.hpp"
#include "libgpuinv/simplex/standard_start.hpp"

namespace gpuinv {
namespace {

// Share of the crossover's estimated time for which a folded LP may be solved.
// Few LPs are folded; pds-40 takes .8 of the crossover's time, and 1.6 of the
// estimate, which is too low there.
constexpr double kFoldedShare = 2.0;

// Seconds that it may take in any case, as in mode auto before a crossover
// begins: a crossover of an air crew of 28 000 columns takes .5, and sparse
// factors .2.
constexpr double kLeast = 0.2;

// Rows of an LP that is much easier when folded, as a share of all.
constexpr double kFewRows = 0.5;

// The largest share of columns without a bound where their cost keeps them at
// the start of a folded LP: 4 % in pds-30.
constexpr double kWrongShare = 0.1;

std::optional<SimplexBasis> start_of(const FoldedLp& folded) {
  if (!folded.pays()) return std::nullopt;
  const WorkingLp& rest = folded.rest();
  return standard_start(rest, static_cast<int>(kWrongShare * rest.n));
}

}  // namespace

Rival::Rival(const WorkingLp& lp, const SimplexBasis& start,
             const SimplexControl& control)
    : owned_(lp, control.interrupt), start_(start), control_(control) {
  control_.interrupt = control.interrupt.or_by(&stop_);
  control_.lease = nullptr;
  control_.progress = nullptr;
  control_.batch = nullptr;
  worker_.run([this] { run(); });
}

Rival::~Rival() { stop(); }

void Rival::stop() {
  {
    const std::lock_guard<std::mutex> guard(turn_);
    stop_.ring();
  }
  worker_.wait();
}

bool Rival::whole() {
  const std::lock_guard<std::mutex> guard(turn_);
  return rows_ > kFewRows * owned_.lp().m;
}

bool Rival::wait(const Interrupt& interrupt) {
  constexpr double kLook = 0.01;  // seconds between looks at the interrupt
  while (!done_.wait(kLook))
    if (interrupt.wished()) return false;
  return ahead_.rings();
}

void Rival::limit(double seconds) {
  limited_ = true;
  const std::lock_guard<std::mutex> guard(turn_);
  seconds_ = seconds;
  if (share_ > 0.0) end_in_time();
}

void Rival::end_in_time() {
  stop_.ring_after(std::max(share_ * seconds_, kLeast));
}

// The thread knows now what it will solve, and which share of the crossover's
// time that is worth.
void Rival::begin(int rows, double share) {
  const std::lock_guard<std::mutex> guard(turn_);
  rows_ = rows;
  share_ = share;
  if (seconds_ < HUGE_VAL) end_in_time();
}

// A start that is dual feasible, or nearly optimal, is kept.  Else it may be
// what some pivots of a primal method have left of a start.
bool Rival::keeps_start() const {
  BasisFactor factor;
  const WorkingLp& lp = owned_.lp();
  const auto violations = count_violations(lp, start_, factor);
  return violations && (violations->dual == 0 || is_warm(lp, *violations));
}

// An objective limit wants a dual feasible basis of the whole LP.
SimplexResult Rival::solve() {
  const WorkingLp& lp = owned_.lp();
  const bool kept = keeps_start();
  if (!kept && !has_long_rows(lp) && control_.obj_ul == HUGE_VAL) {
    const FoldedLp folded(lp, control_.interrupt);
    if (const auto start = start_of(folded)) {
      begin(folded.rest().m, kFoldedShare);
      return solve_folded(folded, *start);
    }
  }
  begin(lp.m, machine::kRivalShare);
  if (kept) return solve_whole(start_);
  if (const auto start = standard_start(lp)) return solve_whole(*start);
  return solve_whole(start_);
}

SimplexResult Rival::solve_whole(const SimplexBasis& start) const {
  const auto tableau =
      with_faults(std::make_shared<HostSparseTableau>(control_.interrupt));
  SimplexResult result = solve_freed(*tableau, owned_.lp(), start, control_);
  prove_infeasible(owned_.lp(), 0, control_.interrupt, &result);
  return result;
}

SimplexResult Rival::solve_folded(const FoldedLp& folded,
                                  const SimplexBasis& start) const {
  const auto tableau =
      with_faults(std::make_shared<HostSparseTableau>(control_.interrupt));
  SimplexResult rest = solve_simplex(*tableau, folded.rest(), start, control_);
  prove_infeasible(folded.rest(), 0, control_.interrupt, &rest);
  if (rest.claim == GPUINV_CLAIM_OPTIMAL)
    return cross(folded.sample(rest.basis, control_.interrupt), rest.pivots);
  if (rest.claim == GPUINV_CLAIM_NO_PRIMAL) {
    rest.ray = folded.proof(rest.ray);
    if (rest.ray.empty()) rest.claim = GPUINV_CLAIM_NONE;
  }
  rest.basis = start_;  // the other is one of the rest
  rest.pivots = 0;
  return rest;
}

// The solution is at a vertex of the whole LP already; crossover finds a basis
// of it.
SimplexResult Rival::cross(const InteriorSample& vertex, int pivots) const {
  const WorkingLp& lp = owned_.lp();
  BasisFactor factor;
  const CrossoverResult crossed =
      cross_over(lp, start_, vertex, factor, control_.interrupt);
  const int pushes = crossed.counts.dual_pushes + crossed.counts.primal_pushes;
  SimplexResult result = {GPUINV_CLAIM_NONE, pivots + pushes, crossed.basis};
  const auto violations = count_violations(lp, crossed.basis, factor);
  if (violations && is_warm(lp, *violations))
    result.claim = GPUINV_CLAIM_OPTIMAL;
  return result;
}

// Whatever fails here costs nothing but its time: the others go on.
void Rival::run() noexcept {
  try {
    const Stay stay;
    const BusyCores busy(&others_, free_cores());  // all but its own
    result_ = solve();
    if (is_answer(result_.claim)) ahead_.ring();
  } catch (...) {
    // no result
  }
  running_.store(false);
  done_.open();
}

}  // namespace gpuinv
