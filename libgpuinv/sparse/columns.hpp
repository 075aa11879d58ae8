// columns.hpp (views of sparse matrices stored by columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

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

// The owner of sparse vectors, stored one after another as the columns of a
// ColumnMatrix.
struct SparseVectors {
  int count() const { return static_cast<int>(start.size()) - 1; }
  void append(int i, double x) {
    index.push_back(i);
    value.push_back(x);
  }
  void end_vector() { start.push_back(static_cast<int>(index.size())); }
  ColumnMatrix columns(int rows) const {
    return {rows, count(), start.data(), index.data(), value.data()};
  }

  std::vector<int> start = {0}, index;
  std::vector<double> value;
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
