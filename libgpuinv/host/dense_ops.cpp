// dense_ops.cpp (host twins of the CUDA kernels, plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/dense_ops.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpuinv::host {

void gather_columns(int m, std::size_t ld, const double* binv,
                    const SparseVector& a, double* y) {
  for (int i = 0; i < m; i++) {
    const double* row = binv + i * ld;
    double sum = 0.0;
    for (int t = 0; t < a.nnz(); t++) sum += row[a.ind[t]] * a.val[t];
    y[i] = sum;
  }
}

void combine_rows(int m, std::size_t ld, const double* binv,
                  const SparseVector& a, double* y) {
  std::fill(y, y + m, 0.0);
  for (int t = 0; t < a.nnz(); t++) {
    const double* row = binv + a.ind[t] * ld;
    const double v = a.val[t];
    for (int j = 0; j < m; j++) y[j] += v * row[j];
  }
}

double column_abs_sum(int m, std::size_t ld, const double* binv) {
  std::vector<double> sum(m, 0.0);
  for (int i = 0; i < m; i++) {
    const double* row = binv + i * ld;
    for (int j = 0; j < m; j++) sum[j] += std::fabs(row[j]);
  }
  double largest = 0.0;  // a NaN must reach the caller
  for (double s : sum)
    largest = largest > s || std::isnan(largest) ? largest : s;
  return largest;
}

}  // namespace gpuinv::host
