// by_rows.hpp (where the entries of a matrix by columns go by rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv {

// put(q, j, t) for every entry t, which lies in column j and, row after row
// and columns ascending, comes to place q; on some threads, by parts of the
// columns.  Returns where the rows begin.  put must not throw.
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

}  // namespace gpuinv
