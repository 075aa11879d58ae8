// normal_plan.hpp (how each column of A is summed)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/sparse/column_matrix.hpp"

namespace gpuinv::device {

// A column of c entries adds c*(c+1)/2 products to the triangle of A*D*A' if
// they are summed one by one, or m*(m+1)/2 as a column of a dense matrix, where
// a product costs a hundredth.  Therefore columns with entries in more than
// kDenseShare of the rows count as dense.  A column of one entry adds only to
// the diagonal.
struct NormalPlan {
  static constexpr double kDenseShare = 0.11;

  static constexpr int kSparse = -1, kOther = -2;

  explicit NormalPlan(const ColumnMatrix& a);

  int m, n;
  // single entries by rows; columns as in A
  std::vector<int> single_start, single_column;
  std::vector<double> single_value;
  // for every column its number among the dense ones, kSparse or kOther
  std::vector<int> place;
  std::vector<int> dense;      // indices in A
  std::size_t sparse_nnz = 0;  // entries of the sparse columns
  double tile_products = 0.0;  // their products if summed by tiles
  double products = 0.0;       // their products one by one

 private:
  void sort_out(const ColumnMatrix& a);
  void list_singles(const ColumnMatrix& a, const std::vector<int>& single);
};

}  // namespace gpuinv::device
