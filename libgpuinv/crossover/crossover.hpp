// crossover.hpp (from an interior solution to a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <chrono>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/simplex/progress.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Publishes reports if they are asked for.  A report passes over vectors; all
// reports together take at most one hundredth of the time.  The reported number
// of pivots never falls.
class PushWatch {
 public:
  // record may be NULL; then nobody asks for reports.
  explicit PushWatch(ProgressRecord* record) : record_(record) {}

  // report: () -> gpuinv_progress; it is called if a report is due.
  template <class Report>
  void look(Report report) {
    if (record_ == nullptr || !record_->asked()) return;
    const auto since = Clock::now();
    if (since < next_) return;
    gpuinv_progress progress = report();
    progress.pivots = pivots_ = std::max(progress.pivots, pivots_);
    record_->publish(progress);
    const auto now = Clock::now();
    next_ = now + kShare * (now - since);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kShare = 100;

  ProgressRecord* const record_;
  Clock::time_point next_ = {};
  int pivots_ = 0;
};

// The numbers of pushes and of those that changed the basis, and the seconds of
// each phase.
struct CrossoverCounts {
  int dual_pushes = 0, dual_pivots = 0;
  int primal_pushes = 0, primal_pivots = 0;
  int restored = 0;  // pivots that brought basic values back to their bounds
  double start_seconds = 0.0, dual_seconds = 0.0, primal_seconds = 0.0;
  double restore_seconds = 0.0;
};

struct CrossoverResult {
  SimplexBasis basis;
  CrossoverCounts counts;
};

// Returns a basis at or near the sample.  The sample may be of any quality: the
// better it is, the closer to optimal is the basis.  The indices of lp count
// from 0; within each column rows must ascend and no element may be 0 (see
// OwnedLp).  The columns of
// `start` must be regular; they replace columns of the sample that depend on
// each other.
// First the multipliers that belong to basic variables at a bound are pushed to
// 0, then values of nonbasic variables are pushed to a bound.  If another
// variable reaches its own bound first, it changes places with the pushed one
// in the basis.
// The watch learns how many pushes were made and are left, and the sum of the
// values or reduced costs still to be pushed; the objective is that of the
// point.  Error(SINGULAR): the start basis is singular.  Also throws errors of
// the factor and Interrupted.
CrossoverResult cross_over(const WorkingLp& lp, const SimplexBasis& start,
                           InteriorSample sample, BasisFactor& factor,
                           const Interrupt& interrupt,
                           const PushWatch& watch = PushWatch(nullptr));

}  // namespace gpuinv
