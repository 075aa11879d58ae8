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

// The residual of op(B)*x = a, and the sizes it is compared with.  The host
// computes both.
class BackwardError {
 public:
  void measure(const SparseColumns& b, Op op, const double* a, const double* x);

  // Returns whether |r_i| <= kAccepted*(sqrt(n_i) + 4)*eps*size_i for every i,
  // where row i of op(B) has n_i entries.
  bool within_rounding() const;

  // Returns whether |r_i| exceeds half of that bound, so that row i, or any
  // row, is worth a correction.
  bool exceeds_noise(int i) const { return exceeds(kNoise, i); }
  bool exceeds_noise() const;

  // Returns max_i |r_i| / max_i size_i, or NaN if an element is not finite.
  double normwise() const;

  // r = a - op(B)*x and size = |op(B)|*|x| + |a|, m elements.
  std::vector<double> r, size;

 private:
  // Limits in units of (sqrt(n_i) + 4)*eps: rounding errors of random signs
  // make |r_i|/size_i about this large, and the sizes are uncertain by as much.
  // An exact solution, rounded, has about 1 unit.  GLPK's LU leaves 4^4 to 4^8
  // units in its worst row (pilot, 25fv47), a fresh explicit inverse the same,
  // and after one correction 1.
  static constexpr double kAccepted = 64.0, kNoise = 32.0;
  // A product that underflows loses up to DBL_MIN, whatever its size.
  static constexpr double kTiny = 1024.0 * DBL_MIN;

  // True for an infinite or NaN r_i, too.
  bool exceeds(double limit, int i) const {
    const double most = limit * noise_[length_[i]] * size[i] + kTiny;
    return !(std::fabs(r[i]) <= std::min(most, DBL_MAX));
  }
  bool any_exceeds(double limit) const;

  std::vector<double> noise_;  // (sqrt(n) + 4)*eps for n = 0, 1, ...
  std::vector<int> length_;    // n_i of each row, m
};

}  // namespace gpuinv
