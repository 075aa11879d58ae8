// aggregation.hpp (substitution of columns by equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/remainder.hpp"

namespace gpuinv {

// Removes columns that are in few rows, one of which is an equation, and whose
// bounds the rows imply.  The equation gives the value of the column; it is
// added to the other rows, and equation and column vanish.  With two rows, this
// contracts an edge in the graph of A*A': neither the number of edges nor the
// longest column grows.  With three and more, columns of A become longer, and
// A*A' denser than if a good ordering puts the equation first (stocfor3: nine
// times the operations).
class Aggregation {
 public:
  // A column that is removed is in at most `longest` rows.  lp outlives this
  // object.  Throws Interrupted.
  explicit Aggregation(const InteriorLp& lp, int longest = 2,
                       const Interrupt& interrupt = {});

  // Returns the reduced problem, or lp itself if nothing was removed.
  const InteriorLp& reduced() const { return steps_.empty() ? lp_ : reduced_; }
  // The constant to add to the reduced problem's objective.
  double objective() const { return objective_; }

  // Return values x[n] and multipliers y[m] of lp from those of the reduced
  // problem.  With ray = true they are rays, for which sides and costs are 0.
  std::vector<double> expand_values(const std::vector<double>& x,
                                    bool ray) const;
  std::vector<double> expand_duals(const std::vector<double>& y,
                                   bool ray) const;

 private:
  class Reducer;
  struct Entry {
    int column;
    double value;
  };
  using Row = std::vector<Entry>;
  struct Other {
    int row;
    double ratio;  // a(row, column) over the pivot
  };
  struct Step {
    int row, column;            // the equation and the column it gives
    double pivot, cost, side;   // a(row, column), column's cost, row's side
    Row entries;                // entries of the equation
    std::vector<Other> others;  // other rows of the column
  };

  const InteriorLp& lp_;
  InteriorLp reduced_;
  Remainder kept_;
  std::vector<Step> steps_;
  double objective_ = 0.0;
};

}  // namespace gpuinv
