// interior/normal_pattern.cpp (rows of A and the pattern of A*A')
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "normal_pattern.hpp"

#include <algorithm>
#include <numeric>

namespace gpuinv {

RowIndex::RowIndex(const ColumnMatrix& a)
    : start(a.rows + 1), column(a.start[a.columns]), place(column.size()) {
  for (std::size_t p = 0; p < column.size(); p++) start[a.row[p] + 1]++;
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (int j = 0; j < a.columns; j++)
    for (int p = a.start[j]; p < a.start[j + 1]; p++) {
      const int q = next[a.row[p]]++;
      column[q] = j;
      place[q] = p;
    }
}

NormalPattern::NormalPattern(const ColumnMatrix& a)
    : NormalPattern(a, RowIndex(a)) {}

NormalPattern::NormalPattern(const ColumnMatrix& a, const RowIndex& rows)
    : start(a.rows + 1) {
  std::vector<int> seen(a.rows, -1);
  for (int i = 0; i < a.rows; i++) {
    seen[i] = i;
    row.push_back(i);
    for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
      const int end = a.start[rows.column[q] + 1];
      for (int p = rows.place[q] + 1; p < end; p++) {
        if (seen[a.row[p]] == i) continue;
        seen[a.row[p]] = i;
        row.push_back(a.row[p]);
      }
    }
    std::sort(row.begin() + start[i], row.end());
    start[i + 1] = static_cast<std::int64_t>(row.size());
  }
}

}  // namespace gpuinv
