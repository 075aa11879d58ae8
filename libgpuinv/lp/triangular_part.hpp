// triangular_part.hpp (a large triangular part of a matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <utility>
#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Returns rows and columns (i, j) of a triangular part: a_ij is not zero, and
// row i has no entries in the columns of later pairs.  This is the greedy
// method of GLPK's advanced basis: a column with a row singleton joins the part
// if that is at least `tol` times its largest entry; if there is no singleton,
// the longest column is given up.  O(nnz) and a sort of the columns.
std::vector<std::pair<int, int>> triangular_part(const ColumnMatrix& a,
                                                 double tol);

}  // namespace gpuinv
