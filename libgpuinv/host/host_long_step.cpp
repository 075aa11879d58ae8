// host_long_step.cpp (the dual ratio test by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "libgpuinv/host/host_simplex.hpp"

namespace gpuinv {

// Harris' first pass: the least relaxed step of columns in this bucket or a
// later one.
double HostSimplex::dual_longest(const Tolerances& tol, int bucket) const {
  double longest = rules::kInfinity;
  for (const Entering& e : entering_) {
    if (bucket > 0 && e.bucket < bucket) continue;
    longest =
        std::min(longest, rules::dual_relaxed_step(e.rate, e.room, tol.cost));
  }
  return longest;
}

// The second pass: the largest |rho_j| of these columns within that step.
int HostSimplex::dual_pivot_within(int bucket, double longest) const {
  double best = 0.0;
  int q = -1;
  for (const Entering& e : entering_) {
    if (bucket > 0 && e.bucket < bucket) continue;
    const double size = rules::dual_pivot_size(e.rate, e.room, longest);
    if (size < best || size == 0.0 || (size == best && e.column > q)) continue;
    best = size;
    q = e.column;
  }
  return q;
}

// Lists the candidates and returns the largest |rho_j|.  The processor cannot
// predict which columns are candidates, so each is written to the list, and the
// next one overwrites it if it is none.
double HostSimplex::list_entering(bool below, const Tolerances& tol) {
  double largest = 0.0;
  std::size_t count = 0;
  entering_.resize(rho_.index.size());
  for (const int j : rho_.index) {
    const double rate = rules::dual_rate(rho_.value[j], below);
    largest = std::max(largest, std::fabs(rate));
    entering_[count] = {j, rate};
    count += rules::may_move(rate, moves_[j], tol.pivot);
  }
  entering_.resize(count);
  for (Entering& e : entering_)
    e.room = rules::dual_room(e.rate, s_.d[e.column]);
  return largest;
}

// Sets the pivot, and returns the bound on the step.
double HostSimplex::dual_ratio(Pivot& pivot, bool below,
                               const Tolerances& tol) {
  pivot.largest = list_entering(below, tol);
  const double longest = dual_longest(tol, 0);
  pivot.q = dual_pivot_within(0, longest);
  return longest;
}

// As many as leave the dual objective a positive rate; none if that holds
// for all of them: only a pivot shows what becomes of this row.
int HostSimplex::buckets_passed(int p, bool below, double least) {
  const double rate = rules::leaving_rate(s_.beta[p], s_.basic_lower[p],
                                          s_.basic_upper[p], below);
  std::vector<std::uint64_t> fall(rules::kBuckets, 0);
  for (Entering& e : entering_) {
    const int j = e.column;
    e.bucket = rules::step_bucket(e.rate, s_.d[j], least);
    fall[e.bucket] += rules::rate_share(e.rate, s_.lower[j], s_.upper[j], rate);
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
  const int later = dual_pivot_within(passed, dual_longest(tol, passed));
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
  const double room = rules::dual_room(r, s_.d[pivot.q]);
  const double step = rules::step_over(std::max(room, 0.0), r);
  flips_.clear();
  for (const Entering& e : entering_) {
    const int j = e.column;
    if (e.bucket >= pivot.passed || !rules::dual_passed(e.rate, s_.d[j], step))
      continue;
    const double range = s_.upper[j] - s_.lower[j];
    flips_.push_back({j, s_.at[j] == At::kLower ? range : -range});
    s_.at[j] = s_.at[j] == At::kLower ? At::kUpper : At::kLower;
    set_moves(j);
  }
  if (flips_.empty()) return 0;
  std::swap(alpha_, flip_alpha_);
  load_columns(flips_);
  std::swap(alpha_, flip_alpha_);
  for (const int i : flip_alpha_.index) s_.beta[i] -= flip_alpha_.value[i];
  return static_cast<int>(flips_.size());
}

}  // namespace gpuinv
