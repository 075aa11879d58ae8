// host_revised_simplex.cpp (the simplex method on A and solves with B)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_revised_simplex.hpp"

namespace gpuinv {

using rules::kSketch;

void HostRevisedSimplex::begin(const WorkingLp& lp, const SimplexBasis& basis) {
  lp_ = &lp;
  s_.basic = basis.basic;
  s_.nonbasic = basis.nonbasic;
  set_places();
}

void HostRevisedSimplex::push(const SimplexState& state) {
  HostSimplex::push(state);
  set_places();
}

void HostRevisedSimplex::set_places() {
  place_.assign(lp_->n, nn_);
  for (int j = 0; j < nn_; j++) place_[s_.nonbasic[j]] = j;
}

void HostRevisedSimplex::exchange_places(int p, int q) {
  place_[s_.basic[p]] = nn_;
  place_[s_.nonbasic[q]] = q;
}

const SparseVectors& HostRevisedSimplex::rows() {
  if (rows_.count() > 0) return rows_;
  rows_.index.resize(lp_->val.size());
  rows_.value.resize(lp_->val.size());
  rows_.start = by_rows(*lp_, [this](int q, int k, int t) {
    rows_.index[q] = k;
    rows_.value[q] = lp_->val[t];
  });
  return rows_;
}

double HostRevisedSimplex::dot(int k, const double* row) const {
  double sum = 0.0;
  for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
    sum += lp_->val[t] * row[lp_->ind[t]];
  return sum;
}

std::vector<double> HostRevisedSimplex::times(const double* z) const {
  std::vector<double> sum(m_);
  for (int r = 0; r < m_; r++) sum[r] = lp_->b[r] * z[nn_];
  for (int j = 0; j < nn_; j++) {
    const int k = s_.nonbasic[j];
    if (z[j] == 0.0) continue;
    for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
      sum[lp_->ind[t]] += lp_->val[t] * z[j];
  }
  return sum;
}

void HostRevisedSimplex::times_transposed(const double* x, double* v) const {
  for (int j = 0; j < nn_; j++) v[j] = dot(s_.nonbasic[j], x);
  v[nn_] = 0.0;
  for (int r = 0; r < m_; r++) v[nn_] += lp_->b[r] * x[r];
}

std::vector<double> HostRevisedSimplex::times_sketch(const double* g) const {
  std::vector<double> sum(m_ * static_cast<std::size_t>(kSketch), 0.0);
  for (int j = 0; j < nn_; j++) {
    const int k = s_.nonbasic[j];
    const double* own = g + j * static_cast<std::size_t>(kSketch);
    for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++) {
      double* to = sum.data() + lp_->ind[t] * static_cast<std::size_t>(kSketch);
      for (int s = 0; s < kSketch; s++) to[s] += lp_->val[t] * own[s];
    }
  }
  return sum;
}

void HostRevisedSimplex::subtract_sketch(const double* x, double* z) const {
  for (int j = 0; j < nn_; j++) {
    const int k = s_.nonbasic[j];
    double* own = z + j * static_cast<std::size_t>(kSketch);
    for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++) {
      const double* from = x + lp_->ind[t] * static_cast<std::size_t>(kSketch);
      for (int s = 0; s < kSketch; s++) own[s] -= lp_->val[t] * from[s];
    }
  }
}

}  // namespace gpuinv
