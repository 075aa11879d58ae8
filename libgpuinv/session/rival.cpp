// rival.cpp (simplex method on sparse factors beside a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/rival.hpp"

#include <memory>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/simplex/freed_start.hpp"
#include "libgpuinv/simplex/standard_start.hpp"

namespace gpuinv {

Rival::Rival(const WorkingLp& lp, const SimplexBasis& start,
             const SimplexControl& control)
    : owned_(lp, control.interrupt), start_(start), control_(control) {
  control_.interrupt = control.interrupt.or_by(&stop_);
  control_.lease = nullptr;
  control_.progress = nullptr;
  control_.batch = nullptr;
  worker_.run([this] { run(); });
}

Rival::~Rival() {
  stop_.ring();
  worker_.wait();
}

bool Rival::wait(const Interrupt& interrupt) {
  constexpr double kLook = 0.01;  // seconds between looks at the interrupt
  while (!done_.wait(kLook))
    if (interrupt.wished()) return false;
  return ahead_.rings();
}

// A start that is dual feasible, or nearly optimal, is kept.  Else it may be
// what some pivots of a primal method have left of a start, while the slacks
// are dual feasible.
SimplexBasis Rival::best_start() const {
  BasisFactor factor;
  const WorkingLp& lp = owned_.lp();
  const auto violations = count_violations(lp, start_, factor);
  if (violations && (violations->dual == 0 || is_warm(lp, *violations)))
    return start_;
  return standard_start(lp).value_or(start_);
}

// Whatever fails here costs nothing but its time: the crossover goes on.
void Rival::run() noexcept {
  try {
    const Stay stay;
    const BusyCores busy(&others_, free_cores());  // all but its own
    const auto tableau =
        with_faults(std::make_shared<HostSparseTableau>(control_.interrupt));
    const WorkingLp& lp = owned_.lp();
    result_ = solve_freed(*tableau, lp, best_start(), control_);
    prove_infeasible(lp, 0, control_.interrupt, &result_);
    if (result_.claim == GPUINV_CLAIM_OPTIMAL ||
        result_.claim == GPUINV_CLAIM_NO_PRIMAL ||
        result_.claim == GPUINV_CLAIM_LIMIT)
      ahead_.ring();
  } catch (...) {
    // no result
  }
  running_.store(false);
  done_.open();
}

}  // namespace gpuinv
