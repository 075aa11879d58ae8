// lu_factor.cpp (a basis as sparse LU factors and a product of
// changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/lu_factor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/crossover/sparse_lu.hpp"

namespace gpuinv {
namespace {

constexpr double kPivotShare = 0.3;    // of the largest in the column
constexpr double kSingular = 1e-12;    // pivots of rows scaled to 1
constexpr std::size_t kChanges = 200;  // most

std::vector<int> inverse(const std::vector<int>& permutation) {
  std::vector<int> inverted(permutation.size());
  for (std::size_t k = 0; k < permutation.size(); k++)
    inverted[permutation[k]] = static_cast<int>(k);
  return inverted;
}

// Columns of a triangular matrix without its diagonal.
Triangle triangle(bool lower, const std::vector<int>& start,
                  const std::vector<int>& index,
                  const std::vector<double>& value,
                  std::vector<double> diagonal) {
  const std::size_t m = start.size() - 1;
  std::vector<int> begin(m + 1, 0), at;
  std::vector<double> off;
  at.reserve(index.size());
  off.reserve(index.size());
  for (std::size_t j = 0; j < m; j++) {
    for (int t = start[j]; t < start[j + 1]; t++) {
      if (index[t] == static_cast<int>(j) || value[t] == 0.0) continue;
      at.push_back(index[t]);
      off.push_back(value[t]);
    }
    begin[j + 1] = static_cast<int>(at.size());
  }
  return {lower, std::move(begin), std::move(at), std::move(off),
          std::move(diagonal)};
}

// Rows ascend within each column of lp.
struct Columns {
  Columns(const WorkingLp& lp, const std::vector<int>& which) {
    for (int k : which) {
      for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
        row.push_back(lp.ind[t]);
        value.push_back(lp.val[t]);
      }
      start.push_back(static_cast<int>(row.size()));
    }
  }
  std::vector<int> start = {0}, row;
  std::vector<double> value;
};

// A fault on purpose, which may be where x has been 0.
void pass_push(Scattered* x) {
  if (!faults_are_armed()) return;
  pass(Site::kPush, x->size(), x->value.data());
  x->gather();
}

}  // namespace

std::vector<BasisFactor::Defect> LuFactor::factorize(
    const WorkingLp& lp, const std::vector<int>& basic) {
  pass(Site::kLu);
  changes_.clear();
  change_index_.clear();
  change_value_.clear();
  m_ = lp.m;
  const Columns b(lp, basic);
  SparseLu lu({m_, m_, b.start.data(), b.row.data(), b.value.data()},
              kPivotShare, true, true);
  std::vector<Defect> defects;
  for (int k = 0; k < m_; k++)
    if (!(std::fabs(lu.pivot[k]) > kSingular))
      defects.push_back({lu.column[k], lu.row[k]});
  if (!defects.empty()) return defects;
  // L by rows is the transpose by columns, whose diagonal is above
  l_transposed_ = triangle(false, lu.l_start, lu.l_index, lu.l_value, {});
  l_ = l_transposed_.transposed();
  u_ = triangle(false, lu.u_start, lu.u_index, lu.u_value, lu.pivot);
  u_transposed_ = u_.transposed();
  row_ = std::move(lu.row);
  column_ = std::move(lu.column);
  row_place_ = inverse(row_);
  column_place_ = inverse(column_);
  row_scale_ = std::move(lu.row_scale);
  if (work_.size() != m_) work_ = Scattered(m_);
  return {};
}

void LuFactor::ftran(Scattered* x) {
  for (int i : x->index) work_.add(row_place_[i], row_scale_[i] * x->value[i]);
  x->clear();
  l_.solve(&work_);
  u_.solve(&work_);
  for (int k : work_.index)
    if (work_.value[k] != 0.0) x->add(column_[k], work_.value[k]);
  work_.clear();
  for (const Change& change : changes_) {
    double& pivot = x->value[change.position];
    if (pivot == 0.0) continue;
    pivot /= change.pivot;
    const double by = pivot;
    for (std::size_t t = change.first; t < change.last; t++)
      x->add(change_index_[t], -by * change_value_[t]);
  }
  pass_push(x);
}

void LuFactor::btran(Scattered* x) {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    double sum = x->value[change->position];
    for (std::size_t t = change->first; t < change->last; t++)
      sum -= change_value_[t] * x->value[change_index_[t]];
    if (sum == 0.0 && !x->listed(change->position)) continue;
    x->list(change->position);
    x->value[change->position] = sum / change->pivot;
  }
  for (int p : x->index)
    if (x->value[p] != 0.0) work_.add(column_place_[p], x->value[p]);
  x->clear();
  u_transposed_.solve(&work_);
  l_transposed_.solve(&work_);
  for (int k : work_.index)
    if (work_.value[k] != 0.0)
      x->add(row_[k], row_scale_[row_[k]] * work_.value[k]);
  work_.clear();
  pass_push(x);
}

void LuFactor::update(int p, const Scattered& alpha) {
  const std::size_t first = change_index_.size();
  for (int i : alpha.index) {
    if (i == p || alpha.value[i] == 0.0) continue;
    change_index_.push_back(i);
    change_value_.push_back(alpha.value[i]);
  }
  changes_.push_back({p, alpha.value[p], first, change_index_.size()});
}

// A solve visits all changes, and a new factor some arrays of m.
bool LuFactor::worn() const {
  const std::size_t entries = l_.entries() + u_.entries() + 4 * m_;
  return changes_.size() >= kChanges || change_index_.size() > 2 * entries;
}

}  // namespace gpuinv
