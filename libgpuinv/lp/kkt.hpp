// kkt.hpp (how far a point is from an optimum, in GLPK's measure)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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

}  // namespace gpuinv
