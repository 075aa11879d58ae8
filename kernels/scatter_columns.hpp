// scatter_columns.hpp (dense B from packed columns)
// SPDX-License-Identifier: GPL-3.0-or-later

//   b[ind_t, first + c] := val_t   for ptr[c] <= t < ptr[c+1], 0 <= c < n,
// or, with a map of rows,
//   b[place_i, first + c] := val_t/divisor_i,   i = ind_t.
// b is row-major.  In column-major order, which cuSOLVER uses, it is B'.  So
// solving B' * X = I gives X = inv(B)' by columns, which is inv(B) by rows.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Where to find the rows ind_t of a column's entries.
constexpr signed char kRowsListed = 0;      // in ind
constexpr signed char kRowsAscending = 1;   // 0, 1, ..., m-1: a dense column
constexpr signed char kRowsDescending = 2;  // m-1, ..., 1, 0

// n consecutive columns of B from column `first` on.  The arrays are on the
// device: ptr[n+1] with ptr[0] = 0, rows[n], ind[ptr[n]], val[ptr[n]].
struct PackedColumns {
  std::size_t first;
  std::size_t n;
  std::size_t nnz;  // ptr[n]
  int m;
  const std::size_t* ptr;
  const signed char* rows;
  const int* ind;
  const double* val;
};

// Arrays of m elements on the device; null: the row itself, and divisor 1.
struct RowMap {
  const int* place = nullptr;
  const double* divisor = nullptr;
};

// b has leading dimension ld; elements that no column names do not change (the
// caller has cleared them).
cudaError_t launch_scatter_columns(const Launch& launch,
                                   const PackedColumns& columns,
                                   const RowMap& map, std::size_t ld,
                                   double* b);

}  // namespace gpuinv::kernels
