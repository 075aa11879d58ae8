// normal_pattern.cpp (rows of A and the pattern of A*A')
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/sparse/normal_pattern.hpp"

#include <algorithm>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {

RowIndex::RowIndex(const ColumnMatrix& a)
    : column(a.start[a.columns]), place(column.size()) {
  start = by_rows(a, [this](int q, int j, int t) {
    column[q] = j;
    place[q] = t;
  });
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
