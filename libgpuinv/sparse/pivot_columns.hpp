// pivot_columns.hpp (which columns a dense LU has taken)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Pivots below this times the largest element of their column count as zero.
constexpr double kDependentPivot = 1e-8;

// The LU factors of A' with partial pivoting, for A with m rows and at least as
// many columns: swaps[m], counted from 1, are LAPACK's exchanges of the rows of
// A', and pivot[m] is the diagonal of U.  Returns the m columns of A whose rows
// came first, or none if a pivot counts as zero.
template <class Int>
std::vector<int> pivot_columns(const ColumnMatrix& a,
                               const std::vector<Int>& swaps,
                               const std::vector<double>& pivot) {
  std::vector<int> column(a.columns);
  std::iota(column.begin(), column.end(), 0);
  for (int i = 0; i < a.rows; i++)
    std::swap(column[i], column[static_cast<int>(swaps[i]) - 1]);
  column.resize(a.rows);
  for (int i = 0; i < a.rows; i++) {
    double largest = 0.0;
    for (int t = a.start[column[i]]; t < a.start[column[i] + 1]; t++)
      largest = std::max(largest, std::fabs(a.value[t]));
    if (!(std::fabs(pivot[i]) > kDependentPivot * largest)) return {};
  }
  return column;
}

}  // namespace gpuinv
