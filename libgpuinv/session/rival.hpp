// rival.hpp (simplex method on sparse factors beside other methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <cmath>
#include <mutex>

#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/crossover/folded_lp.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Solves an LP by the simplex method on sparse factors, on a thread of its own.
// Whether this takes a third of the time of an interior point method and
// crossover, or twenty times as long, is not known beforehand.  So where the
// host has another processor for it, both begin, and the first with a result
// ends the other.  Where the crossover has several processors, its large
// factorizations and those of the rival wait for each other (see BlasGuard).
// In a race with GLPK it begins before the crossover (Engine::solve_early), and
// shares the crossover's processor if there is no other one, and equations of
// the LP may be folded.  A device's engine may work beside it, too.  All
// functions are for the thread that makes the object.
class Rival {
 public:
  // Copies the LP and begins, at `start` if that is dual feasible or nearly
  // optimal.  Else the LP is folded (folded_lp.hpp), if that pays; or it begins
  // at the slack basis, if that is dual feasible.  Of `control`, limits and
  // tolerances count, but neither lease nor progress.  Error(NOMEM): no thread
  // can be started.
  Rival(const WorkingLp& lp, const SimplexBasis& start,
        const SimplexControl& control);
  // Stops the thread and waits for it, which takes some milliseconds or one
  // factorization.
  ~Rival();
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

  // Rings when the rival has an optimal basis, the proof that there is none, or
  // a basis that reaches the objective limit.
  const Alarm& ahead() const { return ahead_; }

  // True until the rival has ended, with or without a result.
  const std::atomic<bool>& running() const { return running_; }

  // Waits until the rival has ended or that interrupt wishes so, and returns
  // whether the rival is ahead.
  bool wait(const Interrupt& interrupt);

  // The crossover will take so many seconds by estimate; the rival gets a share
  // of them.
  void limit(double seconds);
  bool limited() const { return limited_; }
  // Whether the LP that it solves has more than half of the rows; false as long
  // as it has not tried to fold them.
  bool whole();
  // Ends it soon, as the destructor does.
  void stop();

  // Only if it is ahead: the result, and how many rows the LP had that it
  // solved.
  const SimplexResult& result() const { return result_; }
  int rows() const { return rows_; }

 private:
  void run() noexcept;
  bool keeps_start() const;
  void begin(int rows, double share);
  void end_in_time();
  SimplexResult solve();
  SimplexResult solve_whole(const SimplexBasis& start) const;
  SimplexResult solve_folded(const FoldedLp& folded,
                             const SimplexBasis& start) const;
  SimplexResult cross(const InteriorSample& vertex, int pivots) const;

  const OwnedLp owned_;
  const SimplexBasis start_;
  SimplexControl control_;
  std::atomic<bool> running_{true};
  // the other processors are busy: GLPK works there, or the crossover
  const std::atomic<bool> others_{true};
  bool limited_ = false;
  std::mutex turn_;            // for the following, and to set stop_
  int rows_ = 0;               // of the LP that it solves
  double share_ = 0.0;         // of the crossover's seconds; 0 before it begins
  double seconds_ = HUGE_VAL;  // of the crossover
  Alarm stop_, ahead_;
  SimplexResult result_ = {};
  Latch done_;
  Worker worker_;  // last: its thread uses all members above
};

}  // namespace gpuinv
