// refine.hpp (iterative refinement of a basic solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

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
