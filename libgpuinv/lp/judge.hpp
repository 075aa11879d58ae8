// judge.hpp (errors of a point, as the problem is given and well scaled)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/lp/kkt.hpp"

namespace gpuinv {

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
};

// Returns whether some |a_ij|, or the ratio of two, is above 1e4 or below 1e-4.
bool badly_scaled(double min_aij, double max_aij);

// Measures the errors of a basic solution as kkt_errors does.  If the matrix is
// badly scaled, it measures them in a good scaling, too, and keeps the larger
// ones.  The good scaling is that of the factors or, if that is bad itself, two
// passes of geometric means, rounded to powers of two.  There the objective is
// scaled like a row, but never down.  A reduced cost that is as accurate as a
// double can store it has no error (de).  Errors and arrays are as in
// kkt_errors.
Judgement judge(const gpuinv_interior_lp& lp, const ScaleFactors& factors,
                const double* prim, const double* dual);

}  // namespace gpuinv
