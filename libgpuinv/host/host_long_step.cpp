// host_long_step.cpp (the dual ratio test by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "libgpuinv/host/host_simplex.hpp"

namespace gpuinv {

// The least relaxed step of columns in this bucket or a later one.
double HostSimplex::dual_longest(bool below, const Tolerances& tol,
                                 int bucket) {
  double longest = rules::kInfinity;
  for (const int j : eligible_) {
    if (bucket > 0 && bucket_[j] < bucket) continue;
    longest =
        std::min(longest, rules::dual_relaxed_step(
                              rules::dual_rate(rho_.value[j], below), s_.d[j],
                              static_cast<int>(s_.at[j]), s_.lower[j],
                              s_.upper[j], tol.pivot, tol.cost));
  }
  return longest;
}

// The largest |rho_j| of these columns within that step.
int HostSimplex::dual_pivot_within(bool below, const Tolerances& tol,
                                   int bucket, double longest) const {
  double best = 0.0;
  int q = -1;
  for (const int j : eligible_) {
    if (bucket > 0 && bucket_[j] < bucket) continue;
    const double size =
        rules::dual_pivot_size(rules::dual_rate(rho_.value[j], below), s_.d[j],
                               static_cast<int>(s_.at[j]), s_.lower[j],
                               s_.upper[j], tol.pivot, longest);
    if (size < best || size == 0.0 || (size == best && j > q)) continue;
    best = size;
    q = j;
  }
  return q;
}

// Harris' two passes over rho: sets the pivot, and returns the bound on the
// step.
double HostSimplex::dual_ratio(Pivot& pivot, bool below,
                               const Tolerances& tol) {
  eligible_.clear();
  for (const int j : rho_.index) {
    pivot.largest = std::max(pivot.largest, std::fabs(rho_.value[j]));
    if (rules::dual_candidate(rules::dual_rate(rho_.value[j], below),
                              static_cast<int>(s_.at[j]), s_.lower[j],
                              s_.upper[j], tol.pivot))
      eligible_.push_back(j);
  }
  const double longest = dual_longest(below, tol, 0);
  pivot.q = dual_pivot_within(below, tol, 0, longest);
  return longest;
}

// As many as leave the dual objective a positive rate; none if that holds
// for all of them: only a pivot shows what becomes of this row.
int HostSimplex::buckets_passed(int p, bool below, double least) {
  const double rate = rules::leaving_rate(s_.beta[p], s_.basic_lower[p],
                                          s_.basic_upper[p], below);
  std::vector<std::uint64_t> fall(rules::kBuckets, 0);
  for (const int j : eligible_) {
    const double r = rules::dual_rate(rho_.value[j], below);
    bucket_[j] = rules::step_bucket(r, s_.d[j], least);
    fall[bucket_[j]] +=
        rules::rate_share(rho_.value[j], s_.lower[j], s_.upper[j], rate);
  }
  std::uint64_t sum = 0;
  for (int k = 0; k < rules::kBuckets; k++) {
    sum += fall[k];
    if (sum >= rules::kWholeRate) return k;
  }
  return 0;
}

// The pivot that follows the buckets that are passed, unless it is poor.
void HostSimplex::lengthen(Pivot& pivot, bool below, const Tolerances& tol,
                           double least) {
  const int p = pivot.p, q = pivot.q;
  const double rate = rules::leaving_rate(s_.beta[p], s_.basic_lower[p],
                                          s_.basic_upper[p], below);
  if (!rules::may_pass(rho_.value[q], s_.lower[q], s_.upper[q], rate)) return;
  const int passed = buckets_passed(p, below, least);
  if (passed == 0) return;
  const int later =
      dual_pivot_within(below, tol, passed, dual_longest(below, tol, passed));
  if (later < 0 ||
      std::fabs(rho_.value[later]) < rules::kLongStepPivot * pivot.largest)
    return;
  pivot.q = later;
  pivot.passed = passed;
}

// Columns whose d_j changes its sign go to their other bounds.  Returns how
// many do.
int HostSimplex::flip_passed(const Pivot& pivot, bool below) {
  const double r = rules::dual_rate(rho_.value[pivot.q], below);
  const double room = r > 0.0 ? s_.d[pivot.q] : -s_.d[pivot.q];
  const double step = rules::step_over(std::max(room, 0.0), r);
  flips_.clear();
  for (const int j : eligible_) {
    if (bucket_[j] >= pivot.passed ||
        !rules::dual_passed(rules::dual_rate(rho_.value[j], below), s_.d[j],
                            step))
      continue;
    const double range = s_.upper[j] - s_.lower[j];
    flips_.push_back({j, s_.at[j] == At::kLower ? range : -range});
    s_.at[j] = s_.at[j] == At::kLower ? At::kUpper : At::kLower;
  }
  if (flips_.empty()) return 0;
  std::swap(alpha_, flip_alpha_);
  load_columns(flips_);
  std::swap(alpha_, flip_alpha_);
  for (const int i : flip_alpha_.index) s_.beta[i] -= flip_alpha_.value[i];
  return static_cast<int>(flips_.size());
}

}  // namespace gpuinv
