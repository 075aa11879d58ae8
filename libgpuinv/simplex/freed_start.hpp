// freed_start.hpp (a start without bounds that follow from rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/simplex/simplex.hpp"
#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {

// Solves with B by substitution where B is triangular, and with each column
// that replaces another by one more step (product form of the inverse).  It
// needs no LU, and thus no library for it; it is meant for some hundred
// changes.
class ChangedBasis {
 public:
  explicit ChangedBasis(const WorkingLp& lp) : lp_(lp) {}

  // Returns false if the matrix of these columns is not triangular.
  bool begin(const std::vector<int>& basic);

  // x := inv(B)*x, from rows to positions.
  void ftran(std::vector<double>* x) const;
  // x := inv(B')*x, from positions to rows; before the first change.
  void btran(std::vector<double>* x) const;
  // The column at position p is replaced by the one whose ftran this is.
  void replace(int p, const std::vector<double>& alpha);

  // Elements that an ftran reads.
  std::size_t elements() const { return lp_.m + elements_ + index_.size(); }

 private:
  // Elements first..last-1 but the pivot, which is alpha_p.
  struct Change {
    int p;
    double pivot;
    std::size_t first, last;
  };

  const WorkingLp& lp_;
  Singletons order_;
  std::size_t elements_ = 0;
  std::vector<Change> changes_;
  std::vector<int> index_;
  std::vector<double> value_;
};

struct FreedStart {
  SimplexBasis basis;
  std::vector<char> freed;  // n, or empty: these need no bounds, and are basic
};

// Makes variables basic whose bounds follow from rows (implied_bounds.hpp).
// Without these bounds they never leave the basis.  The pivots are then those
// of an LP from which these variables and as many rows were eliminated.  A
// presolver would eliminate them, but then the basis of the whole LP would have
// to be found afterwards.  Each variable takes the place of one that is outside
// of its bounds or near one.
//
// The basis stays as it is, and nothing is freed, if it is primal or dual
// feasible or nearly so on both sides, or not triangular.
FreedStart free_start(const WorkingLp& lp, const SimplexBasis& start,
                      const SimplexControl& control);

}  // namespace gpuinv
