// kkt.hpp (how far a point is from an optimum, in GLPK's measure)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// The largest relative errors that glp_check_kkt finds: of the rows' values
// and of bounds, of the reduced costs and of their signs.  The last is an
// absolute one, as there.
// glp_check_kkt does not look at the signs of variables with two bounds: ds is
// the largest reduced cost of those whose sign asks for the bound that is
// farther from the value.  And the range of |a_ij|.
struct KktErrors {
  double pe = 0.0, pb = 0.0, de = 0.0, db = 0.0, ds = 0.0;
  double min_aij = 0.0, max_aij = 0.0;
};

// A matrix that is given scaled: a_ij is val * rows[i] * columns[j].
struct Factors {
  const double* rows = nullptr;     // m, or nullptr: not scaled
  const double* columns = nullptr;  // n, likewise
  // of |c_j| + |d_j|: the error of a reduced cost that counts as none
  double rounding = 0.0;
};

// Of values prim and reduced costs dual of m rows, then of n columns, as GLPK
// signs them.  What is infinite or not a number makes those errors infinite
// that depend on it.  One pass over A, on some threads if it is large.
// Error(INVALID) for a row that does not exist; all else is the caller's.
KktErrors kkt_errors(const gpuinv_interior_lp& lp, const double* prim,
                     const double* dual, const Factors& factors = {});

}  // namespace gpuinv
