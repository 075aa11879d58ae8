// inverse_view.hpp (arrays of a simplex in inverse form on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// See simplex/tableau.hpp: W = inv(B) = W0 + U*V, and A sparse.  Position j
// of N lies at place deal.place(j) of all vectors of the columns.

#pragma once

#include "kernels/inverse_plan.hpp"
#include "kernels/row_sums.hpp"
#include "kernels/simplex_view.hpp"

namespace gpuinv::kernels {

struct InverseView {
  // t0 is W0; the columns have no factor, and like the rows four vectors of
  // words: id, at, then as work space begin and count (elements in a).
  SimplexView t;
  SimplexSide inner;  // columns of W: V[m][K], no other vectors
  int nn;             // columns that there are
  double* rho;        // [m] row of W
  SparseRows a;       // A by columns
};

}  // namespace gpuinv::kernels
