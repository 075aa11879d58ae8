// host/host_normal_sparse.cpp (sparse normal equations by CHOLMOD)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "host_normal_sparse.hpp"

#include <cmath>

#include "../error.hpp"

namespace gpuinv {
namespace {

void require_finite(int count, const double* x) {
  for (int i = 0; i < count; i++)
    if (!std::isfinite(x[i]))
      throw Error(GPUINV_NONFINITE,
                  "a weight of the normal equations is not a finite number");
}

}  // namespace

HostNormalSparse::HostNormalSparse(const ColumnMatrix& a)
    : HostNormalSparse(a, SparseOrder(NormalPattern(a))) {}

HostNormalSparse::HostNormalSparse(const ColumnMatrix& a,
                                   const SparseOrder& order)
    : m_(a.rows), n_(a.columns), order_(order.row), work_(a.rows) {
  permute(a);
  const ColumnMatrix permuted = {m_, n_, start_.data(), row_.data(),
                                 value_.data()};
  rows_ = std::make_unique<RowIndex>(permuted);
  cholesky_ = std::make_unique<SparseCholesky>(NormalPattern(permuted, *rows_));
  cost_.nnz_a = static_cast<double>(row_.size());
  cost_.nnz_s = static_cast<double>(cholesky_->pattern().row.size());
  cost_.nnz_l = order.nnz_l;
  cost_.flops = order.flops;
  cost_.bytes = cholesky_->bytes() + 24.0 * cost_.nnz_a;
}

// By rows of P*A and back: so the rows of every column ascend.
void HostNormalSparse::permute(const ColumnMatrix& a) {
  const RowIndex rows(a);
  start_.assign(a.start, a.start + n_ + 1);
  row_.resize(start_[n_]);
  value_.resize(start_[n_]);
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (int i = 0; i < m_; i++)
    for (int q = rows.start[order_[i]]; q < rows.start[order_[i] + 1]; q++) {
      const int p = next[rows.column[q]]++;
      row_[p] = i;
      value_[p] = a.value[rows.place[q]];
    }
}

bool HostNormalSparse::factorize(const double* d, const double* r) {
  require_finite(n_, d);
  require_finite(m_, r);
  assemble(d, r);
  return cholesky_->factorize();
}

// Column i of the lower triangle gathers in work_, from the columns of A
// that have an entry in row i.
void HostNormalSparse::assemble(const double* d, const double* r) {
  const NormalPattern& s = cholesky_->pattern();
  double* value = cholesky_->values();
  for (int i = 0; i < m_; i++) {
    add_row(i, d);
    work_[i] += r[order_[i]];
    for (std::int64_t p = s.start[i]; p < s.start[i + 1]; p++) {
      value[p] = work_[s.row[p]];
      work_[s.row[p]] = 0.0;
    }
  }
}

void HostNormalSparse::add_row(int i, const double* d) {
  for (int q = rows_->start[i]; q < rows_->start[i + 1]; q++) {
    const int j = rows_->column[q];
    const int first = rows_->place[q], end = start_[j + 1];
    const double weight = value_[first] * d[j];
    if (weight == 0.0) continue;
    for (int p = first; p < end; p++) work_[row_[p]] += weight * value_[p];
  }
}

void HostNormalSparse::solve(double* x) {
  for (int i = 0; i < m_; i++) work_[i] = x[order_[i]];
  cholesky_->solve(work_.data());
  for (int i = 0; i < m_; i++) {
    x[order_[i]] = work_[i];
    work_[i] = 0.0;
  }
}

}  // namespace gpuinv
