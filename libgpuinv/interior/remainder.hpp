// remainder.hpp (rows and columns of a linear program that remain)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

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
