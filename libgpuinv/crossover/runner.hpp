// runner.hpp (interior point and crossover as a simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Whether a point is near enough to an optimum: from one that is not, the
// simplex method makes as many pivots as from its own start.
bool is_near(const InteriorIteration& last);

// What the runner needs of its surroundings.
struct CrossoverTools {
  bool asked;  // else only if it pays
  std::function<std::unique_ptr<InteriorSolver>(InteriorLp,
                                                const InteriorControl&)>
      interior;
  // What carries the basis from the interior point on: a tableau whose pivots
  // are cheap, see face.hpp; none, or NULL from it: pushes on the host.
  std::function<std::shared_ptr<Tableau>()> tableau;
  std::function<void(int level, const std::string& text)> say;
  // The start basis is where a long search has got to.  It may have few
  // infeasibilities all the time: 50 in 17 000 columns of southern1, whose
  // primal simplex method then still made 13 000 pivots.
  bool begun = false;
  std::size_t memory = 0;  // bytes of the host, 0 without a limit
};

// Solves lp by an interior point method and crosses over to a basis, which
// is claimed optimal: whoever certifies it makes the pivots that it may
// still need.  Pushes count as pivots.  A tableau that fails costs its time
// only: pushes follow.  The lease of the control is given
// back as soon as there is a copy of the matrix.
// Error(CANNOT): there is no solution to cross over from, or, unless asked,
// another way seems shorter.
SimplexResult solve_by_crossover(const WorkingLp& lp, const SimplexBasis& start,
                                 const SimplexControl& control,
                                 const CrossoverTools& tools);

}  // namespace gpuinv
