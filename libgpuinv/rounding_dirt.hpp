// rounding_dirt.hpp (exact zeros for what is rounding error alone)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// A dense solve leaves rounding errors where the solution has zeros, and
// callers take every element that is not exactly 0.0 for structural.  An
// element cannot be told to be dirt by its size beside others: in
//
//    x_1 = 1e8,  x_2 = 3e-7
//
// it decides.  But the rows of the system tell.  A set of small elements is
// dropped, all of them at once, if that leaves every row with a residual of
// its own rounding errors; else those with a term of weight in a row that it
// does not leave so come back, and the rows of their columns are looked at
// again.  (All at once: rows with no other elements are satisfied by zeros
// exactly, and by nothing else.)  With r = B_D*x_D, |r_i| <= t*size_i, what
// is dropped is |x_D| <= t*|inv(B)|*size: within the uncertainty of x that
// rounding errors in B and a bring with them.

#ifndef GPUINV_ROUNDING_DIRT_HPP
#define GPUINV_ROUNDING_DIRT_HPP

#include "backward_error.hpp"

namespace gpuinv {

// Makes zeros of the dirt in x[m], a solution of op(B)*x = a, and measures
// the backward error of what is left.
void drop_dirt(const SparseColumns& b, Op op, const double* a, double* x,
               BackwardError* error);

}  // namespace gpuinv

#endif
