// changed_basis.cpp (a triangular basis and a product of changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/changed_basis.hpp"

#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {

bool ChangedBasis::begin(const std::vector<int>& basic) {
  changes_.clear();
  index_.clear();
  value_.clear();
  const std::vector<HostColumn> columns = columns_of(lp_, basic);
  elements_ = 0;
  for (const HostColumn& column : columns) elements_ += column.nnz;
  return order_.find({lp_.m, lp_.m, lp_.ind.base(), columns.data()}) &&
         order_.nucleus() == 0;
}

// In the order, all other elements of a row meet x_h that are known.
void ChangedBasis::ftran(std::vector<double>* x) const {
  const std::vector<double> b = *x;
  for (int place = 0; place < lp_.m; place++) {
    const int i = order_.row(place), j = order_.column(place);
    double sum = b[i];
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++)
      if (order_.index(t) != j) sum -= order_.value(t) * (*x)[order_.index(t)];
    (*x)[j] = rules::without_noise(sum / order_.pivot(place));
  }
  for (const Change& c : changes_) {
    if ((*x)[c.p] == 0.0) continue;
    const double step = (*x)[c.p] / c.pivot;
    (*x)[c.p] = step;
    for (std::size_t t = c.first; t < c.last; t++)
      (*x)[index_[t]] =
          rules::without_noise((*x)[index_[t]] - step * value_[t]);
  }
}

void ChangedBasis::btran(std::vector<double>* x) const {
  std::vector<double> rest = *x;
  for (int place = lp_.m - 1; place >= 0; place--) {
    const int i = order_.row(place), j = order_.column(place);
    const double y = rest[j] / order_.pivot(place);
    (*x)[i] = y;
    if (y == 0.0) continue;
    for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++)
      if (order_.index(t) != j) rest[order_.index(t)] -= y * order_.value(t);
  }
}

void ChangedBasis::replace(int p, const std::vector<double>& alpha) {
  const std::size_t first = index_.size();
  for (int i = 0; i < lp_.m; i++) {
    if (i == p || alpha[i] == 0.0) continue;
    index_.push_back(i);
    value_.push_back(alpha[i]);
  }
  changes_.push_back({p, alpha[p], first, index_.size()});
}

}  // namespace gpuinv
