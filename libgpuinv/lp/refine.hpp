// refine.hpp (iterative refinement of a basic solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Two steps of iterative refinement of xB, then of pi, with residuals in long
// double make their componentwise backward errors as small as they can be.
// The caller solves by its own factorization of B, in turns: step 0 puts a
// residual into w, m elements; the caller solves w := inv(B) * w or, if so
// told, w := inv(B') * w, and calls with step 1, and so on, until nothing is
// to be solved.  bind[k] is the position in the basis, counted from 1, of row
// or column k, or 0.  prim and dual are refined in place; in the end reduced
// costs that are rounding errors of pi are zero.
enum class Solve { kNothing = 0, kFtran = 1, kBtran = 2 };

Solve refine(const gpuinv_interior_lp& lp, const int* bind, int step,
             double* prim, double* dual, double* w);

}  // namespace gpuinv
