// dense_ops.cpp (host twins of the CUDA kernels, plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/dense_ops.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpuinv {
namespace host {

void eta(int m, std::size_t ld, int k, const double* alpha, double* binv,
         double* omega, double* bk) {
  const double theta = alpha[k];
  for (int i = 0; i < m; i++)
    omega[i] = i == k ? 1.0 / theta : -alpha[i] / theta;
  double* row = binv + k * ld;
  std::copy(row, row + m, bk);
  std::fill(row, row + m, 0.0);
}

// Rows with omega_i = 0 do not change; on sparse bases most are such.
void rank_one(int m, std::size_t ld, const double* omega, const double* bk,
              double* binv) {
  for (int i = 0; i < m; i++) {
    const double w = omega[i];
    if (w == 0.0) continue;
    double* row = binv + i * ld;
    for (int j = 0; j < m; j++) row[j] += w * bk[j];
  }
}

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

void scatter_columns(const HostColumns& b, std::size_t ld, double* dense) {
  std::fill(dense, dense + b.m * ld, 0.0);
  for (int j = 0; j < b.n; j++) {
    const HostColumn& c = b.column[j];
    for (std::size_t t = 0; t < c.nnz; t++)
      dense[(c.ind[t] - b.base) * ld + j] = c.val[t];
  }
}

double column_abs_sum(int m, std::size_t ld, const double* binv) {
  std::vector<double> sum(m, 0.0);
  for (int i = 0; i < m; i++) {
    const double* row = binv + i * ld;
    for (int j = 0; j < m; j++) sum[j] += std::fabs(row[j]);
  }
  double largest = 0.0;  // a NaN must come through
  for (double s : sum)
    largest = largest > s || std::isnan(largest) ? largest : s;
  return largest;
}

}  // namespace host
}  // namespace gpuinv
