// changed_basis.hpp (a triangular basis and a product of changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/scattered.hpp"
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

  // x := inv(B)*x, from rows to positions; before the first change.
  void ftran(std::vector<double>* x) const;
  // x := inv(B')*x, from positions to rows; before the first change.
  void btran(std::vector<double>* x) const;
  // Returns inv(B)*A_k by positions, of which only those listed, in ascending
  // order, may differ from 0.  It is valid until the next call.
  const Scattered& ftran_column(int k);
  // The column at position p is replaced by the one whose ftran this is.
  void replace(int p, const Scattered& alpha);

  // Elements that a solve with a full vector reads.
  std::size_t elements() const { return lp_.m + elements_ + index_.size(); }

 private:
  // Elements first..last-1 but the pivot, which is alpha_p.
  struct Change {
    int p;
    double pivot;
    std::size_t first, last;
  };

  // Returns the x_j of the column at this place of the order, whose row has the
  // right-hand side b; x has those of the places before.
  double solve_place(int place, double b, const double* x) const;
  // Applies all changes to x, by positions, and marks what they touch.
  void change(Scattered* x) const;

  const WorkingLp& lp_;
  Singletons order_;
  std::vector<int> basic_;  // as it was in the beginning
  std::vector<int> place_of_row_;
  Scattered by_place_, alpha_;  // of ftran_column: right-hand side, and x
  std::size_t elements_ = 0;
  std::vector<Change> changes_;
  std::vector<int> index_;
  std::vector<double> value_;
};

}  // namespace gpuinv
