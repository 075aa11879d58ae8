// crossover.cpp (from an interior solution to a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/crossover.hpp"

#include <cmath>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/steady_time.hpp"
#include "libgpuinv/crossover/crossing.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {
namespace {

constexpr int kRepairs = 5;  // most rounds of repairs

}  // namespace

Crossing::Crossing(const WorkingLp& lp, const SimplexBasis& start,
                   InteriorSample sample, BasisFactor& factor,
                   const Interrupt& interrupt, const PushWatch& watch)
    : lp_(lp),
      start_(start),
      factor_(factor),
      interrupt_(interrupt),
      watch_(watch),
      weight_(lp.n),
      inside_(lp.n, 0),
      sign_(lp.n),
      by_row_(
          by_rows({lp.m, lp.n, lp.ptr.data(), lp.ind.data(), lp.val.data()})),
      work_(lp.m),
      panel_(lp.m),
      wide_(lp.n),
      columns_(lp.m),
      basic_x_(lp.m),
      basic_l_(lp.m),
      basic_u_(lp.m),
      rows_(lp.n + kLanes),
      row_d_(lp.n + kLanes),
      row_none_(lp.n + kLanes) {
  settle(lp, &sample);
  x_ = std::move(sample.x);
  y_ = std::move(sample.y);
  d_ = reduced_costs(lp, y_);
  const Usual usual = usual_sizes(lp, x_, d_);
  cost_zero_ = kZero * unit_cost(usual);
  cost_slack_ = kSlack * unit_cost(usual);
  for (int k = 0; k < lp.n; k++) {
    weight_[k] = weight(lp, k, x_[k], d_[k], usual);
    inside_[k] = weight_[k] >= 1.0;
  }
}

CrossoverResult Crossing::run() {
  double since = steady_seconds();
  const auto lap = [&since](double* sum) {
    const double now = steady_seconds();
    *sum = now - std::exchange(since, now);
  };
  choose_basis();
  lap(&counts_.start_seconds);
  push_duals();
  lap(&counts_.dual_seconds);
  const bool regular = push_primals();
  lap(&counts_.primal_seconds);
  if (regular) restore();
  lap(&counts_.restore_seconds);
  CrossoverResult result;
  result.counts = counts_;
  result.basis.basic = basic_;
  for (int k = 0; k < lp_.n; k++) {
    if (basic(k)) continue;
    result.basis.nonbasic.push_back(k);
    result.basis.at.push_back(side_of(lp_, k, x_[k]));
  }
  return result;
}

// Publishes the progress of the pushes; `left` are the variables that wait for
// a push.
void Crossing::report(int course, const int* left, int count) {
  watch_.look([this, course, left, count] {
    gpuinv_progress p = {course, counts_.dual_pushes + counts_.primal_pushes,
                         count, 0.0, 0.0};
    for (int k = 0; k < lp_.n; k++) p.objective += lp_.c[k] * x_[k];
    for (int t = 0; t < count; t++) {
      const int k = left[t];
      p.infeasibility += course == GPUINV_COURSE_DUAL
                             ? std::fabs(d_[k])
                             : std::fabs(x_[k] - nearest_bound(lp_, k, x_[k]));
    }
    return p;
  });
}

void Crossing::choose_basis() {
  enter(start_basis(lp_, weight_, start_.basic, SparseLu::Pivots::kLarge,
                    factor_.memory(), nullptr, interrupt_));
  if (factorize()) return;
  enter(start_.basic);
  if (!factorize() || basic_ != start_.basic)
    throw Error(GPUINV_SINGULAR, "crossover: the start basis is singular");
}

void Crossing::enter(const std::vector<int>& basic) {
  basic_ = basic;
  position_.assign(lp_.n, -1);
  for (int p = 0; p < lp_.m; p++) position_[basic_[p]] = p;
}

// Replaces dependent columns by slack columns and factorizes.  Returns false if
// B is still singular.
bool Crossing::factorize() {
  for (int round = 0; round < kRepairs; round++) {
    interrupt_.look();
    const auto defects = factor_.factorize(lp_, basic_, interrupt_);
    if (defects.empty()) return true;
    std::size_t repaired = 0;
    for (const BasisFactor::Defect& defect : defects) {
      for (int t = by_row_.start[defect.row]; t < by_row_.start[defect.row + 1];
           t++) {
        const int k = by_row_.index[t];
        if (basic(k) || lp_.ptr[k + 1] != lp_.ptr[k] + 1) continue;
        replace(defect.position, k);
        repaired++;
        break;
      }
    }
    if (repaired == 0) return false;
  }
  return false;
}

void Crossing::factorize_if_worn() {
  if (!factor_.worn()) return;
  if (!factorize())
    throw Error(GPUINV_SINGULAR, "crossover: a basis has become singular");
}

void Crossing::replace(int position, int k) {
  const int leaving = basic_[position];
  position_[leaving] = -1;
  sign_[leaving] = sign_of(leaving);
  basic_[position] = k;
  position_[k] = position;
}

// Computes columns of inv(B)*A, one in each lane.
void Crossing::compute_columns(const int* k, int count) {
  panel_.clear();
  for (int l = 0; l < count; l++)
    for (std::size_t t = lp_.ptr[k[l]]; t < lp_.ptr[k[l] + 1]; t++)
      panel_.add(lp_.ind[t], lp_.val[t], l);
  factor_.ftran(&panel_);
  columns_.clear();
  for (int p : panel_.index)
    if (!panel_.zero(p)) columns_.append(p, panel_.at(p), 1.0);
}

// Updates the later lanes to the new basis after a pivot at this place.
void Crossing::exchange_columns(int lane, int place) {
  const auto factors = columns_.eliminate(lane, place);
  for (int l = lane + 1; l < kLanes; l++) columns_.lane(l)[place] = factors[l];
}

CrossoverResult cross_over(const WorkingLp& lp, const SimplexBasis& start,
                           InteriorSample sample, BasisFactor& factor,
                           const Interrupt& interrupt, const PushWatch& watch) {
  return Crossing(lp, start, std::move(sample), factor, interrupt, watch).run();
}

}  // namespace gpuinv
