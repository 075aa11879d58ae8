// nucleus_rows.hpp (rows of inv(B) that belong to the nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

// x is inv(B), row-major; the rows of the lower part are known.  The k rows of
// the nucleus follow, x_K = inv(K)*(e_K - E*x_L)
// (libgpuinv/sparse/singletons.hpp), where E*x_L has entries in q columns:
//   w[r, c] := - sum over t = start_s .. start_(s+1)-1 of
//              value_t * x[source_t, column_c],   s = first + r,
//   x[target_s, i] := nucleus[r, p]       if 0 <= p < k,  p = place_i,
//                     beside[r, p - k]   if p >= k,
//                     0                  otherwise,
// where the caller computes beside = inv(K)*w.

#pragma once

#include "kernels/substitute_rows.hpp"

namespace gpuinv::kernels {

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
