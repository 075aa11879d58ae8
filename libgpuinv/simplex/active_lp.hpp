// active_lp.hpp (linear program without idle columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns the number of columns that are idle in a basis: nonbasic and fixed at
// zero, as the slack of an equation is.  They never enter.  Returns 0 if there
// are no other nonbasic columns.
int count_idle(const WorkingLp& lp, const SimplexBasis& basis);

// An LP without the columns that are idle in its start.  In tableau form each
// of them takes m numbers: 4100 of the 8050 columns of radio.
class ActiveLp {
 public:
  // Copies the matrix.  Throws Interrupted.
  ActiveLp(const WorkingLp& lp, const SimplexBasis& start,
           const Interrupt& interrupt);
  ActiveLp(const ActiveLp&) = delete;
  ActiveLp& operator=(const ActiveLp&) = delete;

  const WorkingLp& lp() const { return lp_; }
  const SimplexBasis& start() const { return start_; }

  // Returns a basis of lp() as one of the whole LP, with the idle columns
  // nonbasic.
  SimplexBasis whole(const SimplexBasis& basis) const;

 private:
  std::vector<int> kept_;  // columns of the whole LP
  SimplexBasis idle_;      // the others, and where they are
  std::vector<int> ptr_, ind_;
  std::vector<double> val_;
  WorkingLp lp_;
  SimplexBasis start_;
};

}  // namespace gpuinv
