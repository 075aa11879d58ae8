// backward_error.hpp (how well a vector solves a system with B)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// x solves (B + E)*x = a + e exactly for some |E| <= t*|B|, |e| <= t*|a|,
// element by element, if and only if with r = a - B*x
//
//    |r_i| <= t * (|B|*|x| + |a|)_i    for all i
//
// (Oettli, Prager 1964; Arioli, Demmel, Duff 1989).  This does not depend on
// the scaling of rows and columns, and unlike a norm it sees a small element
// beside a large one.

#ifndef GPUINV_BACKWARD_ERROR_HPP
#define GPUINV_BACKWARD_ERROR_HPP

#include <vector>

#include "sparse_columns.hpp"

namespace gpuinv {

// Residual of op(B)*x = a, and the sizes that it is judged by.
class BackwardError {
 public:
  void measure(const SparseColumns& b, Op op, const double* a, const double* x);

  // Whether every |r_i| is within (n_i + 4)*eps of its size, n_i being the
  // number of entries in row i of op(B): the sum of n_i + 1 terms cannot be
  // had any better, so that a residual below this one tells nothing.
  bool within_rounding() const;

  // Whether |r_i| exceeds (sqrt(n_i) + 4)*eps of its size, what rounding
  // errors of random signs make of it.
  bool exceeds_noise(int i) const;

  // max_i |r_i| / max_i size_i, NaN if one of them is.
  double normwise() const;

  // r and the sizes, m elements.
  std::vector<double> r, size;

 private:
  std::vector<int> length_;  // m, n_i
};

}  // namespace gpuinv

#endif
