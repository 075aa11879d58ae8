// sparse_columns.cpp (basis matrix B, stored by sparse columns)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "sparse_columns.hpp"

#include <algorithm>
#include <cmath>

namespace gpuinv {

void SparseVector::gather(int m, const double* x) {
  ind.clear();
  val.clear();
  for (int i = 0; i < m; i++) {
    if (x[i] != 0.0) {
      ind.push_back(i);
      val.push_back(x[i]);
    }
  }
}

void SparseColumns::reset(int m) {
  m_ = missing_ = m;
  nnz_ = 0;
  start_.assign(static_cast<std::size_t>(m) + 1, 0);
  len_.assign(m, -1);
  ind_.clear();
  val_.clear();
}

void SparseColumns::set_column(int j, int len, const int* ind,
                               const double* val) {
  const int old = len_[j];
  if (old < len) {  // no room in place: append, compress() tidies up
    start_[j] = ind_.size();
    ind_.resize(ind_.size() + len);  // capacity doubles: no reserve here
    val_.resize(val_.size() + len);
  }
  int kept = 0;
  for (int t = 0; t < len; t++) {
    if (val[t] == 0.0) continue;
    ind_[start_[j] + kept] = ind[t];
    val_[start_[j] + kept] = val[t];
    kept++;
  }
  if (old < 0) {
    missing_--;
  } else {
    nnz_ -= old;
  }
  len_[j] = kept;
  nnz_ += kept;
  if (ind_.size() > 2 * nnz_ + 16 * static_cast<std::size_t>(m_) &&
      missing_ == 0)
    compress();
}

const std::vector<std::size_t>& SparseColumns::compress() {
  bool in_order = ind_.size() == nnz_;
  std::size_t next = 0;
  for (int j = 0; in_order && j < m_; j++) {
    in_order = start_[j] == next || len_[j] == 0;
    if (len_[j] == 0) start_[j] = next;
    next += len_[j];
  }
  if (!in_order) {
    std::vector<int> ind;
    std::vector<double> val;
    ind.reserve(nnz_);
    val.reserve(nnz_);
    for (int j = 0; j < m_; j++) {
      const std::size_t from = start_[j];
      start_[j] = ind.size();
      ind.insert(ind.end(), ind_.begin() + from, ind_.begin() + from + len_[j]);
      val.insert(val.end(), val_.begin() + from, val_.begin() + from + len_[j]);
    }
    ind_.swap(ind);
    val_.swap(val);
  }
  start_[m_] = nnz_;
  return start_;
}

double SparseColumns::residual(const double* a, const double* x,
                               double* r) const {
  std::vector<double> scale(m_);
  for (int i = 0; i < m_; i++) {
    r[i] = a[i];
    scale[i] = std::fabs(a[i]);
  }
  for (int j = 0; j < m_; j++) {
    if (x[j] == 0.0) continue;
    const int* ind = indices(j);
    const double* val = values(j);
    for (int t = 0; t < len_[j]; t++) {
      const double term = val[t] * x[j];
      r[ind[t]] -= term;
      scale[ind[t]] += std::fabs(term);
    }
  }
  return *std::max_element(scale.begin(), scale.end());
}

double SparseColumns::norm1() const {
  double norm = 0.0;
  for (int j = 0; j < m_; j++) {
    double sum = 0.0;
    for (int t = 0; t < len_[j]; t++) sum += std::fabs(values(j)[t]);
    norm = std::max(norm, sum);
  }
  return norm;
}

}  // namespace gpuinv
