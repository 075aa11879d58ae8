// normal_products.hpp (entries of A*D*A' as a sparse matrix times D)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/device/row_matrix.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv::device {

// The exact pattern of the upper triangle of S by rows, the whole diagonal
// included, and what each entry is a sum of:
//   s_t = sum of products.value * d[products.index] over row t of products.
struct NormalProducts {
  explicit NormalProducts(const ColumnMatrix& a);

  std::vector<int> start;  // m+1; row i begins with its diagonal
  std::vector<int> row, column;
  HostRows products;
};

// Products that all entries have together: sum of c*(c+1)/2 over columns
// of c entries.
double product_count(const ColumnMatrix& a);

}  // namespace gpuinv::device
