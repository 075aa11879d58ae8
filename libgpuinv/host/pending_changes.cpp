// pending_changes.cpp (pending changes of a dense matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/pending_changes.hpp"

#include <algorithm>

namespace gpuinv::host {
namespace {

// A matrix product does so many times the operations of a loop over rows in the
// same time; the loop, however, skips zeros of U.
constexpr std::size_t kProductGain = 4;

void add_multiple(std::size_t m, double w, const double* x, double* y) {
  for (std::size_t i = 0; i < m; i++) y[i] += w * x[i];
}

double dot(const SparseVector& a, const double* x) {
  double sum = 0.0;
  for (int t = 0; t < a.nnz(); t++) sum += a.val[t] * x[a.ind[t]];
  return sum;
}

}  // namespace

std::size_t PendingChanges::bytes_needed(int m, int n, int most) {
  return sizeof(double) * (static_cast<std::size_t>(m) + n) * most;
}

void PendingChanges::reset(int m, int n, int most) {
  m_ = m;
  n_ = n;
  most_ = most;
  count_ = 0;
  u_.resize(m_ * most);
  v_.resize(n_ * most);
}

PendingChanges::Change PendingChanges::add() {
  const Change change = {u_.data() + count_ * m_, v_.data() + count_ * n_};
  count_++;
  return change;
}

void PendingChanges::clear_column(int q) {
  for (int t = 0; t < count_; t++) v_[t * n_ + q] = 0.0;
}

void PendingChanges::append(int p, const double* alpha, double* b0) {
  double* source = b0 + p * m_;
  const int before = count_;
  const Change change = add();
  std::copy(source, source + m_, change.v);
  std::fill(source, source + m_, 0.0);
  for (int t = 0; t < before; t++) {
    double& w = u_[t * m_ + p];
    if (w != 0.0) add_multiple(m_, w, v(t), change.v);
    w = 0.0;
  }
  const double theta = alpha[p];
  for (std::size_t i = 0; i < m_; i++) change.u[i] = -alpha[i] / theta;
  change.u[p] = 1.0 / theta;
}

void PendingChanges::add_ftran(const SparseVector& a, double* y) const {
  for (int t = 0; t < count_; t++) {
    const double w = dot(a, v(t));
    if (w != 0.0) add_multiple(m_, w, u(t), y);
  }
}

void PendingChanges::add_btran(const SparseVector& a, double* y) const {
  for (int t = 0; t < count_; t++) {
    const double w = dot(a, u(t));
    if (w != 0.0) add_multiple(n_, w, v(t), y);
  }
}

// A row of M0 stays in cache while all its changes are added.
void PendingChanges::fold_by_rows(double* m0, const Stepwise& steps) const {
  Lookout lookout(steps.interrupt());
  for (std::size_t i = 0; i < m_; i++)
    for (int t = 0; t < count_; t++)
      if (u(t)[i] != 0.0) {
        add_multiple(n_, u(t)[i], v(t), m0 + i * n_);
        lookout.add(n_);
      }
}

void PendingChanges::fold(double* m0, const Stepwise& steps) {
  if (count_ == 0) return;
  const std::size_t all = m_ * count_;
  const std::size_t nnz = all - std::count(u_.data(), u_.data() + all, 0.0);
  if (kProductGain * nnz < all) {
    fold_by_rows(m0, steps);
  } else {
    add_to(m0, steps);
  }
  clear();
}

// BLAS, which is column-major, sees the transpose: M0' := M0' + V'*U'.
void PendingChanges::add_to(double* m0, const Stepwise& steps) const {
  const int m = static_cast<int>(m_), n = static_cast<int>(n_);
  steps.gemm('N', 'T', n, m, count_, 1.0, {v_.data(), n}, {u_.data(), m}, 1.0,
             {m0, n});
}

}  // namespace gpuinv::host
