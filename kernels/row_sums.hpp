// row_sums.hpp (sparse matrix by rows times a vector)
// SPDX-License-Identifier: GPL-3.0-or-later

// For the rows i of a list,
//   y_i := sum over t = start_i .. start_(i+1)-1 of value_t * x[index_t],
// or of value_t^2 * x[index_t].  The order of a sum depends only on the length
// of its row, so equal input gives equal bits.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

struct SparseRows {
  const std::size_t* start;
  const int* index;
  const double* value;
};

// Rows of similar length are summed by the same number of threads.
constexpr int kRowClasses = 4;
constexpr int kRowThreads[kRowClasses] = {1, 8, 32, 256};
constexpr std::size_t kRowLengths[kRowClasses] = {
    4, 64, 4096, static_cast<std::size_t>(-1)};  // at most

inline int row_class(std::size_t length) {
  int c = 0;
  while (length > kRowLengths[c]) c++;
  return c;
}

// list[count]: rows, all of class row_class; the arrays are on the device.
cudaError_t launch_row_sums(const Launch& launch, int row_class, int count,
                            const int* list, const SparseRows& a, bool squares,
                            const double* x, double* y);

//   v[place_t] := v[place_t] + x_t,   t = 0..count-1, places all different.
cudaError_t launch_add_at(const Launch& launch, int count, const int* place,
                          const double* x, double* v);

//   scale_i := 1/sqrt(v[diagonal_i]), or 1 if that is 0; i = 0..m-1.
cudaError_t launch_unit_scale(const Launch& launch, int m, const int* diagonal,
                              const double* v, double* scale);

//   v_t := v_t * scale_i * scale_j for the entry t in row i, column j.
cudaError_t launch_scale_entries(const Launch& launch, int count,
                                 const int* row, const int* column,
                                 const double* scale, double* v);

}  // namespace gpuinv::kernels
