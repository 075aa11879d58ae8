// scatter_columns.hpp (dense B from packed columns)
// SPDX-License-Identifier: GPL-3.0-or-later

//   b[ind_t, first + c] := val_t   for ptr[c] <= t < ptr[c+1], 0 <= c < n,
// or, with a map of rows,
//   b[place_i, first + c] := val_t/divisor_i,   i = ind_t.
// b is row-major.  Read by columns, as cuSOLVER does, it is B'; so solving
// B' * X = I gives X = inv(B)' by columns, which is inv(B) by rows.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Where the rows ind_t of a column's entries are found.
constexpr signed char kRowsListed = 0;      // in ind
constexpr signed char kRowsAscending = 1;   // 0, 1, ..., m-1: a dense column
constexpr signed char kRowsDescending = 2;  // m-1, ..., 1, 0

// A run of n columns of B that starts with column `first`; arrays on the
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

// Arrays of m elements on the device; null: places as they are, ones.
struct RowMap {
  const int* place = nullptr;
  const double* divisor = nullptr;
};

// b has leading dimension ld; elements that no column names stay as they
// are (the caller has cleared them).
cudaError_t launch_scatter_columns(const Launch& launch,
                                   const PackedColumns& columns,
                                   const RowMap& map, std::size_t ld,
                                   double* b);

}  // namespace gpuinv::kernels
