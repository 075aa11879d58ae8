// inverse_view.hpp (arrays of a simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// See simplex/tableau.hpp: W = inv(B) = W0 + U*V, and A is sparse.  Position j
// of N is at place deal.place(j) of all vectors of the columns.

#pragma once

#include "kernels/inverse_plan.hpp"
#include "kernels/row_sums.hpp"
#include "kernels/spread_view.hpp"

namespace gpuinv::kernels {

// What there is besides the arrays of both forms, of which t0 is W0, and the
// columns have no factor.  Rows and columns have four vectors of words: id, at
// and, as workspace, begin and count (elements in a).
struct InverseArrays {
  SimplexSide inner;  // columns of W: V[m][K], no other vectors
  int nn;             // number of nonbasic columns
  double* rho;        // [m], a row of W
  SparseRows a;       // A by columns
};

struct InverseView : InverseArrays {
  SimplexView t;
};

// Rows of W are on several cards; a card has all of InverseArrays.
struct SpreadInverseView : InverseArrays {
  SpreadView t;
};

}  // namespace gpuinv::kernels
