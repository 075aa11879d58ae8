// inversion.hpp (kernels that compute inv(B) or inv(B)*A)
// SPDX-License-Identifier: GPL-3.0-or-later

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

// Dense B from packed columns:
//   b[ind_t, first + c] := val_t   for ptr[c] <= t < ptr[c+1], 0 <= c < n,
// or, with a map of rows,
//   b[place_i, first + c] := val_t/divisor_i,   i = ind_t.
// b is row-major.  In column-major order, which cuSOLVER uses, it is B'.  So
// solving B' * X = I gives X = inv(B)' by columns, which is inv(B) by rows.
// b has leading dimension ld; elements that no column names do not change (the
// caller has cleared them).
cudaError_t launch_scatter_columns(const Launch& launch,
                                   const PackedColumns& columns,
                                   const RowMap& map, std::size_t ld,
                                   double* b);

// Moves the part right of the diagonal out of some rows.  For i = 0..count-1
// and j = first+i+1..m-1, with row-major matrices:
//   panel[i, j] := a[first+i, j],   a[first+i, j] := 0.
// Both have the leading dimension leading_dimension(m); a has m rows, panel
// `count`.
cudaError_t launch_move_upper(const Launch& launch, int m, int first, int count,
                              double* a, double* panel);

// Permutes rows of a matrix in place.  For each of several disjoint cycles c,
//   row c_0 := row c_1,  row c_1 := row c_2, ...,  row c_last := row c_0.

// a is row-major with leading dimension ld; its first `columns` columns are
// permuted.  Cycle c is rows[start[c]..start[c+1]-1], at least two rows; both
// arrays are on the device, start[cycles+1].
cudaError_t launch_permute_rows(const Launch& launch, int columns,
                                std::size_t ld, int cycles, const int* rows,
                                const int* start, double* a);

// Computes rows of inv(B) from earlier rows.  For the steps s = first..last-1,
// where x is inv(B), row-major,
//   x[target_s] := (e_u - sum of value_t * x[source_t])/pivot_s,  u = unit_s,
//   t = start_s .. start_(s+1)-1 (libgpuinv/sparse/singletons.hpp),
// or in place, for x = inv(B)*A, where row u of A, divided by its pivot, is in
// x[target] before,
//   x[target_s] := x[target_s] - sum of value_t * x[source_t].
// A step moves 8 m (entries + 1) bytes, in place 8 m more.

// Arrays on the device: by step (start has one more), and by entry.
struct RowSteps {
  const int* target;
  const int* unit;
  const double* pivot;
  const std::size_t* start;
  const int* source;
  const double* value;
};

// x[matrix_elements(m)]; the padding of written rows is zero if that of their
// sources is.  If `parallel`, the steps run in parallel and none may be the
// source of another; else they run one after the other.
cudaError_t launch_substitute_rows(const Launch& launch, int m,
                                   const RowSteps& steps, int first, int last,
                                   bool parallel, double* x);

// The same in place; rows of x have ld numbers, ld even; unit and pivot are not
// read.
cudaError_t launch_subtract_rows(const Launch& launch, std::size_t ld,
                                 const RowSteps& steps, int first, int last,
                                 bool parallel, double* x);

// The rows of inv(B) that belong to the nucleus.  x is inv(B), row-major; the
// rows of the lower part are known.  The k rows of the nucleus follow, x_K =
// inv(K)*(e_K - E*x_L) (libgpuinv/sparse/singletons.hpp), where E*x_L has
// entries in q columns:
//   w[r, c] := - sum over t = start_s .. start_(s+1)-1 of
//              value_t * x[source_t, column_c],   s = first + r,
//   x[target_s, i] := nucleus[r, p]       if 0 <= p < k,  p = place_i,
//                     beside[r, p - k]   if p >= k,
//                     0                  otherwise,
// where the caller computes beside = inv(K)*w.

// The steps for the rows of the nucleus; their units and pivots are not read.
struct NucleusRows {
  RowSteps steps;
  int first, k;
};

// x[matrix_elements(m)]; column[q]; w has k rows of leading_dimension(q)
// numbers, with zeros in the padding; k, q > 0.
cudaError_t launch_weigh_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const double* x,
                                      int q, const int* column, double* w);

// nucleus and beside have k rows of leading_dimension(k) and
// leading_dimension(q) numbers; place[m]; beside is not read if q = 0.
cudaError_t launch_place_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const int* place,
                                      const double* nucleus, int q,
                                      const double* beside, double* x);

}  // namespace gpuinv::kernels
