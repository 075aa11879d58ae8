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
  if (!order_.find({lp_.m, lp_.m, lp_.ind.base(), columns.data()}) ||
      order_.nucleus() != 0)
    return false;
  basic_ = basic;
  place_of_row_.resize(lp_.m);
  for (int place = 0; place < lp_.m; place++)
    place_of_row_[order_.row(place)] = place;
  by_place_ = alpha_ = Scattered(lp_.m);
  return true;
}

// In the order, all other elements of a row meet x_h that are known.
double ChangedBasis::solve_place(int place, double b, const double* x) const {
  const int i = order_.row(place), j = order_.column(place);
  double sum = b;
  for (std::size_t t = order_.start(i); t < order_.start(i + 1); t++)
    if (order_.index(t) != j) sum -= order_.value(t) * x[order_.index(t)];
  return rules::without_noise(sum / order_.pivot(place));
}

void ChangedBasis::ftran(std::vector<double>* x) const {
  const std::vector<double> b = *x;
  for (int place = 0; place < lp_.m; place++)
    (*x)[order_.column(place)] =
        solve_place(place, b[order_.row(place)], x->data());
}

// It visits only rows that meet A_k or a column of B whose x_j is not 0.
const Scattered& ChangedBasis::ftran_column(int k) {
  const auto visit = [this](int column, const auto& row) {
    for (std::size_t t = lp_.ptr[column]; t < lp_.ptr[column + 1]; t++)
      row(place_of_row_[lp_.ind[t]], lp_.val[t]);
  };
  alpha_.clear();
  by_place_.clear();
  visit(k, [this](int place, double a) { by_place_.add(place, a); });
  by_place_.ascend([&](int place) {
    const double x =
        solve_place(place, by_place_.value[place], alpha_.value.data());
    if (x == 0.0) return;
    const int j = order_.column(place);
    alpha_.add(j, x);
    visit(basic_[j], [this](int later, double) { by_place_.mark(later); });
  });
  change(&alpha_);
  alpha_.ascend([](int) {});
  return alpha_;
}

void ChangedBasis::change(Scattered* x) const {
  std::vector<double>& value = x->value;
  for (const Change& c : changes_) {
    if (value[c.p] == 0.0) continue;
    const double step = value[c.p] / c.pivot;
    value[c.p] = step;
    for (std::size_t t = c.first; t < c.last; t++) {
      const int i = index_[t];
      value[i] = rules::without_noise(value[i] - step * value_[t]);
      x->mark(i);
    }
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

void ChangedBasis::replace(int p, const Scattered& alpha) {
  const std::size_t first = index_.size();
  for (const int i : alpha.index) {
    if (i == p || alpha.value[i] == 0.0) continue;
    index_.push_back(i);
    value_.push_back(alpha.value[i]);
  }
  changes_.push_back({p, alpha.value[p], first, index_.size()});
}

}  // namespace gpuinv
