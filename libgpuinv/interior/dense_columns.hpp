// dense_columns.hpp (dense columns of A, which would fill S)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// A copy of some columns of a matrix.  The matrix may go when this is made.
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

// Returns, in ascending order, the columns that should be added to the factor
// one by one (ProductForm) instead of to S.  The choice minimizes the
// operations of the sparse factorization, by exact symbolic analysis, and of
// the updates.  Mostly there are none.
std::vector<int> dense_columns(const ColumnMatrix& a);

// Returns the other columns.
std::vector<int> other_columns(int count, const std::vector<int>& columns);

}  // namespace gpuinv
