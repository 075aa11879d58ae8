// backward_error.hpp (backward errors of solves, and rounding dirt)
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
