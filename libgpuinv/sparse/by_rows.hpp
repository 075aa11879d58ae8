// by_rows.hpp (places of the entries of a matrix when sorted by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Sorts the entries of a by rows, in each row by ascending columns.  Calls
// put(q, j, t) for every entry t, where j is its column and q its place in the
// sorted order; a few threads do so, each for a range of columns. put must not
// throw.  Returns the places where the rows begin, rows + 1 elements.
template <class Put>
std::vector<int> by_rows(const ColumnMatrix& a, const Put& put) {
  const int parts = parts_for(a.start[a.columns] * sizeof(double));
  const std::vector<int> first = split_columns(a.start, a.columns, parts);
  std::vector<std::vector<int>> next(parts, std::vector<int>(a.rows));
  parallel_for(parts, [&](int p) {
    for (int t = a.start[first[p]]; t < a.start[first[p + 1]]; t++)
      next[p][a.row[t]]++;
  });
  std::vector<int> start(a.rows + 1);
  int count = 0;
  for (int i = 0; i < a.rows; i++) {
    start[i] = count;
    for (std::vector<int>& part : next) {
      const int here = part[i];
      part[i] = count;
      count += here;
    }
  }
  start[a.rows] = count;
  parallel_for(parts, [&](int p) {
    for (int j = first[p]; j < first[p + 1]; j++)
      for (int t = a.start[j]; t < a.start[j + 1]; t++)
        put(next[p][a.row[t]]++, j, t);
  });
  return start;
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
