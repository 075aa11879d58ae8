// dense_columns.hpp (dense columns of A, which would fill S)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Returns a copy of some columns of a matrix.
SparseVectors some_columns(const ColumnMatrix& a,
                           const std::vector<int>& columns);

// Returns, in ascending order, the columns that should be added to the factor
// one by one (ProductForm) instead of to S.  The choice minimizes the
// operations of the sparse factorization, by exact symbolic analysis, and of
// the updates.  Mostly there are none.
std::vector<int> dense_columns(const ColumnMatrix& a);

// Returns the other columns.
std::vector<int> other_columns(int count, const std::vector<int>& columns);

}  // namespace gpuinv
