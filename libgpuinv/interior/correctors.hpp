// correctors.hpp (how many correctors an iteration tries)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// What an iteration on the host works on: A with `rows` and `columns`, the
// operations of the sum A*D*A' entry by entry (sums, see assembly_flops), and
// the factor.
struct IterationShape {
  double rows, columns, sums;
  NormalEquations::Cost cost;
};
IterationShape iteration_shape(const ColumnMatrix& a,
                               const NormalEquations::Cost& cost);

// Estimates the seconds on the host of what an iteration does once, the sum and
// its factor where that is small, and of what it does for each direction: a
// solve, three products with A, and passes over vectors of the columns.
double factor_seconds(const IterationShape& shape);
double direction_seconds(const IterationShape& shape);

// Returns how many of Gondzio's correctors to try.  Each costs a direction and
// saves a part of the iterations, so it pays where a factorization takes as
// long as several directions.  Where A has many columns for each row, as in
// crew scheduling, the factorization takes about as long as one or two: then
// the predictor and Mehrotra's corrector are all.  On an air crew of 163 rows
// and 28016 columns 26 such iterations take two thirds of the time of 20 with
// three correctors.
int corrector_count(const IterationShape& shape);

}  // namespace gpuinv
