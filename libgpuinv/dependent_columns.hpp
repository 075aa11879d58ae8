// dependent_columns.hpp (repair of a singular basis)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEPENDENT_COLUMNS_HPP
#define GPUINV_DEPENDENT_COLUMNS_HPP

#include <vector>

#include "sparse_columns.hpp"

namespace gpuinv {

// Columns cols[t] of B that depend on the others, and rows[t] such that
// B with every column cols[t] replaced by the unit vector e_rows[t] is
// non-singular.  Both have m - rank(B) elements.
struct Dependent {
  std::vector<int> rows, cols;
};

// Rank by QR with column pivoting (|r_ii| <= m*eps*|r_00| counts as
// zero; at least one column is named), rows by LU with partial pivoting
// of the independent columns.  O(m^3) operations, 8*m^2 bytes.
Dependent dependent_columns(const SparseColumns& b);

}  // namespace gpuinv

#endif
