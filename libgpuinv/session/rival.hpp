// rival.hpp (simplex method on sparse factors beside a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>

#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// Solves an LP by the simplex method on sparse factors, on a thread of its own.
// Whether this takes a third of the time of an interior point method and
// crossover, or twenty times as long, is not known beforehand.  So where the
// host has another processor for it, both begin, and the first with a result
// ends the other.  Factorizations of both wait for each other (see BlasGuard).
// All functions are for the thread that makes the object.
class Rival {
 public:
  // Copies the LP and begins, at `start` or, if that is neither dual feasible
  // nor nearly optimal, at the slack basis if that is dual feasible.  Of
  // `control`, limits and tolerances count, but neither lease nor progress.
  // Error(NOMEM): no thread can be started.
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

  // From now on the rival has so many seconds at most.
  void limit(double seconds) {
    limited_ = true;
    stop_.ring_after(seconds);
  }
  bool limited() const { return limited_; }

  // Only if it is ahead.
  const SimplexResult& result() const { return result_; }

 private:
  void run() noexcept;
  SimplexBasis best_start() const;

  const OwnedLp owned_;
  const SimplexBasis start_;
  SimplexControl control_;
  std::atomic<bool> running_{true};
  // the other processors are busy: the crossover works, and GLPK may
  const std::atomic<bool> others_{true};
  bool limited_ = false;
  Alarm stop_, ahead_;
  SimplexResult result_ = {};
  Latch done_;
  Worker worker_;  // last: its thread uses all members above
};

}  // namespace gpuinv
