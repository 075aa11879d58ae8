// judge.hpp (whether a point is optimal, in the units given and in good ones)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/lp/kkt.hpp"

namespace gpuinv {

// Scale factors of rows and columns: a_ij * rows[i] * columns[j] is scaled.
// The matrix of the problem may be given as scaled by them already, and with
// this sign; 0: it is a_ij.
struct ScaleFactors {
  const double *rows, *columns;  // m, n
  int applied;                   // 1, -1 or 0
};

// Of each kind of error the largest, among them of the signs of variables with
// two bounds in db.
struct Judgement {
  KktErrors errors;
  // The matrix is scaled well as it is (0), by the factors only (1), by
  // neither (2).
  int bad = 0;
  double objective = 1.0;  // scale factor of the objective, at least 1
};

// Whether |a_ij|, or the ratio of two, is beyond 1e4 or its reciprocal.
bool badly_scaled(double min_aij, double max_aij);

// The errors of kkt_errors of a basic solution.  If the matrix is badly
// scaled, they are measured in a good scaling, too: by the factors, or, if that
// is a bad one, by two passes of geometric means, rounded to powers of two.
// The objective is scaled like a row there, though never down.  A reduced cost
// that is as accurate as it can be stored has no error (DE).
// Errors and arrays as in kkt_errors.
Judgement judge(const gpuinv_interior_lp& lp, const ScaleFactors& factors,
                const double* prim, const double* dual);

}  // namespace gpuinv
