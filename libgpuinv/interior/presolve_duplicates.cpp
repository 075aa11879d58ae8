// presolve_duplicates.cpp (rows that are multiples of others)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "presolve.hpp"

namespace gpuinv {
namespace {

// Elements of multiples differ by no more than rounding.
constexpr double kEqual = 1e-13;

// A row's elements that are left.
struct Row {
  std::vector<int> column;
  std::vector<double> value;

  // Pattern alone: what rounds differently must not hash differently.
  std::uint64_t hash() const {
    std::uint64_t h = 1469598103934665603u;
    for (int j : column) h = (h ^ static_cast<unsigned>(j)) * 1099511628211u;
    return h;
  }
  // True if this is ratio times the other; most pairs differ early.
  bool is_multiple(const Row& other, double* ratio) const {
    if (column.size() != other.column.size()) return false;
    *ratio = value[0] / other.value[0];
    for (std::size_t p = 0; p < value.size(); p++)
      if (column[p] != other.column[p] ||
          std::fabs(value[p] - *ratio * other.value[p]) >
              kEqual * std::fabs(value[p]))
        return false;
    return true;
  }
};

}  // namespace

void Presolve::merge_duplicates() {
  std::vector<Row> rows(lp_.m);
  std::unordered_multimap<std::uint64_t, int> seen;
  for (int i = 0; i < lp_.m; i++) {
    if (row_out_[i]) continue;
    for (int p = row_start_[i]; p < row_start_[i + 1]; p++)
      if (!column_out_[column_[p]]) {
        rows[i].column.push_back(column_[p]);
        rows[i].value.push_back(by_row_[p]);
      }
    const std::uint64_t h = rows[i].hash();
    const auto range = seen.equal_range(h);
    double ratio = 0.0;
    auto it = range.first;
    while (it != range.second && !rows[i].is_multiple(rows[it->second], &ratio))
      ++it;
    if (it == range.second)
      seen.emplace(h, i);
    else
      merge(it->second, i, ratio);
    if (outcome_ != Outcome::kReduced) return;
  }
}

void Presolve::merge(int kept, int other, double ratio) {
  double lower = row_lower_[other] / ratio, upper = row_upper_[other] / ratio;
  if (ratio < 0.0) std::swap(lower, upper);
  Step step{Kind::kDuplicate, other, kept, ratio, false, false, 0.0, 0.0};
  const bool meet =
      tighten(lower, upper, &row_lower_[kept], &row_upper_[kept], &step);
  if (!meet) {
    fail(other, (step.lower ? 1.0 : -1.0) / ratio);
    injected_[kept] = step.lower ? -1.0 : 1.0;
    return;
  }
  if (step.lower || step.upper) steps_.push_back(step);
  drop_row(other);
}

}  // namespace gpuinv
