// normal_pattern.hpp (rows of A, pattern and entries of A*A')
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

// Adds column i of the lower triangle of A*diag(d)*A' to sum: entry k to
// sum[k].  Only columns of A with an entry in row i contribute.
void add_normal_column(const ColumnMatrix& a, const RowIndex& rows, int i,
                       const double* d, double* sum);

// Returns the operations of add_normal_column for all i.
double assembly_flops(const ColumnMatrix& a);

// Divides the columns of S among parts of about equal work, for parallel_for:
// part p adds columns start[p] to start[p + 1] - 1.
std::vector<int> split_assembly(const ColumnMatrix& a, const RowIndex& rows);

// Throws Error(NONFINITE) unless d and r are finite.
void require_finite_weights(const ColumnMatrix& a, const double* d,
                            const double* r);

// Estimates the entries in the lower triangle of A*A' from some of its rows,
// spread over it; fewer rows if they are long.
double sampled_nnz(const ColumnMatrix& a);

}  // namespace gpuinv
