// rounding_dirt.hpp (exact zeros for what is rounding error alone)
// SPDX-License-Identifier: GPL-3.0-or-later

// A dense solve leaves rounding errors where the solution has zeros, and
// callers take every element that is not exactly 0.0 for structural.  An
// element cannot be told to be dirt by its size beside others: in
//
//    x_1 = 1e8,  x_2 = 3e-7
//
// it decides.  But the rows of the system tell.  A set of small elements is
// dropped, all of them at once, if that leaves every row with a residual of
// its own rounding errors, or one that was no better before; else those with
// a term of weight in a row that suffers come back, and the rows of their
// columns are looked at again.  (All at once: rows with no other elements are
// satisfied by zeros exactly, and by nothing else.)  With r = B_D*x_D,
// |r_i| <= t*size_i, what is dropped is |x_D| <= t*|inv(B)|*size: within the
// uncertainty of x that rounding errors in B and a bring with them.

#pragma once

#include <vector>

#include "libgpuinv/basis/backward_error.hpp"

namespace gpuinv {

class RoundingDirt {
 public:
  // Drops what may be dirt from x[m], by its size beside others.
  void drop(int m, double* x);

  // Brings back what is none.  error is that of x, a solution of op(B)*x = a,
  // and measured anew.
  void restore(const SparseColumns& b, Op op, const double* a, double* x,
               BackwardError* error) const;

 private:
  // An element, and its value.
  struct Dropped {
    int place;
    double value;
  };
  class Terms;
  class Restoration;

  std::vector<Dropped> dropped_;
};

}  // namespace gpuinv
