// backward_error.hpp (how well a vector solves a system with B)
// SPDX-License-Identifier: GPL-3.0-or-later

// x solves (B + E)*x = a + e exactly for some |E| <= t*|B|, |e| <= t*|a|,
// element by element, if and only if with r = a - B*x
//
//    |r_i| <= t * (|B|*|x| + |a|)_i    for all i
//
// (Oettli, Prager 1964; Arioli, Demmel, Duff 1989).  This does not depend on
// the scaling of rows and columns, and unlike a norm it sees a small element
// beside a large one.

#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv {

// Residual of op(B)*x = a, and the sizes that it is judged by.
class BackwardError {
 public:
  void measure(const SparseColumns& b, Op op, const double* a, const double* x);

  // Whether every |r_i| is within kAccepted*(sqrt(n_i) + 4)*eps of its size,
  // n_i being the number of entries in row i of op(B).
  bool within_rounding() const;

  // Whether |r_i| exceeds half of that: such a row is worth a correction.
  bool exceeds_noise(int i) const { return exceeds(kNoise, i); }
  bool exceeds_noise() const;

  // max_i |r_i| / max_i size_i, NaN if one of them is.
  double normwise() const;

  // r and the sizes, m elements.
  std::vector<double> r, size;

 private:
  // In units of (sqrt(n_i) + 4)*eps, which rounding errors of random signs
  // make of r_i, and by which the sizes are uncertain.  An exact solution,
  // rounded, has some 1; GLPK's LU leaves 4^4 to 4^8 in its worst row (pilot,
  // 25fv47), and a fresh explicit inverse as much, after one correction 1.
  static constexpr double kAccepted = 64.0, kNoise = 32.0;
  // Products that underflow lose up to DBL_MIN each, whatever their size.
  static constexpr double kTiny = 1024.0 * DBL_MIN;

  // An infinity does, as a NaN.
  bool exceeds(double limit, int i) const {
    const double most = limit * noise_[length_[i]] * size[i] + kTiny;
    return !(std::fabs(r[i]) <= std::min(most, DBL_MAX));
  }
  bool any_exceeds(double limit) const;

  std::vector<double> noise_;  // by n, as far as any n_i goes
  std::vector<int> length_;    // m, n_i
};

}  // namespace gpuinv
