// rounding_dirt.hpp (exact zeros in the place of rounding errors)
// SPDX-License-Identifier: GPL-3.0-or-later

// A dense solve leaves rounding errors where the solution has zeros, and
// callers take every element that is not exactly 0.0 for a structural non-zero.
// The size of an element beside others does not tell whether it is dirt: in
//
//    x_1 = 1e8,  x_2 = 3e-7
//
// the small one may be decisive.  But the rows of the system tell.  All small
// elements are dropped at once.  A row is content if its residual then is
// within its own rounding errors, or was no better before.  A row that is not
// takes back those elements whose terms have weight in it, and the rows of
// their columns are examined again.  (All at once, because rows with no other
// elements are satisfied exactly by zeros and by nothing else.) With r =
// B_D*x_D and |r_i| <= t*size_i, what stays dropped is |x_D| <=
// t*|inv(B)|*size.  This is within the uncertainty of x that rounding errors in
// B and a cause.

#pragma once

#include <vector>

#include "libgpuinv/basis/backward_error.hpp"

namespace gpuinv {

class RoundingDirt {
 public:
  // Sets the elements of x[m] to zero that may be dirt by their size.
  void drop(int m, double* x);

  // Brings back the elements that are not dirt. error is the backward error of
  // x as a solution of op(B)*x = a, and is measured again.
  void restore(const SparseColumns& b, Op op, const double* a, double* x,
               BackwardError* error) const;

 private:
  // A dropped element: its index and its value.
  struct Dropped {
    int place;
    double value;
  };
  class Terms;
  class Restoration;

  std::vector<Dropped> dropped_;
};

}  // namespace gpuinv
