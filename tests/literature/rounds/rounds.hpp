// rounds.hpp (a pivot of the compact tableau, for comparison only)
// SPDX-License-Identifier: GPL-3.0-or-later

// Lalami, El Baz and Boyer (2011), one GPU: max c x, A x <= b, x >= 0 with
// b >= 0 in the compact tableau of Garfinkel and Nemhauser, row by row, m + 1
// by n + 1.  Row 0 is (0, -c), row i is (b_i, a_i).  A pivot on t = T[r][k]:
//   line_j := T_rj / t,   T_ij := T_ij - T_ik line_j  (i != r),
//   T_rj := line_j,       T_ik := -T_ik / t  (i != r),   T_rk := 1 / t.
// The host chooses k and r, so each pivot takes two trips to the host.  The
// project itself does not use this.

#pragma once

#include "kernels/launch.hpp"
#include "tests/literature/rounds/pivot_on_host.hpp"

namespace gpuinv::kernels::rounds {

struct Tableau {
  int rows, columns;  // m + 1, n + 1
  double* t;          // rows * columns
};

// Kernel 1: column[i] := T_ik and theta[i] := T_i0 / T_ik, infinite for row 0
// and if T_ik is no pivot; both have `rows` elements.
cudaError_t launch_ratios(const Launch& launch, const Tableau& tableau, int k,
                          double* column, double* theta);

// Kernel 2: line[j] := T_rj / pivot, row r := 0, column[r] := -1.
cudaError_t launch_line(const Launch& launch, const Tableau& tableau, int r,
                        double pivot, double* column, double* line);

// Kernel 3: T_ij := T_ij - column[i] * line[j], all of the tableau.
cudaError_t launch_basis(const Launch& launch, const Tableau& tableau,
                         const double* column, const double* line);

// Kernel 4: T_ik := -column[i] / pivot.
cudaError_t launch_column(const Launch& launch, const Tableau& tableau, int k,
                          double pivot, const double* column);

}  // namespace gpuinv::kernels::rounds
