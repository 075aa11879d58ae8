// bounded_form.cpp (linear program in the form that the method solves)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/bounded_form.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/interior/scaling.hpp"

namespace gpuinv {
namespace {

double largest(const std::vector<double>& v) {
  double a = 0.0;
  for (double x : v) a = std::max(a, std::fabs(x));
  return a;
}

// The slack of row i counts from the bound that is nearer to 0: beside a far
// one the other would be lost to rounding.
bool counts_from_lower(const InteriorLp& lp, int i) {
  return std::isfinite(lp.row_lower[i]) &&
         std::fabs(lp.row_lower[i]) <= std::fabs(lp.row_upper[i]);
}

void multiply(double factor, std::vector<double>* v) {
  for (double& x : *v) x *= factor;
}

}  // namespace

BoundedForm::BoundedForm(InteriorLp lp) : m(lp.m), structural_(lp.n) {
  Scaling s = scale(lp);
  row_scale_ = std::move(s.row);
  b.resize(m);
  for (int i = 0; i < m; i++)
    b[i] = row_scale_[i] *
           (counts_from_lower(lp, i) ? lp.row_lower[i] : lp.row_upper[i]);
  for (int j = 0; j < lp.n; j++) add_column(lp, j, s.column[j]);
  start = std::move(lp.start);
  row = std::move(lp.row);
  value = std::move(lp.value);
  scale_columns();
  for (int i = 0; i < m; i++)
    if (lp.row_lower[i] != lp.row_upper[i]) add_slack(lp, i);
  n = static_cast<int>(c.size());
  scale_objective_and_bounds();
}

// Adds column j with x_j = scale*x + shift, where x >= 0 if x_j has a bound.
void BoundedForm::add_column(const InteriorLp& lp, int j, double scale) {
  const double l = lp.lower[j], h = lp.upper[j];
  const bool lower = std::isfinite(l), upper = std::isfinite(h);
  if (!lower && upper) scale = -scale;
  const double shift = lower ? l : upper ? h : 0.0;
  for (int t = lp.start[j]; shift != 0.0 && t < lp.start[j + 1]; t++) {
    const int i = lp.row[t];
    b[i] -= row_scale_[i] * lp.value[t] * shift;
  }
  c.push_back(lp.c[j] * scale);
  u.push_back(lower && upper ? (h - l) / scale : 0.0);
  bounds.push_back(lower && upper ? kBoxed : lower || upper ? kLower : kFree);
  column_scale_.push_back(scale);
  shift_.push_back(shift);
  objective_shift += lp.c[j] * shift;
}

void BoundedForm::scale_columns() {
  const int parts = parts_for(value.size() * sizeof(double));
  const std::vector<int> first =
      split_columns(start.data(), structural_, parts);
  parallel_for(parts, [&](int p) {
    for (int j = first[p]; j < first[p + 1]; j++)
      for (int t = start[j]; t < start[j + 1]; t++)
        value[t] *= row_scale_[row[t]] * column_scale_[j];
  });
}

// Adds the slack x_k of row i: a'x - x_k = L or a'x + x_k = U.
void BoundedForm::add_slack(const InteriorLp& lp, int i) {
  const bool lower = counts_from_lower(lp, i);
  const bool range =
      std::isfinite(lp.row_lower[i]) && std::isfinite(lp.row_upper[i]);
  row.push_back(i);
  value.push_back(lower ? -1.0 : 1.0);
  start.push_back(static_cast<int>(row.size()));
  c.push_back(0.0);
  u.push_back(range ? row_scale_[i] * (lp.row_upper[i] - lp.row_lower[i])
                    : 0.0);
  bounds.push_back(range ? kBoxed : kLower);
  column_scale_.push_back(1.0 / row_scale_[i]);
}

// Scales the largest bound and the largest cost to about 1, so that
// regularization terms can be absolute.
void BoundedForm::scale_objective_and_bounds() {
  const double bound = std::max(largest(b), largest(u)), cost = largest(c);
  if (bound > 0.0) b_scale_ = 1.0 / power_of_two(bound);
  if (cost > 0.0) c_scale_ = 1.0 / power_of_two(cost);
  multiply(b_scale_, &b);
  multiply(b_scale_, &u);
  multiply(c_scale_, &c);
  for (double r : row_scale_) row_unit.push_back(1.0 / (r * b_scale_));
  for (double s : column_scale_) {
    cost_unit.push_back(1.0 / (std::fabs(s) * c_scale_));
    value_unit.push_back(std::fabs(s) / b_scale_);
  }
  objective_unit = 1.0 / (b_scale_ * c_scale_);
}

ColumnMatrix BoundedForm::matrix() const {
  return {m, n, start.data(), row.data(), value.data()};
}

std::vector<double> BoundedForm::values(const std::vector<double>& x,
                                        bool ray) const {
  std::vector<double> given(structural_);
  for (int j = 0; j < structural_; j++)
    given[j] = column_scale_[j] * x[j] / b_scale_ + (ray ? 0.0 : shift_[j]);
  return given;
}

std::vector<double> BoundedForm::multipliers(
    const std::vector<double>& y) const {
  std::vector<double> given(m);
  for (int i = 0; i < m; i++) given[i] = row_scale_[i] * y[i] / c_scale_;
  return given;
}

}  // namespace gpuinv
