// completed_lp.hpp (linear program with a unit column in each row)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// An LP with one more column for each row that has no unit column without cost.
// The column is fixed at zero, as the slack of an equation is.  GLPK leaves
// such slacks out while they are nonbasic, and its advanced basis has none of
// them. With them, unit columns are a basis, which is often dual feasible. From
// there the dual method solves a network of 8 000 nodes in .6 s; crossover
// takes 17.
class CompletedLp {
 public:
  // Copies the LP.  Throws Interrupted.
  CompletedLp(const WorkingLp& lp, const Interrupt& interrupt);
  CompletedLp(const CompletedLp&) = delete;
  CompletedLp& operator=(const CompletedLp&) = delete;

  // The columns of the LP, then the others.
  const WorkingLp& lp() const { return lp_; }
  int added() const { return lp_.n - before_; }

  // Returns this basis without the added columns, which is one of the LP; or
  // nothing if one of them is basic.
  std::optional<SimplexBasis> without(const SimplexBasis& basis) const;

 private:
  const int before_;  // columns of the LP
  std::vector<int> ptr_, ind_;
  std::vector<double> val_;
  WorkingLp lp_;
};

}  // namespace gpuinv
