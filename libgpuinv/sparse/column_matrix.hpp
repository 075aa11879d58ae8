// column_matrix.hpp (view of a sparse matrix stored by columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv {

// Column j has the entries start[j]..start[j+1]-1.  Indices are 0-based, and
// rows ascend within a column.  The arrays are in host memory; the view does
// not own them.
struct ColumnMatrix {
  int rows, columns;
  const int* start;  // columns + 1
  const int* row;
  const double* value;
};

}  // namespace gpuinv
