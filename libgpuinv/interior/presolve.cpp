// presolve.cpp (reductions of a linear program: control and result)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/presolve.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

// Most sweeps.  One sweep follows chains in their order; what is left after so
// many is not worth another.
constexpr int kSweeps = 30;

}  // namespace

Presolve::Presolve(const InteriorLp& lp)
    : lp_(lp),
      rows_(by_rows(lp.matrix())),
      lower_(lp.lower),
      upper_(lp.upper),
      row_lower_(lp.row_lower),
      row_upper_(lp.row_upper),
      cost_(lp.c),
      cost_size_(lp.c),
      value_(lp.n, 0.0),
      row_out_(lp.m, 0),
      column_out_(lp.n, 0),
      row_count_(lp.m, 0),
      column_count_(lp.n, 0),
      fixed_by_(lp.n, -1),
      injected_(lp.m, 0.0) {
  for (double& c : cost_size_) c = std::fabs(c);
  count_entries();
  run();
  if (outcome_ == Outcome::kReduced) extract();
}

void Presolve::count_entries() {
  for (int i = 0; i < lp_.m; i++)
    row_count_[i] = rows_.start[i + 1] - rows_.start[i];
  for (int j = 0; j < lp_.n; j++)
    column_count_[j] = lp_.start[j + 1] - lp_.start[j];
}

bool Presolve::crossed() const {
  for (int i = 0; i < lp_.m; i++)
    if (row_lower_[i] > row_upper_[i]) return true;
  for (int j = 0; j < lp_.n; j++)
    if (lower_[j] > upper_[j]) return true;
  return false;
}

// Returns whether there are columns without rows, or rows without columns.
bool Presolve::lopsided() const {
  const auto all_out = [](const std::vector<char>& out) {
    return std::all_of(out.begin(), out.end(), [](char o) { return o != 0; });
  };
  return all_out(row_out_) != all_out(column_out_);
}

void Presolve::run() {
  if (crossed()) {
    outcome_ = Outcome::kInfeasible;
    return;
  }
  changed_ = true;
  for (int sweep = 0; changed_ && (sweep < kSweeps || lopsided()); sweep++) {
    changed_ = false;
    for (int i = 0; i < lp_.m; i++)
      if (!row_out_[i] && !visit_row(i)) return;
    for (int j = 0; j < lp_.n; j++)
      if (!column_out_[j]) {
        visit_column(j);
        if (outcome_ != Outcome::kReduced) return;
      }
    if (!changed_) merge_duplicates();
    if (outcome_ != Outcome::kReduced) return;
  }
}

// Notes that the problem has no solution.  The proof is `multiplier` times row
// i, plus the rows removed before that it depends on.
void Presolve::fail(int i, double multiplier) {
  outcome_ = Outcome::kInfeasible;
  injected_[i] = multiplier;
}

void Presolve::drop_row(int i) {
  row_out_[i] = 1;
  changed_ = true;
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++)
    column_count_[rows_.index[p]]--;
}

void Presolve::fix(int j, double value) {
  column_out_[j] = 1;
  value_[j] = value;
  objective_ += cost_[j] * value;
  changed_ = true;
  for (int t = lp_.start[j]; t < lp_.start[j + 1]; t++) {
    const int i = lp_.row[t];
    row_lower_[i] -= lp_.value[t] * value;
    row_upper_[i] -= lp_.value[t] * value;
    row_count_[i]--;
  }
}

void Presolve::extract() {
  kept_ = Remainder(row_out_, column_out_);
  reduced_ =
      kept_.of(lp_.matrix(), row_lower_, row_upper_, cost_, lower_, upper_);
}

}  // namespace gpuinv
