// column_matrix.hpp (a sparse matrix by columns, borrowed)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// Column j is entries start[j] .. start[j+1]-1; indices are 0-based, rows
// ascend within a column.  The arrays lie in host memory and belong to
// somebody else.
struct ColumnMatrix {
  int rows, columns;
  const int* start;  // columns + 1
  const int* row;
  const double* value;
};

}  // namespace gpuinv
