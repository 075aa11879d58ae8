// folded_lp.hpp (linear program without the columns that equations give)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/interior/aggregation.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// An LP from which an Aggregation has removed columns and as many equations.
// What is left has far fewer rows where many equations are no more than
// definitions: in the multicommodity flow pds-30, 13 486 of 47 968.  The dual
// simplex method takes 18 138 pivots in 4 s there, and 40 910 in 50 s from the
// start basis of the whole LP.
//
// Each remaining row has a slack column, which is fixed if the row is an
// equation; so unit columns are a basis, even if they are none of the whole LP.
class FoldedLp {
 public:
  // lp outlives this object.  Throws Interrupted.
  explicit FoldedLp(const WorkingLp& lp, const Interrupt& interrupt = {});
  FoldedLp(const FoldedLp&) = delete;
  FoldedLp& operator=(const FoldedLp&) = delete;

  // Whether so many rows, some of them equations, may be few enough in the end:
  // each column that is removed takes one equation with it.
  static bool may_pay(int rows, int equations);
  // Whether so few rows are left that the rest is worth solving.
  bool pays() const { return rest_.m > 0; }
  // The rest: the remaining columns, then the slacks in order of rows.  Only if
  // it pays.
  const WorkingLp& rest() const { return rest_; }

  // Returns the basic solution of the rest as a solution of the whole LP.  If
  // the former is optimal, so is the latter: the bounds of the removed columns
  // follow from rows, and their reduced costs are zero.  Error(SINGULAR);
  // throws Interrupted.
  InteriorSample sample(const SimplexBasis& basis,
                        const Interrupt& interrupt = {}) const;

  // Returns a Farkas ray (certificates.hpp) of the whole LP for one of the rest
  // (its m numbers), of either sign; or nothing if rounding errors spoil it.
  std::vector<double> proof(std::vector<double> ray) const;

 private:
  void build_rest();

  const WorkingLp& lp_;
  InteriorForm form_;
  const InteriorLp problem_;
  const Aggregation aggregation_;
  std::vector<int> ptr_, ind_;
  std::vector<double> val_;
  WorkingLp rest_;
};

}  // namespace gpuinv
