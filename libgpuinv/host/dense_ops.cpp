// dense_ops.cpp (dense operations on a basis inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/dense_ops.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

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

namespace {

constexpr int kBlock = 64;  // columns of dgetri's workspace

// Up to so many operations, one call of dgetri does all.
constexpr double kWhole = 3e8;

}  // namespace

std::size_t invert_dense_bytes(int m) {
  return static_cast<std::size_t>(m) *
         (Stepwise::kWork * sizeof(double) + sizeof(int));
}

bool invert_dense(int m, double* a, const Stepwise& steps) {
  std::vector<int> pivots(m);
  if (!steps.factorize(m, m, {a, m}, pivots.data())) return false;
  if (2.0 * m * m * m > kWhole) {
    steps.invert(m, {a, m}, pivots.data());
    return true;
  }
  const int lwork = m * kBlock;
  std::vector<double> work(lwork);
  int info = 0;
  const BlasGuard guard(2.0 * m * m * m);
  vendors().dgetri(&m, a, &m, pivots.data(), work.data(), &lwork, &info);
  if (info < 0)
    throw Error(GPUINV_INTERNAL,
                "LAPACK refused argument " + std::to_string(-info));
  return info == 0;
}

}  // namespace gpuinv::host
