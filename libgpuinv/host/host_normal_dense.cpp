// host_normal_dense.cpp (dense normal equations by LAPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/parallel_for.hpp"
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

// Bytes of S that a cache holds.  In a cache, sums by columns of A take a half
// to a fifth of the time of sums by columns of S, which read the elements of A
// at scattered places.
constexpr std::size_t kCached = std::size_t{4} << 20;

// A second thread pays from so many operations for each element of S on.  Its
// own sums are set to zero and added to the others, which takes the time of
// some four.
constexpr double kShared = 8.0;

bool is_dense(const ColumnMatrix& a, double flops) {
  const double block = static_cast<double>(a.rows) * a.rows * a.columns;
  return kRankUpdate * block < flops;
}

// Adds weight*a_j*a_j' to the lower triangle of s, m by m.
void add_square(const ColumnMatrix& a, int j, double weight, std::size_t m,
                double* s) {
  const int end = a.start[j + 1];
  for (int q = a.start[j]; q < end; q++) {
    const double own = a.value[q] * weight;
    double* column = s + a.row[q] * m;
    for (int t = q; t < end; t++) column[a.row[t]] += own * a.value[t];
  }
}

}  // namespace

HostNormalDense::HostNormalDense(const ColumnMatrix& a)
    : a_(a), m_(a.rows), s_(new double[std::max<std::size_t>(m_ * m_, 1)]) {
  const double flops = assembly_flops(a);
  if (is_dense(a, flops)) {
    block_.resize(m_ * kBlock);
  } else if (sizeof(double) * m_ * m_ > kCached) {
    rows_ = std::make_unique<RowIndex>(a);
    parts_ = split_assembly(a, *rows_);
  } else {
    const bool shared =
        parts_for(static_cast<std::size_t>(sizeof(double) * flops)) > 1 &&
        flops > kShared * m_ * m_;
    parts_ = split_columns(a.start, a.columns, shared ? 2 : 1);
    if (shared) second_.resize(m_ * m_);
  }
  const double m = a.rows;
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_s = cost_.nnz_l = m * (m + 1) / 2;
  cost_.flops = m * (m + 1) * (2 * m + 1) / 6;
  cost_.bytes = 8 * (m * m + block_.size() + second_.size()) +
                (rows_ ? 8 * cost_.nnz_a : 0);
}

bool HostNormalDense::factorize(const double* d, const double* r) {
  require_finite_weights(a_, d, r);
  const BlasGuard guard(cost_.flops);
  for (std::size_t i = 0; i < m_; i++) {
    std::fill(&s_[i * m_ + i], &s_[i * m_] + m_, 0.0);
    s_[i * m_ + i] = r[i];
  }
  if (rows_)
    sum_by_columns_of_s(d);
  else if (!block_.empty())
    add_blocks(d);
  else
    sum_by_columns_of_a(d);
  const int m = a_.rows;
  int info = 0;
  vendors().dpotrf("L", &m, s_.get(), &m, &info);
  if (info != 0) return false;
  for (std::size_t i = 0; i < m_; i++)  // not every LAPACK sees a NaN
    if (!std::isfinite(s_[i * m_ + i])) return false;
  return true;
}

void HostNormalDense::sum_by_columns_of_s(const double* d) {
  parallel_for(static_cast<int>(parts_.size()) - 1, [&](int p) {
    for (int i = parts_[p]; i < parts_[p + 1]; i++)
      add_normal_column(a_, *rows_, i, d, &s_[i * m_]);
  });
}

// The second part has an array of its own, which is added to S in the end; more
// parts would need more arrays of the size of S.  The parts depend on A alone,
// so that the sums are the same on all machines.
void HostNormalDense::sum_by_columns_of_a(const double* d) {
  std::fill(second_.begin(), second_.end(), 0.0);
  parallel_for(static_cast<int>(parts_.size()) - 1, [&](int p) {
    double* s = p == 0 ? s_.get() : second_.data();
    for (int j = parts_[p]; j < parts_[p + 1]; j++)
      if (d[j] != 0.0) add_square(a_, j, d[j], m_, s);
  });
  if (second_.empty()) return;
  for (std::size_t i = 0; i < m_; i++)
    for (std::size_t k = i; k < m_; k++) s_[i * m_ + k] += second_[i * m_ + k];
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
