// simplex.hpp (the simplex method on a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/simplex/progress.hpp"
#include "libgpuinv/simplex/tableau.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// The time by which the present batch of pivots must have returned.  The
// engine's thread sets it; a thread that waits for the engine reads it.
class BatchLimit {
 public:
  using Clock = Interrupt::Clock;

  // Marks a batch that may take so many seconds; limit may be NULL.
  class Guard {
   public:
    Guard(BatchLimit* limit, double seconds) : limit_(limit) {
      if (limit_ != nullptr) limit_->begin(seconds);
    }
    ~Guard() {
      if (limit_ != nullptr) limit_->end_.store(Clock::time_point::max());
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    BatchLimit* limit_;
  };

  bool passed() const { return Clock::now() >= end_.load(); }

 private:
  void begin(double seconds) {
    constexpr double kDay = 86400.0;  // a clock's range is finite
    const std::chrono::duration<double> time(std::min(seconds, kDay));
    end_.store(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(time));
  }

  std::atomic<Clock::time_point> end_{Clock::time_point::max()};
};

struct SimplexControl {
  double tol_bnd, tol_dj, tol_piv;  // as in glp_smcp
  int it_lim;                       // most pivots
  Interrupt interrupt;              // looked at between batches of pivots
  Lease* lease = nullptr;           // NULL if the matrix is not lent
  ProgressRecord* progress = nullptr;
  BatchLimit* batch = nullptr;  // of each batch
  int pivots_before = 0;        // of earlier solves, which progress adds
  // c'x at which the dual method with true costs ends
  double obj_ul = std::numeric_limits<double>::infinity();
  // Whether costs are perturbed before the dual method and where it stalls.
  // Where the start has the optimal cost already, every step is degenerate,
  // and a perturbation would only lead away from it.
  bool perturbs_costs = true;
  // Which variables are basic at the start and need no bounds
  // (freed_start.hpp); NULL or empty: none.  At the end, all bounds count.
  const std::vector<char>* freed = nullptr;
};

struct SimplexResult {
  int claim;   // GPUINV_CLAIM_*
  int pivots;  // basis changes and bound flips
  SimplexBasis basis;
  double build_seconds = 0.0;    // until the first tableau was built
  bool dense = false;            // inv(B) is faster than LU factors
  double seconds = 0.0;          // since the start of the engine
  std::vector<double> ray = {};  // of NO_PRIMAL (m) and NO_DUAL (n)
  // INFEASIBLE: position in the basis where no variable could enter, or -1
  int row = -1;
};

// Whether a claim needs no other method: an optimum, the proof that there is
// none, or a basis that reaches the objective limit.
bool is_answer(int claim);

// Solves lp from the start basis, on the calling thread.
//
// A primal feasible start is solved by the primal method, unless bound flips
// promise that the dual method is faster.  Any other start is first made dual
// feasible, by bound flips if they are few or long steps are taken, and by cost
// shifts, and solved by the dual method.  If no cost was shifted, this is the
// solution; else it is phase 1.  Shifts and perturbations are then removed, and
// the primal method finishes.  If that uncovers primal infeasibility, the dual
// method has its turn again.  With an objective limit, a dual feasible start is
// not perturbed unless the method stalls, so that c'x stays a bound on the
// optimum.
//
// The claim is what the last tableau shows; the caller has to certify it.
// Error(SINGULAR) if the start basis is singular; the tableau throws
// Error(CANNOT, NOMEM, DEVICE).
SimplexResult solve_simplex(Tableau& tableau, const WorkingLp& lp,
                            const SimplexBasis& start,
                            const SimplexControl& control);

}  // namespace gpuinv
