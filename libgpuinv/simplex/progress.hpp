// progress.hpp (what a solve has come to, for those who wait for it)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

// The latest report of one thread, which publishes, to another, which asks.
// Neither ever waits for the other, so a reader may be left by longjmp, and
// its process may be a fork.  Nothing is published unless it is asked for.
class ProgressRecord {
 public:
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  void publish(const gpuinv_progress& progress);

  // Asks for a report; true if there is one that was not read before.
  bool read(gpuinv_progress* progress);

 private:
  // Odd while a report is being written: the sequence lock that a reader
  // does not spin on.
  std::atomic<unsigned> count_{0};
  std::atomic<int> course_{0}, pivots_{0}, number_{0};
  std::atomic<double> objective_{0.0}, infeasibility_{0.0};
  std::atomic<bool> asked_{false};
  unsigned seen_ = 0;  // the reader's
};

// c'x at the basic solution.
double objective_at(const WorkingLp& lp, const SimplexState& s);

// Makes the reports of a simplex solve.  A report is a pass over vectors that
// a device has to hand out first: all of them together take at most one part
// in a hundred of the time.
class Reporter final : public SimplexWatch {
 public:
  // record may be NULL: nobody asks.
  Reporter(const WorkingLp& lp, double tol_bnd, double tol_dj,
           ProgressRecord* record)
      : lp_(lp), tol_bnd_(tol_bnd), tol_dj_(tol_dj), record_(record) {}

  // What is done from now on: GPUINV_COURSE_*.
  void set_course(int course) { course_ = course; }
  // Pivots before the batch that begins.
  void set_pivots(int pivots) { pivots_ = pivots; }

  bool due() const override;
  void show(Clock::time_point since, const SimplexState& s,
            int pivots) override;

 private:
  gpuinv_progress measure(const SimplexState& s) const;

  const WorkingLp& lp_;
  const double tol_bnd_, tol_dj_;
  ProgressRecord* const record_;
  int course_ = GPUINV_COURSE_FEASIBILITY;
  int pivots_ = 0;
  Clock::time_point next_ = {};
};

}  // namespace gpuinv
