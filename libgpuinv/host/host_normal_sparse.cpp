// host_normal_sparse.cpp (sparse normal equations by CHOLMOD)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

HostNormalSparse::HostNormalSparse(const ColumnMatrix& a)
    : HostNormalSparse(a, SparseOrder(NormalPattern(a))) {}

HostNormalSparse::HostNormalSparse(const ColumnMatrix& a,
                                   const SparseOrder& order)
    : m_(a.rows), n_(a.columns), order_(order.row), ordered_(a.rows) {
  permute(a);
  rows_ = std::make_unique<RowIndex>(permuted());
  parts_ = split_assembly(permuted(), *rows_);
  work_.assign(parts_.size() - 1, std::vector<double>(m_));
  cholesky_ = std::make_unique<SparseCholesky>(
      NormalPattern(permuted(), *rows_), order);
  cost_.nnz_a = static_cast<double>(permuted_.index.size());
  cost_.nnz_s = static_cast<double>(cholesky_->pattern().row.size());
  cost_.nnz_l = order.nnz_l;
  cost_.flops = order.flops;
  cost_.bytes = cholesky_->bytes() + 24.0 * cost_.nnz_a +
                8.0 * static_cast<double>(work_.size()) * m_;
}

// Permutes A through its rows, so that the rows of every column ascend.
void HostNormalSparse::permute(const ColumnMatrix& a) {
  const RowIndex rows(a);
  permuted_.start.assign(a.start, a.start + n_ + 1);
  permuted_.index.resize(permuted_.start[n_]);
  permuted_.value.resize(permuted_.start[n_]);
  std::vector<int> next(a.start, a.start + n_);
  for (int i = 0; i < m_; i++)
    for (int q = rows.start[order_[i]]; q < rows.start[order_[i] + 1]; q++) {
      const int p = next[rows.column[q]]++;
      permuted_.index[p] = i;
      permuted_.value[p] = a.value[rows.place[q]];
    }
}

bool HostNormalSparse::factorize(const double* d, const double* r) {
  require_finite_weights(permuted(), d, r);
  parallel_for(static_cast<int>(work_.size()),
               [&](int part) { assemble(part, d, r); });
  return cholesky_->factorize();
}

// Column i of the lower triangle is collected in the part's own vector.
void HostNormalSparse::assemble(int part, const double* d, const double* r) {
  const NormalPattern& s = cholesky_->pattern();
  double *value = cholesky_->values(), *work = work_[part].data();
  for (int i = parts_[part]; i < parts_[part + 1]; i++) {
    add_normal_column(permuted(), *rows_, i, d, work);
    work[i] += r[order_[i]];
    for (std::int64_t p = s.start[i]; p < s.start[i + 1]; p++) {
      value[p] = work[s.row[p]];
      work[s.row[p]] = 0.0;
    }
  }
}

void HostNormalSparse::solve(double* x) {
  forward(x);
  backward(x);
}

void HostNormalSparse::forward(double* x) {
  for (int i = 0; i < m_; i++) ordered_[i] = x[order_[i]];
  cholesky_->forward(ordered_.data());
  std::copy(ordered_.begin(), ordered_.end(), x);
}

void HostNormalSparse::backward(double* x) {
  std::copy_n(x, m_, ordered_.begin());
  cholesky_->backward(ordered_.data());
  for (int i = 0; i < m_; i++) x[order_[i]] = ordered_[i];
}

HostNormalSplit::HostNormalSplit(const ColumnMatrix& a,
                                 const std::vector<int>& dense,
                                 const SparseOrder& order)
    : a_(a),
      dense_(dense),
      others_(other_columns(a.columns, dense)),
      rest_(some_columns(a, others_)),
      sparse_(rest_.columns(a.rows), order),
      updates_(a.rows),
      cost_(sparse_.cost()) {
  const double k = static_cast<double>(dense.size());
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_l += 3 * k * a.rows;
  cost_.flops += 2 * k * sparse_.cost().nnz_l + 3 * k * k * a.rows;
  cost_.bytes += 24 * k * a.rows + 12 * cost_.nnz_a;
}

// Returns r plus a few rounding errors of S, so that S_0 is mostly positive
// definite even if only dense columns cover a row.
std::vector<double> HostNormalSplit::raised(const double* d,
                                            const double* r) const {
  std::vector<double> diagonal(r, r + a_.rows);
  for (int j = 0; j < a_.columns; j++)
    for (int p = a_.start[j]; p < a_.start[j + 1]; p++)
      diagonal[a_.row[p]] += d[j] * a_.value[p] * a_.value[p];
  const double errors = std::min(a_.rows, 16) * DBL_EPSILON / 2;
  for (int i = 0; i < a_.rows; i++) diagonal[i] = r[i] + errors * diagonal[i];
  return diagonal;
}

bool HostNormalSplit::factorize(const double* d, const double* r) {
  require_finite_weights(a_, d, r);
  const std::vector<double> diagonal = raised(d, r);
  for (double e : diagonal)
    if (!std::isfinite(e)) return false;
  std::vector<double> weights;
  for (int j : others_) weights.push_back(d[j]);
  updates_.clear();
  if (!sparse_.factorize(weights.data(), diagonal.data())) return false;
  for (int j : dense_) {
    if (d[j] == 0.0) continue;
    std::vector<double> u(a_.rows, 0.0);
    for (int p = a_.start[j]; p < a_.start[j + 1]; p++)
      u[a_.row[p]] = std::sqrt(d[j]) * a_.value[p];
    sparse_.forward(u.data());
    if (!updates_.append(std::move(u))) return false;
  }
  return true;
}

void HostNormalSplit::solve(double* x) {
  sparse_.forward(x);
  updates_.forward(x);
  updates_.backward(x);
  sparse_.backward(x);
}

}  // namespace gpuinv
