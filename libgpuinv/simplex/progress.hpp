// progress.hpp (when an engine starts, and its reports)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

// Returns whether it is time to start an engine in this GPUINV_MODE_...  The
// working LP has `size` non-zeros and columns; GLPK has made so many pivots in
// so many seconds.  `later` counts how often an engine has left the search to
// GLPK for a while.
bool start_is_due(int mode, int later, double size, int pivots, double seconds);

// Returns whether the caller makes pivots while an engine that starts now
// works.  `cores` is how many processors a thread may use.  In mode only the
// caller does so if an engine has left the search to GLPK: that was a guess,
// and the new engine does what is right if the guess was wrong.
bool caller_goes_on(int mode, int later, double seconds, int cores);

// Where an engine may work: on the host alone, or on a device, for which CUDA
// is to be started, or which this process uses already.
enum class Place { kHost, kDevice, kStartedDevice };

// An engine in a race starts early.  At first it uses sparse factors alone:
// they need no device, and end many LPs.  Returns how many seconds after its
// start it may use a device and all of the host: more if CUDA is to be started,
// but none where the LP is so large that GLPK takes some seconds as a rule, and
// there may be a device.
double early_seconds(const Size& size, Place place);

// The lines on a search that the caller displays.
class Display {
 public:
  Display(double delay, double period) : delay_(delay), period_(period) {}

  // Returns whether this report shall be a line, `now` seconds after the start,
  // and notes that it is.
  bool shows(const gpuinv_progress& report, double now);

 private:
  const double delay_, period_;
  double last_ = 0.0;
  int pivots_ = -1, course_ = -1;
};

// Holds the latest report of a solve.  The engine's thread publishes reports,
// and a thread of the caller reads them.  Neither ever waits for the other: a
// reader may leave by longjmp, and may be in a child process.  Nothing is
// published unless a reader asks.
class ProgressRecord {
 public:
  bool asked() const { return asked_.load(std::memory_order_relaxed); }
  void publish(const gpuinv_progress& progress);

  // Asks for the next report.  Returns true and copies the last one if it was
  // not read before.
  bool read(gpuinv_progress* progress);

 private:
  // A sequence lock: the count is odd while a report is being written.  A
  // reader that meets this gives up instead of waiting.
  std::atomic<unsigned> count_{0};
  std::atomic<int> course_{0}, pivots_{0}, number_{0};
  std::atomic<double> objective_{0.0}, infeasibility_{0.0};
  std::atomic<bool> asked_{false};
  unsigned seen_ = 0;  // used by the reader only
};

// Returns c'x at the basic solution, with the true costs.
double objective_at(const WorkingLp& lp, const SimplexState& s);

// Makes the reports of a simplex solve.  For a report, a device has to hand out
// vectors, and the host passes over them.  There are at most 100 a second, and
// all together they take at most a hundredth of the time.
class Reporter final : public SimplexWatch {
 public:
  // record may be NULL; then there are no reports.
  Reporter(const WorkingLp& lp, double tol_bnd, double tol_dj,
           ProgressRecord* record)
      : lp_(lp), tol_bnd_(tol_bnd), tol_dj_(tol_dj), record_(record) {}

  // Sets the phase from now on: GPUINV_COURSE_*.
  void set_course(int course) { course_ = course; }
  // Sets the number of pivots made before the batch that begins.
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
