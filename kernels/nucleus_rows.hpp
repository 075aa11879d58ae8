// nucleus_rows.hpp (rows of inv(B) that belong to the nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

// With x being inv(B) by rows, its rows of lower there, and the k rows of the
// nucleus to come, x_K = inv(K)*(e_K - E*x_L) (libgpuinv/singletons.hpp), of
// which E*x_L has entries in q columns:
//   w[r, c] := - sum over t = start_s .. start_(s+1)-1 of
//              value_t * x[source_t, column_c],   s = first + r,
//   x[target_s, i] := nucleus[r, p]       if 0 <= p < k,  p = place_i,
//                     beside[r, p - k]   if p >= k,
//                     0                  otherwise,
// where beside = inv(K)*w is the caller's to find.

#pragma once

#include "kernels/substitute_rows.hpp"

namespace gpuinv::kernels {

// The steps of the rows of the nucleus; their units and pivots are not read.
struct NucleusRows {
  RowSteps steps;
  int first, k;
};

// x[matrix_elements(m)], column[q], w of k rows of leading_dimension(q)
// numbers, the padding becomes zero; k, q > 0.
cudaError_t launch_weigh_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const double* x,
                                      int q, const int* column, double* w);

// nucleus and beside of k rows of leading_dimension(k), leading_dimension(q);
// place[m]; beside is not read where q = 0.
cudaError_t launch_place_nucleus_rows(const Launch& launch, int m,
                                      const NucleusRows& rows, const int* place,
                                      const double* nucleus, int q,
                                      const double* beside, double* x);

}  // namespace gpuinv::kernels
