// remainder.hpp (what is left of a linear program where parts go)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv {

// The rows and columns of a problem that are not taken out, in their order.
class Remainder {
 public:
  // None.
  Remainder() = default;
  Remainder(const std::vector<char>& row_out,
            const std::vector<char>& column_out);

  // The problem of these rows and columns alone, from matrix and vectors of
  // the whole; there is room for a slack column of every row.
  InteriorLp of(const ColumnMatrix& a, const std::vector<double>& row_lower,
                const std::vector<double>& row_upper,
                const std::vector<double>& c, const std::vector<double>& lower,
                const std::vector<double>& upper) const;

  // Puts values of these rows or columns into a vector of the whole.
  void put_rows(const std::vector<double>& y, std::vector<double>* full) const;
  void put_columns(const std::vector<double>& x,
                   std::vector<double>* full) const;

 private:
  void copy_matrix(const ColumnMatrix& a, InteriorLp* lp) const;

  std::vector<int> rows_, columns_;
};

}  // namespace gpuinv
