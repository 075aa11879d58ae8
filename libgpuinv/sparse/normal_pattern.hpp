// normal_pattern.hpp (rows of A and the pattern of A*A')
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// The entries of a matrix by rows; columns ascend within a row.
struct RowIndex {
  explicit RowIndex(const ColumnMatrix& a);
  std::vector<int> start;   // rows + 1
  std::vector<int> column;  // column of every entry
  std::vector<int> place;   // of every entry: its index in a by columns
};

// Pattern of the lower triangle of A*A' by columns, with the whole diagonal;
// rows ascend within a column.
struct NormalPattern {
  explicit NormalPattern(const ColumnMatrix& a);
  NormalPattern(const ColumnMatrix& a, const RowIndex& rows);
  std::vector<std::int64_t> start, row;  // as CHOLMOD wants them
};

}  // namespace gpuinv
