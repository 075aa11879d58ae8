// normal_products.hpp (entries of A*D*A' as a sparse matrix times D)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/device/row_matrix.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

// The exact pattern of the upper triangle of S by rows, with the whole
// diagonal, and the sum for each entry:
//   s_t = sum of products.value * d[products.index] over row t of products.
struct NormalProducts {
  explicit NormalProducts(const ColumnMatrix& a);

  std::vector<int> start;  // m+1; row i begins with its diagonal
  std::vector<int> row, column;
  HostRows products;
};

// Returns the number of products in all entries: the sum of c*(c+1)/2 over
// columns with c entries.
double product_count(const ColumnMatrix& a);

}  // namespace gpuinv::device
