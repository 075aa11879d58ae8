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

}  // namespace gpuinv
