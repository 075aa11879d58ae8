// dense_columns.hpp (columns of A that would fill S)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv {

// Columns [rest] or [chosen] of a matrix, which must live on for its values
// only while this is made.
struct ColumnSubset {
  ColumnSubset(const ColumnMatrix& a, const std::vector<int>& columns);
  ColumnMatrix view() const {
    return {rows, static_cast<int>(start.size()) - 1, start.data(), row.data(),
            value.data()};
  }
  int rows;
  std::vector<int> start, row;
  std::vector<double> value;
};

// Ascending numbers of the columns that are better added to the factor one
// by one (ProductForm) than to S: those for which the operations of the
// sparse factorization, by exact symbolic analysis, and of the updates
// together are fewest.  Mostly none.
std::vector<int> dense_columns(const ColumnMatrix& a);

// The others
std::vector<int> other_columns(int count, const std::vector<int>& columns);

}  // namespace gpuinv
