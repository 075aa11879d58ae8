// columns.hpp (sparse matrices stored by columns, and their rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/base/parallel_for.hpp"

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

// Sorts the entries of a matrix by rows, in each row by ascending columns.  The
// entries of column j are ptr[j]-base .. ptr[j+1]-base-1; entry t is in row
// ind[t]-base.  Calls put(q, j, t) for every entry t, where j is its column and
// q its place in the sorted order; a few threads do so, each for a range of
// columns. put must not throw.  Returns the places where the rows begin,
// rows + 1 elements.
template <class Put>
std::vector<int> by_rows(int base, int rows, int columns, const int* ptr,
                         const int* ind, const Put& put) {
  const int parts = parts_for((ptr[columns] - base) * sizeof(double));
  const std::vector<int> first = split_columns(ptr, columns, parts);
  std::vector<std::vector<int>> next(parts, std::vector<int>(rows));
  parallel_for(parts, [&](int p) {
    for (int t = ptr[first[p]] - base; t < ptr[first[p + 1]] - base; t++)
      next[p][ind[t] - base]++;
  });
  std::vector<int> start(rows + 1);
  int count = 0;
  for (int i = 0; i < rows; i++) {
    start[i] = count;
    for (std::vector<int>& part : next) {
      const int here = part[i];
      part[i] = count;
      count += here;
    }
  }
  start[rows] = count;
  parallel_for(parts, [&](int p) {
    for (int j = first[p]; j < first[p + 1]; j++)
      for (int t = ptr[j] - base; t < ptr[j + 1] - base; t++)
        put(next[p][ind[t] - base]++, j, t);
  });
  return start;
}

template <class Put>
std::vector<int> by_rows(const ColumnMatrix& a, const Put& put) {
  return by_rows(0, a.rows, a.columns, a.start, a.row, put);
}

// Returns the rows of a, each with ascending columns.
inline SparseVectors by_rows(const ColumnMatrix& a) {
  SparseVectors rows;
  rows.index.resize(a.start[a.columns]);
  rows.value.resize(rows.index.size());
  rows.start = by_rows(a, [&](int q, int j, int t) {
    rows.index[q] = j;
    rows.value[q] = a.value[t];
  });
  return rows;
}

}  // namespace gpuinv
