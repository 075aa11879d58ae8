// working_lp.hpp (linear program and basis of a simplex engine)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_SIMPLEX_WORKING_LP_HPP
#define GPUINV_SIMPLEX_WORKING_LP_HPP

#include <cstddef>
#include <vector>

#include "../gpuinv.h"

namespace gpuinv {

// minimize c'x subject to A*x = b, l <= x <= u; A is m by n by columns,
// l_k = -inf or u_k = +inf where there is no bound.
struct WorkingLp {
  int m = 0, n = 0;
  std::vector<std::size_t> ptr;  // n+1
  std::vector<int> ind;          // nnz
  std::vector<double> val;       // nnz
  std::vector<double> b;         // m
  std::vector<double> c, l, u;   // n

  bool fixed(int k) const { return l[k] == u[k]; }
};

// Where a non-basic variable stands.
enum class At : signed char { kLower, kUpper, kFree };

struct SimplexBasis {
  std::vector<int> basic;     // m
  std::vector<int> nonbasic;  // n-m
  std::vector<At> at;         // n-m
};

// Checked copies of the caller's arrays; Error(INVALID, NONFINITE).
WorkingLp copy_lp(const gpuinv_lp& lp);
SimplexBasis copy_basis(const gpuinv_lp& lp);

// True if every column is there once and stands at a bound that it has.
bool is_basis(const WorkingLp& lp, const SimplexBasis& basis);

}  // namespace gpuinv

#endif
