// by_rows.hpp (places of the entries of a matrix when sorted by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

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
