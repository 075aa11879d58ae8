// columns.hpp (views of sparse matrices stored by columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

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

// A sparse column in host memory: element val[t] is in row ind[t].
struct HostColumn {
  std::size_t nnz;
  const int* ind;     // ind[nnz]
  const double* val;  // val[nnz]
};

// A matrix of m rows and n columns.  The view owns none of the arrays.
struct HostColumns {
  int m, n;
  int base;                  // ind counts rows from base
  const HostColumn* column;  // column[n]
};

}  // namespace gpuinv
