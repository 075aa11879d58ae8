// normal_diagonal.hpp (diagonal of A*D*A' + R, and its scale)
// SPDX-License-Identifier: GPL-3.0-or-later

// The columns of A are of three kinds: with one entry (they add only to the
// diagonal of S), sparse, and dense.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/row_sums.hpp"

namespace gpuinv::kernels {

constexpr int kDiagonalParts = 32;

// Entries by rows; the weight of entry t is w[column[t]].
struct RowEntries {
  const int* start;  // m+1
  const int* column;
  const double* value;
};

//   w_k := d_k if place_k = kept, else 0,   k = 0..n-1.
cudaError_t launch_select(const Launch& launch, int n, const int* place,
                          int kept, const double* d, double* w);

//   to_t := from[index_t],   t = 0..count-1.
cudaError_t launch_gather(const Launch& launch, int count, const double* from,
                          const int* index, double* to);

//   part[p*m + i] := sum of w_k * a_ik^2 over the k of part p.
// a is m by n, in columns of ld elements; w[n], part[kDiagonalParts * m].
cudaError_t launch_dense_diagonal(const Launch& launch, int m, int n,
                                  const double* a, std::size_t ld,
                                  const double* w, double* part);

//   e_i := r_i + sum over the single entries of row i of d_k * a_ik^2,
//   s_i := e_i + sum over all entries of w_k * a_ik^2 + sum of the parts (0
//          or kDiagonalParts of them),
//   scale_i := 1/sqrt(s_i), or 1 if s_i = 0.
cudaError_t launch_normal_diagonal(const Launch& launch, int m,
                                   const RowEntries& single, const double* d,
                                   const SparseRows& all, const double* w,
                                   int parts, const double* part,
                                   const double* r, double* e, double* scale);

//   b_ik := scale_i * a_ik * sqrt(w_k), m by n, in columns of ld elements.
template <class T>
cudaError_t launch_scale_columns(const Launch& launch, int m, int n,
                                 const double* a, std::size_t ld,
                                 const double* w, const double* scale, T* b);

}  // namespace gpuinv::kernels
