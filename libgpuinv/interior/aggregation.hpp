// aggregation.hpp (columns that a row gives in terms of others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/remainder.hpp"

namespace gpuinv {

// Takes out columns that are in one or two rows, one of them an equation,
// and whose bounds the rows imply: the equation gives the column's value
// and is added to the other row, so that it and the column vanish.  In the
// graph of A*A' that contracts an edge: neither its edges nor the longest
// column become more.
class Aggregation {
 public:
  // lp outlives this object.
  explicit Aggregation(const InteriorLp& lp);

  // lp itself, if nothing was taken out.
  const InteriorLp& reduced() const { return steps_.empty() ? lp_ : reduced_; }
  // What the objective of the reduced problem lacks.
  double objective() const { return objective_; }

  // Values x[n] and multipliers y[m] of lp from those of the reduced
  // problem; those of rays, whose sides and costs are 0, too.
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
    double ratio;  // a(row,column) over the pivot
  };
  struct Step {
    int row, column;            // equation and what it gave
    double pivot, cost, side;   // a(row,column), of the column, of the row
    Row entries;                // of the row
    std::vector<Other> others;  // rows of the column
  };

  const InteriorLp& lp_;
  InteriorLp reduced_;
  Remainder kept_;
  std::vector<Step> steps_;
  double objective_ = 0.0;
};

}  // namespace gpuinv
