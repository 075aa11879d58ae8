// start_basis.cpp (basis to start a crossover from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/start_basis.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/crossover/sparse_lu.hpp"

namespace gpuinv {
namespace {

constexpr double kHeavy = 1.0;       // weights that ask for a place
constexpr double kShare = 0.5;       // of the largest in its column: a pivot
constexpr double kDependent = 1e-8;  // pivots beside the largest scale
constexpr double kRange = 1e5;       // of scales
constexpr double kLast = 1e-8;       // scale of what only fills up

// Rows of (A*W)' for some columns of A, stored by its columns.
class Candidates {
 public:
  explicit Candidates(const WorkingLp& lp) : lp_(lp) {}

  void add(int k, double scale) {
    column_.push_back(k);
    scale_.push_back(scale);
  }
  int count() const { return static_cast<int>(column_.size()); }
  int column(int r) const { return column_[r]; }

  // The pivots' candidates, and the rows of A that have got none.
  std::vector<int> choose(std::vector<int>* without, std::size_t memory) {
    store();
    const SparseLu lu(
        {count(), lp_.m, start_.data(), row_.data(), value_.data()}, kShare,
        false, false, memory);
    std::vector<int> chosen;
    const std::size_t most = lu.pivot.size();
    for (std::size_t k = 0; k < lu.column.size(); k++) {
      const bool taken =
          k < most && std::fabs(lu.pivot[k]) > kDependent * scale_[lu.row[k]];
      if (taken)
        chosen.push_back(column_[lu.row[k]]);
      else
        without->push_back(lu.column[k]);
    }
    return chosen;
  }

 private:
  void store() {
    start_.assign(lp_.m + 1, 0);
    for (int k : column_)
      for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
        start_[lp_.ind[t] + 1]++;
    for (int i = 0; i < lp_.m; i++) start_[i + 1] += start_[i];
    std::vector<int> place(start_.begin(), start_.end() - 1);
    row_.resize(start_[lp_.m]);
    value_.resize(start_[lp_.m]);
    for (int r = 0; r < count(); r++) {
      const int k = column_[r];
      for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
        const int p = place[lp_.ind[t]]++;
        row_[p] = r;
        value_[p] = scale_[r] * lp_.val[t];
      }
    }
  }

  const WorkingLp& lp_;
  std::vector<int> column_;
  std::vector<double> scale_;
  std::vector<int> start_, row_;
  std::vector<double> value_;
};

double scale_of(double weight) { return std::min(std::sqrt(weight), kRange); }

// A column with its only element in that row, for each row, or -1.
std::vector<int> slacks(const WorkingLp& lp) {
  std::vector<int> slack(lp.m, -1);
  for (int k = 0; k < lp.n; k++) {
    const std::size_t t = lp.ptr[k];
    if (lp.ptr[k + 1] == t + 1 && lp.val[t] != 0.0) slack[lp.ind[t]] = k;
  }
  return slack;
}

// The slacks of these rows; false if one has none.
bool add_slacks(const WorkingLp& lp, const std::vector<int>& rows,
                std::vector<int>* basic) {
  const std::vector<int> slack = slacks(lp);
  std::vector<char> used(lp.n, 0);
  for (int k : *basic) used[k] = 1;
  for (int i : rows) {
    if (slack[i] < 0 || used[slack[i]]) return false;
    used[slack[i]] = 1;
    basic->push_back(slack[i]);
  }
  return true;
}

}  // namespace

std::vector<int> start_basis(const WorkingLp& lp,
                             const std::vector<double>& weight,
                             const std::vector<int>& regular,
                             std::size_t memory) {
  Candidates heavy(lp);
  for (int k = 0; k < lp.n; k++)
    if (weight[k] >= kHeavy) heavy.add(k, scale_of(weight[k]));
  if (heavy.count() == 0) return regular;
  std::vector<int> without;
  const std::vector<int> chosen = heavy.choose(&without, memory);
  std::vector<int> basic(chosen);
  if (add_slacks(lp, without, &basic)) return basic;
  Candidates all(lp);
  std::vector<char> used(lp.n, 0);
  for (int k : chosen) {
    all.add(k, scale_of(weight[k]));
    used[k] = 1;
  }
  for (int k : regular)
    if (!used[k]) all.add(k, kLast);
  without.clear();
  basic = all.choose(&without, memory);
  return without.empty() ? basic : regular;
}

}  // namespace gpuinv
