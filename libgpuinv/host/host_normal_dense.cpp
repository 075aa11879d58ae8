// host_normal_dense.cpp (dense normal equations by LAPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

constexpr int kBlock = 256;  // columns of A unpacked at a time

// Time of an operation in a rank-k update, relative to one in a sparse sum
// (measured: 17 against 0.9 Gflop/s on one core).
constexpr double kRankUpdate = 0.05;

bool is_dense(const ColumnMatrix& a) {
  const double block = static_cast<double>(a.rows) * a.rows * a.columns;
  return kRankUpdate * block < assembly_flops(a);
}

}  // namespace

HostNormalDense::HostNormalDense(const ColumnMatrix& a)
    : a_(a), m_(a.rows), s_(new double[std::max<std::size_t>(m_ * m_, 1)]) {
  if (is_dense(a))
    block_.resize(m_ * kBlock);
  else
    rows_ = std::make_unique<RowIndex>(a);
  const double m = a.rows;
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_s = cost_.nnz_l = m * (m + 1) / 2;
  cost_.flops = m * (m + 1) * (2 * m + 1) / 6;
  cost_.bytes = 8 * (m * m + block_.size()) + (rows_ ? 8 * cost_.nnz_a : 0);
}

bool HostNormalDense::factorize(const double* d, const double* r) {
  require_finite_weights(a_, d, r);
  const BlasGuard guard(cost_.flops);
  for (std::size_t i = 0; i < m_; i++) {
    std::fill(&s_[i * m_ + i], &s_[i * m_] + m_, 0.0);
    s_[i * m_ + i] = r[i];
  }
  if (rows_)
    add_entries(d);
  else
    add_blocks(d);
  const int m = a_.rows;
  int info = 0;
  vendors().dpotrf("L", &m, s_.get(), &m, &info);
  if (info != 0) return false;
  for (std::size_t i = 0; i < m_; i++)  // not every LAPACK sees a NaN
    if (!std::isfinite(s_[i * m_ + i])) return false;
  return true;
}

void HostNormalDense::add_entries(const double* d) {
  for (int i = 0; i < a_.rows; i++)
    add_normal_column(a_, *rows_, i, d, &s_[i * m_]);
}

void HostNormalDense::add_blocks(const double* d) {
  const int m = a_.rows;
  const double one = 1.0;
  for (int next = 0; next < a_.columns;) {
    const int k = unpack_block(&next, d);
    vendors().dsyrk("L", "N", &m, &k, &one, block_.data(), &m, &one, s_.get(),
                    &m);
  }
}

// Unpacks columns from *next on, each times the square root of its weight.
int HostNormalDense::unpack_block(int* next, const double* d) {
  std::fill(block_.begin(), block_.end(), 0.0);
  int k = 0;
  for (; k < kBlock && *next < a_.columns; ++*next) {
    const int j = *next;
    if (d[j] == 0.0) continue;
    const double root = std::sqrt(d[j]);
    for (int p = a_.start[j]; p < a_.start[j + 1]; p++)
      block_[k * m_ + a_.row[p]] = root * a_.value[p];
    k++;
  }
  return k;
}

void HostNormalDense::solve(double* x) {
  const BlasGuard guard(0.0);
  const int m = a_.rows, one = 1;
  int info = 0;
  vendors().dpotrs("L", &m, &one, s_.get(), &m, x, &m, &info);
}

}  // namespace gpuinv
