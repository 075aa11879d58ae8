// runner.hpp (interior point and crossover as a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Returns whether the best point is near enough to an optimum.  From one that
// is not, the simplex method needs as many pivots as from its own start.
bool is_near(const InteriorIteration& last);

// The interior point method of a crossover, which that interrupt ends.
InteriorControl crossover_control(const Interrupt& interrupt);

// The parts that the caller provides.
struct CrossoverTools {
  bool asked;  // by the user; otherwise only if it pays
  MakeInterior interior;
  // Returns a tableau with cheap pivots, which finishes from the interior point
  // (see face.hpp).  If the function is empty or returns NULL, pushes on the
  // host finish.
  std::function<std::shared_ptr<Tableau>()> tableau;
  std::function<void(int level, const std::string& text)> say;
  // Told the violations of the start basis, if it is regular and the user has
  // not asked; may be empty.  It throws if crossover is not to begin there.
  std::function<void(const WorkingLp& lp, const Violations& violations)> start;
  std::size_t memory = 0;  // bytes of the host, 0 without a limit
  // The rows are coupled so much that sparse factors of a basis fill up.
  bool coupled = false;
};

// Solves lp by an interior point method and crosses over to a basis.  The claim
// is that the basis is optimal; the certifying caller makes the pivots that may
// still be needed.  Or it is NO_PRIMAL or NO_DUAL, with the ray that proves it
// and the start basis.  Pushes count as pivots.  If the tableau fails, only its
// time is lost and pushes follow.  The control's lease is given back as soon as
// the matrix is copied.  Error(CANNOT): there is no solution to cross over from
// or, if the user has not asked for a crossover, another way seems shorter.
SimplexResult solve_by_crossover(const WorkingLp& lp, const SimplexBasis& start,
                                 const SimplexControl& control,
                                 const CrossoverTools& tools);

}  // namespace gpuinv
