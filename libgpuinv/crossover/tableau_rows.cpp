// tableau_rows.cpp (rows of the simplex tableau for dual pushes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/crossing.hpp"

namespace gpuinv {

// The reduced cost of a fixed variable may have any sign.
Crossing::Sign Crossing::sign_of(int k) const {
  if (lp_.fixed(k)) return inside_[k] ? Sign::kZero : Sign::kAny;
  if (inside_[k]) return Sign::kZero;
  const At at = side_of(lp_, k, x_[k]);
  if (at == At::kFree) return Sign::kZero;
  return at == At::kLower ? Sign::kPlus : Sign::kMinus;
}

// Computes rows of inv(B)*A at the positions, for nonbasic columns whose
// reduced costs must have a sign.  If the rows use few entries of A, the copy
// of A by rows is faster; columns need no scattered writes.
void Crossing::compute_rows(const std::vector<int>& positions) {
  panel_.clear();
  for (std::size_t l = 0; l < positions.size(); l++)
    panel_.add(positions[l], 1.0, static_cast<int>(l));
  factor_.btran(&panel_);
  std::size_t entries = 0;
  for (int i : panel_.index) entries += by_row_.start[i + 1] - by_row_.start[i];
  rows_.clear();
  constexpr std::size_t kScattered = 3;  // times the cost by columns
  if (kScattered * entries < lp_.val.size())
    multiply_by_rows();
  else
    multiply_by_columns();
}

void Crossing::multiply_by_rows() {
  for (int i : panel_.index) {
    if (panel_.zero(i)) continue;
    const double* rho = panel_.at(i);
    for (int t = by_row_.start[i]; t < by_row_.start[i + 1]; t++) {
      const int k = by_row_.index[t];
      if (basic(k) || sign_[k] == Sign::kAny) continue;
      wide_.list(k);
      double* to = wide_.at(k);
      const double a = by_row_.value[t];
      for (int l = 0; l < kLanes; l++) to[l] += a * rho[l];
    }
  }
  for (int k : wide_.index)
    if (!wide_.zero(k)) append_row_entry(k, wide_.at(k));
  wide_.clear();
}

void Crossing::multiply_by_columns() {
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k) || sign_[k] == Sign::kAny) continue;
    double sum[kLanes] = {};
    for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
      const double* rho = panel_.at(lp_.ind[t]);
      const double a = lp_.val[t];
      for (int l = 0; l < kLanes; l++) sum[l] += a * rho[l];
    }
    if (std::any_of(sum, sum + kLanes, [](double v) { return v != 0.0; }))
      append_row_entry(k, sum);
  }
}

void Crossing::append_row_entry(int k, const double* values) {
  const double sign = sign_[k] == Sign::kMinus ? -1.0 : 1.0;
  const std::size_t place = rows_.index().size();
  row_d_[place] = sign * d_[k];
  row_none_[place] = sign_[k] == Sign::kZero;
  rows_.append(k, values, sign);
}

// Returns the place of the variable that stops the step, or -1 if none does.
// Among those within Harris' slack, the largest pivot wins; a variable inside
// its bounds is preferred, because that saves a push.
int Crossing::block_dual(int lane, double step) const {
  const double* row = rows_.lane(lane);
  const double sign = step > 0.0 ? 1.0 : -1.0;
  const int n = rows_.count();
  const auto falls = [this, row, sign](int c) {
    const double a = sign * row[c];
    return row_none_[c] ? std::fabs(a) : a;
  };
  double most = std::fabs(step);
  for (int c = 0; c < n; c++) {
    const double a = falls(c);
    if (a >= kPivot && row_d_[c] + cost_slack_ < most * a)
      most = (row_d_[c] + cost_slack_) / a;
  }
  if (most >= std::fabs(step)) return -1;
  int best = -1;
  double largest = 0.0;
  for (int c = 0; c < n; c++) {
    const double a = falls(c);
    if (a < kPivot || row_d_[c] > most * a) continue;
    const double size = a * (inside_[rows_.index()[c]] ? 100.0 : 1.0);
    if (size <= largest) continue;
    largest = size;
    best = c;
  }
  return best;
}

// A reduced cost that gets the wrong sign is set to 0, which shifts the cost.
// The shift is small unless the sample is no solution.
void Crossing::move_duals(int lane, double t) {
  if (t == 0.0) return;
  const double* row = rows_.lane(lane);
  const int n = rows_.count();
  for (int c = 0; c < n; c++) {
    const double d = row_d_[c] - t * row[c];
    row_d_[c] = d < cost_zero_ || row_none_[c] ? 0.0 : d;
  }
}

// Updates the rows after the variable at this place has entered for `leaving`.
void Crossing::exchange_rows(int lane, int place, int leaving) {
  const auto factors = rows_.eliminate(lane, place);
  rows_.lane(lane)[place] = 0.0;
  if (sign_[leaving] == Sign::kAny) return;
  double values[kLanes];
  for (int l = 0; l < kLanes; l++) values[l] = -factors[l];
  append_row_entry(leaving, values);
}

void Crossing::store_duals() {
  for (int c = 0; c < rows_.count(); c++) {
    const int k = rows_.index()[c];
    d_[k] = sign_[k] == Sign::kMinus ? -row_d_[c] : row_d_[c];
  }
}

}  // namespace gpuinv
