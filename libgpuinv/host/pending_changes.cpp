// pending_changes.cpp (changes of inv(B) that wait for their fold)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/pending_changes.hpp"

#include <algorithm>

namespace gpuinv {
namespace host {
namespace {

// A matrix product does so many times the operations of a loop over rows
// in the same time, which in turn leaves out what meets a zero of U.
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

std::size_t PendingChanges::bytes_needed(int m, int most) {
  return 2 * sizeof(double) * static_cast<std::size_t>(m) * most;
}

void PendingChanges::reset(int m, int most) {
  m_ = m;
  most_ = most;
  count_ = 0;
  u_.resize(m_ * most);
  v_.resize(m_ * most);
}

void PendingChanges::append(int p, const double* alpha, double* b0) {
  double* omega = u_.data() + count_ * m_;
  double* row = v_.data() + count_ * m_;
  std::copy(b0 + p * m_, b0 + (p + 1) * m_, row);
  std::fill(b0 + p * m_, b0 + (p + 1) * m_, 0.0);
  for (int t = 0; t < count_; t++) {
    double& w = u_[t * m_ + p];
    if (w != 0.0) add_multiple(m_, w, v(t), row);
    w = 0.0;
  }
  const double theta = alpha[p];
  for (std::size_t i = 0; i < m_; i++) omega[i] = -alpha[i] / theta;
  omega[p] = 1.0 / theta;
  count_++;
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
    if (w != 0.0) add_multiple(m_, w, v(t), y);
  }
}

// A row of B0 stays in the cache while all its changes are added.
void PendingChanges::fold_by_rows(double* b0, const Stepwise& steps) const {
  Lookout lookout(steps.interrupt());
  for (std::size_t i = 0; i < m_; i++)
    for (int t = 0; t < count_; t++)
      if (u(t)[i] != 0.0) {
        add_multiple(m_, u(t)[i], v(t), b0 + i * m_);
        lookout.add(m_);
      }
}

// By columns, as BLAS reads, B0 is its transpose: B0' := B0' + V'*U'.
void PendingChanges::fold(double* b0, const Stepwise& steps) {
  if (count_ == 0) return;
  const std::size_t all = m_ * count_;
  const std::size_t nnz = all - std::count(u_.data(), u_.data() + all, 0.0);
  if (kProductGain * nnz < all) {
    fold_by_rows(b0, steps);
  } else {
    const int m = static_cast<int>(m_);
    steps.gemm('N', 'T', m, m, count_, 1.0, {v_.data(), m}, {u_.data(), m}, 1.0,
               {b0, m});
  }
  count_ = 0;
}

}  // namespace host
}  // namespace gpuinv
