// implied_bounds.hpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct Implied {
  bool lower = false, upper = false;
};

// Tells which bounds of a variable follow from one row and the bounds of the
// other variables in it.  An example is x_j <= 1 in a row sum x = 1 with x >= 0
// of a set partitioning problem.
class ImpliedBounds {
 public:
  // Reads the columns with an infinite bound.  Unless these leave every row
  // without limits, it reads all others, too.  Threads sum up long rows.
  // Throws Interrupted.
  ImpliedBounds(const WorkingLp& lp, const Interrupt& interrupt);

  // Reads column k.  False for variables without two bounds.
  Implied of(int k) const;

  // Whether row lp.ind[t] says as much as a finite bound of variable k does;
  // element t is in column k.
  bool implies(std::size_t t, int k, bool upper) const;

 private:
  // The least (or the greatest) value of a row: a sum, and how many terms have
  // no bound that it could stop at.
  struct Extreme {
    double sum = 0.0;
    int infinite = 0;
  };
  // longest: the most that one boxed variable may move it.
  struct Activity {
    Extreme least, greatest;
    double longest = 0.0;

    void add(const Activity& other);
  };
  using Activities = std::vector<Activity>;  // m

  // Adds the columns whose bounds are both finite, or all others.
  void add_columns(bool bounded, const Interrupt& interrupt);
  void add_unbounded(int k, Activities& rows) const;
  void add_bounded(int k, Activities& rows) const;
  bool any_limit() const;
  bool any_for_boxed() const;

  const WorkingLp& lp_;
  Activities rows_;         // empty: no row implies anything
  bool for_boxed_ = false;  // some row may imply a bound of a boxed variable
};

// Whether rows are so long on average (more than 100 elements) that they imply
// next to nothing.
bool has_long_rows(const WorkingLp& lp);

// Returns variables whose bounds could all be dropped at once without a change
// of the feasible set: each bound follows from a row and from bounds of other
// variables, and none in the end from itself.  (A presolver would substitute
// them: Andersen and Andersen's implied free variables.)  Free variables come
// first, then those that follow from the shortest rows.
std::vector<int> implied_free(const WorkingLp& lp, const Interrupt& interrupt);

}  // namespace gpuinv
