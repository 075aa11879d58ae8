// interior_form.hpp (a working LP in the form of interior point methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// The problem with bounds on rows in place of slack columns, so that presolve
// and normal equations have no more columns than needed.
class InteriorForm {
 public:
  explicit InteriorForm(const WorkingLp& lp);
  // Moves the problem out; call it once.
  InteriorLp take_problem() { return std::move(problem_); }
  // The following are about lp, which must be the constructor's.
  // Returns the solution of the problem as a sample of lp.
  InteriorSample sample(const WorkingLp& lp,
                        const InteriorSolution& solution) const;
  // Returns a solution that is a primal ray as a direction of lp.
  std::vector<double> direction(const WorkingLp& lp,
                                const InteriorSolution& solution) const;

 private:
  std::vector<double> values(const WorkingLp& lp,
                             const InteriorSolution& solution,
                             std::vector<double> rest) const;
  void find_slacks(const WorkingLp& lp);
  void bound_row(const WorkingLp& lp, int i);
  void add_column(const WorkingLp& lp, int k);

  InteriorLp problem_;
  std::vector<int> slack_;      // slack column of each row, or -1
  std::vector<double> factor_;  // element of that slack
  std::vector<int> column_;     // each column's index in the working LP
};

}  // namespace gpuinv
