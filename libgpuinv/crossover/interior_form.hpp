// interior_form.hpp (a working LP as an interior point method takes
// it)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// The problem with bounds on rows where it has slack columns, so that normal
// equations and presolve see no more columns than they need to.
class InteriorForm {
 public:
  explicit InteriorForm(const WorkingLp& lp);
  // Leaves none.
  InteriorLp take_problem() { return std::move(problem_); }
  // Its solution as one of the working LP, which is that of the constructor.
  InteriorSample sample(const WorkingLp& lp,
                        const InteriorSolution& solution) const;

 private:
  void find_slacks(const WorkingLp& lp);
  void bound_row(const WorkingLp& lp, int i);
  void add_column(const WorkingLp& lp, int k);

  InteriorLp problem_;
  std::vector<int> slack_;      // of each row, or -1
  std::vector<double> factor_;  // its element
  std::vector<int> column_;     // of the working LP, of each column
};

}  // namespace gpuinv
