// point.hpp (measuring, judging and refining a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// The largest errors that glp_check_kkt finds: pe of the rows' values, pb of
// bounds, de of reduced costs, all relative, and db of the signs of reduced
// costs, which is absolute. glp_check_kkt ignores the signs of variables with
// two bounds.  For these, ds is the largest |reduced cost| of a variable that
// is nearer to one bound while the sign belongs to the other. min_aij and
// max_aij are the range of |a_ij|.
struct KktErrors {
  double pe = 0.0, pb = 0.0, de = 0.0, db = 0.0, ds = 0.0;
  double min_aij = 0.0, max_aij = 0.0;
};

// Factors that undo the scaling of a given matrix: a_ij is val * rows[i] *
// columns[j].
struct Factors {
  const double* rows = nullptr;     // m; nullptr: val is a_ij
  const double* columns = nullptr;  // n, or nullptr
  // A reduced cost d_j whose error is at most this share of |c_j| + |d_j|
  // counts as exact.
  double rounding = 0.0;
};

// prim[m+n] has the values of the rows, then of the columns, dual[m+n] their
// reduced costs in GLPK's signs.  A value that is not finite makes each error
// that depends on it infinite.  The host does one pass over A, with a few
// threads if it is large.  Error(INVALID) for a row that does not exist; the
// caller checks all else.
KktErrors kkt_errors(const gpuinv_interior_lp& lp, const double* prim,
                     const double* dual, const Factors& factors = {});

// A sum of terms is an error; the sum of their magnitudes is what it is
// relative to. glp_check_kkt adds positive and negative terms separately, but
// then the signs of a dense matrix cost a branch misprediction each.
struct Balance {
  double sum = 0.0, size = 0.0;

  void add(double t) {
    sum += t;
    size += std::fabs(t);
  }
  void add(const Balance& b) {
    sum += b.sum;
    size += b.size;
  }
};

// What a pass over A finds: the balances of the rows' values and of the
// columns' reduced costs (0 where they count as exact), and the range of
// |a_ij|.
struct Balances {
  std::vector<Balance> rows, columns;
  double min_aij = 0.0, max_aij = 0.0;
};
Balances balances(const gpuinv_interior_lp& lp, const Factors& factors,
                  const double* prim, const double* dual);

// Units to measure in: the value of row i is multiplied by rows[i], that of
// column j divided by columns[j], the objective multiplied by its factor, and
// reduced costs are what follows from that.  NULL: as given.
struct Units {
  const double *rows = nullptr, *columns = nullptr;
  double objective = 1.0;

  double value(int m, int k) const {
    if (rows == nullptr) return 1.0;
    return k < m ? rows[k] : 1.0 / columns[k - m];
  }
};

// The errors in other units follow from the same balances.
KktErrors errors_in(const gpuinv_interior_lp& lp, const Balances& balances,
                    const Units& units, const double* prim, const double* dual);

// By what share of 1 + |c'x + c0| the optimum may be better at most, as far as
// the signs tell that ds judges: |reduced cost| * (upper - lower bound),
// summed. A tiny reduced cost counts if the range is large; a range beyond 1e10
// is one that nobody means.  Values that are not finite are left to the other
// errors.
double wrong_share(const gpuinv_interior_lp& lp, const double* prim,
                   const double* dual);

// Scale factors of rows and columns: a_ij * rows[i] * columns[j] is the scaled
// matrix.  The problem's matrix may already be this one, with the sign
// `applied` (1 or -1); with applied = 0 it is a_ij.
struct ScaleFactors {
  const double *rows, *columns;  // m, n
  int applied;                   // 1, -1 or 0
};

// The largest error of each kind; db includes ds, the signs of variables with
// two bounds.
struct Judgement {
  KktErrors errors;
  // 0: the matrix is scaled well; 1: only after scaling by the factors; 2: not
  // even then.
  int bad = 0;
  double objective = 1.0;  // scale factor of the objective, at least 1
  double share = 0.0;      // wrong_share()
};

// Returns whether some |a_ij|, or the ratio of two, is above 1e4 or below 1e-4.
bool badly_scaled(double min_aij, double max_aij);

// Measures the errors of a basic solution as kkt_errors does.  If the matrix is
// badly scaled, it measures them in a good scaling, too, and keeps the larger
// ones.  The good scaling is that of the factors or, if that is bad itself, two
// passes of geometric means, rounded to powers of two.  There the objective is
// scaled like a row, but never down.  A reduced cost that is as accurate as a
// double can store it has no error (de).  Errors and arrays are as in
// kkt_errors.  If good[m+n] is not NULL, the geometric means are left there,
// or taken from there if good[0] is not zero.
Judgement judge(const gpuinv_interior_lp& lp, const ScaleFactors& factors,
                const double* prim, const double* dual, double* good = nullptr);

// Refines a basic solution on the host: two steps of iterative refinement of
// xB, then two of pi, with residuals in long double, which make their
// componentwise backward errors as small as doubles allow.  The caller solves
// with its own factorization of B.  Step 0 writes a residual into w[m] and
// returns what to solve; the caller computes w := inv(B) * w (kFtran) or w :=
// inv(B') * w (kBtran) and calls step 1, and so on, until the result is
// kNothing. bind[k] is the position in the basis, from 1, of row or column k,
// or 0. prim and dual are refined in place.  The last step sets reduced costs
// that are only rounding errors of pi to zero.
enum class Solve { kNothing = 0, kFtran = 1, kBtran = 2 };

Solve refine(const gpuinv_interior_lp& lp, const int* bind, int step,
             double* prim, double* dual, double* w);

}  // namespace gpuinv
