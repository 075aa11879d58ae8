// host_simplex.cpp (iterations of the simplex method by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/host_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_memory.hpp"

namespace gpuinv {
namespace {

// Divides in single precision, as the device does.
float share_of(double element, double pivot) {
  return static_cast<float>(element) / static_cast<float>(pivot);
}

}  // namespace

void HostSimplex::require_room(const WorkingLp& lp) {
  const int nn = lp.n - lp.m;
  const std::size_t need = bytes_needed(lp.m, nn, lp.val.size());
  if (need <= kFewBytes) return;
  const std::size_t have = host_bytes_available();
  if (need > have)
    throw Error(GPUINV_CANNOT, "tableau of " + std::to_string(lp.m) + " by " +
                                   std::to_string(nn) + " needs " +
                                   std::to_string(need >> 20) + " MiB, " +
                                   std::to_string(have >> 20) + " are free");
}

void HostSimplex::resize(const WorkingLp& lp) {
  weighs_ = Weighs::kNothing;
  if (m_ == 0) require_room(lp);
  m_ = lp.m;
  nn_ = lp.n - lp.m;
  if (alpha_.size() == m_ && rho_.size() == nn_ + 1) return;
  alpha_ = flip_alpha_ = Scattered(m_);
  rho_ = Scattered(nn_ + 1);
  alpha_.list_first(m_);
  flip_alpha_.list_first(m_);
  rho_.list_first(nn_);
}

void HostSimplex::push(const SimplexState& state) {
  if (state.basic != s_.basic || state.nonbasic != s_.nonbasic ||
      state.row_scale != s_.row_scale || state.col_scale != s_.col_scale)
    weighs_ = Weighs::kNothing;
  s_ = state;
  moves_.resize(nn_);
  for (int j = 0; j < nn_; j++) set_moves(j);
}

void HostSimplex::set_moves(int j) {
  moves_[j] = static_cast<unsigned char>(
      rules::moves_of(static_cast<int>(s_.at[j]), s_.lower[j], s_.upper[j]));
}

// Called between pivots: throws if interrupted, and shows the state to an
// observer.
void HostSimplex::look(const Batch& batch) {
  interrupt_.look();
  if (watch_ != nullptr && watch_->due())
    watch_->show(Interrupt::Clock::now(), s_, batch.pivots + batch.flips);
}

void HostSimplex::multiply(const double* z, double* y, const double* w,
                           double* v) {
  fold();
  if (z != nullptr) product(z, y);
  if (w != nullptr) product_transposed(w, v);
}

// Returns whether the pivot element is the same in its row and its column.
bool HostSimplex::agrees(const Pivot& pivot, const Tolerances& tol) const {
  return rules::same_pivot(alpha_.value[pivot.p], rho_.value[pivot.q],
                           tol.pivot);
}

bool HostSimplex::is_large(const Pivot& pivot) const {
  return !(std::fabs(alpha_.value[pivot.p]) <
           rules::kPoorPivot * pivot.largest);
}

// Lowers the candidate's price until others have had their turn.
void HostSimplex::refuse(int i, std::vector<float>* scale, Batch* batch) {
  if (refused_++ == rules::kMostRefused) {
    batch->stop = Stop::kPoorPivot;
  } else if ((*scale)[i] != rules::kRefusedScale) {
    (*scale)[i] = rules::kRefusedScale;
    sketch_.replace(i, rules::kRefusedScale);
  }
}

void HostSimplex::Candidates::clear(int count) {
  score_.assign(count, 0.0f);
  listed_.assign(count, 0);
  list_.clear();
}

void HostSimplex::Candidates::set(int i, float score) {
  score_[i] = score;
  if (score == 0.0f || listed_[i] != 0) return;
  listed_[i] = 1;
  list_.push_back(i);
}

int HostSimplex::Candidates::best() {
  float highest = 0.0f;
  int best = -1;
  std::size_t kept = 0;
  for (const int i : list_) {
    const float score = score_[i];
    listed_[i] = score > 0.0f;
    if (score == 0.0f) continue;
    list_[kept++] = i;
    if (score < highest || (score == highest && i > best)) continue;
    highest = score;
    best = i;
  }
  list_.resize(kept);
  return best;
}

void HostSimplex::price_column(int j, double tol) {
  const double d = s_.d[j];
  candidates_.set(j, rules::may_move(-d, moves_[j], tol)
                         ? rules::price(d, sketch_.weight[j])
                         : 0.0f);
}

void HostSimplex::price_row(int i, double tol) {
  candidates_.set(
      i, rules::dual_score(s_.beta[i], sketch_.weight[i], s_.basic_lower[i],
                           s_.basic_upper[i], tol));
}

// The row with the largest |alpha_i| within that step, the first of equal ones,
// or -1.
int HostSimplex::primal_pivot_within(double direction, double longest,
                                     const Tolerances& tol) const {
  double best = 0.0;
  int p = -1;
  for (const int i : alpha_.index) {
    const double size = rules::primal_pivot_size(
        direction * alpha_.value[i], s_.beta[i], s_.basic_lower[i],
        s_.basic_upper[i], tol.pivot, longest);
    if (size < best || size == 0.0 || (size == best && i > p)) continue;
    best = size;
    p = i;
  }
  return p;
}

// Harris' two passes over alpha; direction = +1 if x_q increases.
void HostSimplex::primal_ratio(Pivot& pivot, double direction,
                               const Tolerances& tol) {
  double longest = rules::kInfinity;
  for (const int i : alpha_.index) {
    pivot.largest = std::max(pivot.largest, std::fabs(alpha_.value[i]));
    longest = std::min(
        longest, rules::primal_relaxed_step(
                     direction * alpha_.value[i], s_.beta[i], s_.basic_lower[i],
                     s_.basic_upper[i], tol.pivot, tol.bound));
  }
  pivot.step = rules::kInfinity;
  if (longest == rules::kInfinity) return;
  pivot.p = primal_pivot_within(direction, longest, tol);
  if (pivot.p < 0) return;
  const int i = pivot.p;
  const double gap =
      rules::primal_gap(direction * alpha_.value[i], s_.beta[i],
                        s_.basic_lower[i], s_.basic_upper[i], tol.pivot);
  pivot.step = std::max(gap, 0.0) / std::fabs(alpha_.value[i]);
}

// Moves the entering variable to its other bound; the basis stays.
void HostSimplex::flip(int q, double direction) {
  const double change = direction * (s_.upper[q] - s_.lower[q]);
  for (const int i : alpha_.index) s_.beta[i] -= change * alpha_.value[i];
  s_.at[q] = s_.at[q] == At::kLower ? At::kUpper : At::kLower;
  set_moves(q);
}

// Row p and column q exchange their variables.  The leaving variable keeps its
// value as its bound; by Harris' test the value may be slightly beyond the old
// bound, which is then shifted.
void HostSimplex::exchange(int p, int q, At leaves_at, double leaves_with) {
  std::swap(s_.basic[p], s_.nonbasic[q]);
  std::swap(s_.basic_lower[p], s_.lower[q]);
  std::swap(s_.basic_upper[p], s_.upper[q]);
  s_.at[q] = leaves_at;
  double& bound = leaves_at == At::kLower ? s_.lower[q] : s_.upper[q];
  const bool fixed = s_.lower[q] == s_.upper[q];
  bound = leaves_with;
  if (fixed) s_.lower[q] = s_.upper[q] = leaves_with;
  set_moves(q);
}

void HostSimplex::primal_pivot(const Pivot& pivot, double direction) {
  const int p = pivot.p, q = pivot.q;
  const double a = alpha_.value[p], dq = s_.d[q];
  for (const int j : rho_.index) {
    s_.d[j] -= dq * (rho_.value[j] / a);
    if (j != q) sketch_.subtract(j, share_of(rho_.value[j], a), sketch_.of(q));
  }
  s_.d[q] = -dq / a;
  sketch_.replace(q, share_of(-1.0, a));
  const double entered = s_.value(q) + direction * pivot.step;
  const double left = s_.beta[p] - direction * pivot.step * a;
  for (const int i : alpha_.index)
    s_.beta[i] -= direction * pivot.step * alpha_.value[i];
  s_.beta[p] = entered;
  exchange(p, q, direction * a > 0.0 ? At::kLower : At::kUpper, left);
  append(p, q);
}

Batch HostSimplex::primal(int budget, const Tolerances& tol) {
  Batch batch = {Stop::kBudget, 0, 0, 0, -1};
  refused_ = 0;
  try {
    if (weighs_ != Weighs::kColumns) sketch_columns();
    candidates_.clear(nn_);
    for (int j = 0; j < nn_; j++) price_column(j, tol.cost);
    primal(budget, tol, &batch);
    fold();
  } catch (const Interrupted&) {
    batch.stop = Stop::kBudget;
  }
  return batch;
}

void HostSimplex::primal(int budget, const Tolerances& tol, Batch* so_far) {
  Batch& batch = *so_far;
  while (batch.stop == Stop::kBudget && batch.pivots + batch.flips < budget) {
    look(batch);
    Pivot pivot;
    pivot.q = candidates_.best();
    if (pivot.q < 0) batch.stop = Stop::kOptimal;
    if (pivot.q < 0) break;
    batch.candidate = pivot.q;
    const double direction = s_.d[pivot.q] < 0.0 ? 1.0 : -1.0;
    const double range = s_.upper[pivot.q] - s_.lower[pivot.q];
    load_column(pivot.q);
    primal_ratio(pivot, direction, tol);
    if (range <= pivot.step && range < rules::kInfinity) {
      flip(pivot.q, direction);
      price_column(pivot.q, tol.cost);
      batch.flips++;
      continue;
    }
    if (pivot.p < 0) batch.stop = Stop::kNoPivot;
    if (pivot.p < 0) break;
    const bool large = is_large(pivot);
    if (large) load_row(pivot.p);
    if (!large || !agrees(pivot, tol)) {
      refuse(pivot.q, &s_.col_scale, &batch);
      price_column(pivot.q, tol.cost);
      continue;
    }
    batch.pivots++;
    batch.degenerate += pivot.step == 0.0;
    primal_pivot(pivot, direction);
    for (const int j : rho_.index) price_column(j, tol.cost);
  }
}

void HostSimplex::dual_pivot(const Pivot& pivot, bool below) {
  const int p = pivot.p, q = pivot.q;
  const double a = alpha_.value[p];
  const double target = below ? s_.basic_lower[p] : s_.basic_upper[p];
  const double change = (s_.beta[p] - target) / a;
  for (const int i : alpha_.index) {
    s_.beta[i] -= change * alpha_.value[i];
    if (i != p)
      sketch_.subtract(i, share_of(alpha_.value[i], a), sketch_.of(p));
  }
  s_.beta[p] = s_.value(q) + change;
  sketch_.replace(p, share_of(1.0, a));
  if (pivot.step != 0.0)
    for (const int j : rho_.index) s_.d[j] -= pivot.step * rho_.value[j];
  s_.d[q] = -pivot.step;
  exchange(p, q, below ? At::kLower : At::kUpper, target);
  append(p, q);
}

Batch HostSimplex::dual(int budget, const Tolerances& tol, Steps steps) {
  Batch batch = {Stop::kBudget, 0, 0, 0, -1};
  refused_ = 0;
  try {
    if (weighs_ != Weighs::kRows) sketch_rows();
    candidates_.clear(m_);
    for (int i = 0; i < m_; i++) price_row(i, tol.bound);
    dual(budget, tol, steps, &batch);
    fold();
  } catch (const Interrupted&) {
    batch.stop = Stop::kBudget;
  }
  return batch;
}

void HostSimplex::dual(int budget, const Tolerances& tol, Steps steps,
                       Batch* so_far) {
  Batch& batch = *so_far;
  while (batch.stop == Stop::kBudget && batch.pivots < budget) {
    look(batch);
    Pivot pivot;
    pivot.p = candidates_.best();
    if (pivot.p < 0) batch.stop = Stop::kOptimal;
    if (pivot.p < 0) break;
    batch.candidate = pivot.p;
    const bool below = s_.beta[pivot.p] < s_.basic_lower[pivot.p];
    load_row(pivot.p);
    const double longest = dual_ratio(pivot, below, tol);
    if (pivot.q >= 0 && steps == Steps::kLong)
      lengthen(pivot, below, tol, longest);
    if (pivot.q < 0) batch.stop = Stop::kNoPivot;
    if (pivot.q < 0) break;
    load_column(pivot.q);
    if (!is_large(pivot) || !agrees(pivot, tol)) {
      refuse(pivot.p, &s_.row_scale, &batch);
      price_row(pivot.p, tol.bound);
      continue;
    }
    // a reduced cost just beyond zero counts as zero: its cost is shifted
    const double r = rules::dual_rate(rho_.value[pivot.q], below);
    const double room = rules::dual_room(r, s_.d[pivot.q]);
    pivot.step = room > 0.0 ? s_.d[pivot.q] / alpha_.value[pivot.p] : 0.0;
    batch.pivots++;
    batch.degenerate += pivot.step == 0.0;
    if (pivot.passed > 0) batch.passed += flip_passed(pivot, below);
    dual_pivot(pivot, below);
    for (const int i : alpha_.index) price_row(i, tol.bound);
    if (pivot.passed == 0) continue;
    for (const int i : flip_alpha_.index) price_row(i, tol.bound);
  }
}

}  // namespace gpuinv
