// lp.hpp (linear program that an interior point method solves)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// minimize c'x subject to row_lower <= A*x <= row_upper, lower <= x <=
// upper.  A is m by n by columns, counted from 0; bounds may be infinite.
struct InteriorLp {
  ColumnMatrix matrix() const {
    return {m, n, start.data(), row.data(), value.data()};
  }

  int m = 0, n = 0;
  std::vector<int> start;                    // n+1
  std::vector<int> row;                      // nnz
  std::vector<double> value;                 // nnz
  std::vector<double> row_lower, row_upper;  // m
  std::vector<double> c, lower, upper;       // n
};

// Returns the problem with the rows of each column ascending and without zeros.
// Error(INVALID) for sizes, indices or bounds that make no problem,
// Error(NONFINITE) for NaN and for infinite coefficients or costs.
InteriorLp checked(InteriorLp lp);

// The rows and columns of a problem that are not removed, in their order.
class Remainder {
 public:
  // Keeps nothing.
  Remainder() = default;
  Remainder(const std::vector<char>& row_out,
            const std::vector<char>& column_out);

  // Returns the problem of these rows and columns from the matrix and vectors
  // of the whole; it has room for a slack column per row.
  InteriorLp of(const ColumnMatrix& a, const std::vector<double>& row_lower,
                const std::vector<double>& row_upper,
                const std::vector<double>& c, const std::vector<double>& lower,
                const std::vector<double>& upper) const;

  // Copy values of these rows or columns into a vector of the whole problem.
  void put_rows(const std::vector<double>& y, std::vector<double>* full) const;
  void put_columns(const std::vector<double>& x,
                   std::vector<double>* full) const;

 private:
  void copy_matrix(const ColumnMatrix& a, InteriorLp* lp) const;

  std::vector<int> rows_, columns_;
};

}  // namespace gpuinv
