// solver.hpp (state and steps of one simplex solve)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <random>

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/simplex/implied_bounds.hpp"
#include "libgpuinv/simplex/long_steps.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// The parts of solve_simplex: simplex.cpp has the sequence of turns and
// iterations, and measures; solver_shifts.cpp perturbs, shifts and restores.
class Solver {
 public:
  Solver(Tableau& tableau, const WorkingLp& lp, const SimplexBasis& start,
         const SimplexControl& control);
  ~Solver() { tableau_.watch(nullptr); }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  SimplexResult solve();

 private:
  using Clock = Interrupt::Clock;
  enum class Turn { kDone, kGoOn, kGiveUp };
  struct WrongCosts {
    int all, boxed;
  };

  // Size of cost and bound perturbations, relative to the cost or bound.
  static constexpr double kPerturbation = 5e-7;

  void build();
  void reset_bounds();
  void reset_scales();
  std::vector<double> nonbasic_point() const;
  void compute_beta();
  void compute_beta_and_d();
  bool violated(int i) const;
  bool bounds_come_back();
  bool primal_feasible() const;
  bool dual_feasible() const;
  double residual() const;
  bool is_accurate() const;
  bool residual_is_due() const;
  void require_regular() const;
  bool rebuild_if_inaccurate();
  Turn take_turn(bool first);
  Turn dual_turn();
  Turn primal_turn();
  Turn finish_turn(Stop stop, int claim_without_pivot);
  Stop iterate(bool dual);
  Batch iterate_once(bool dual, int budget);
  Batch make_batch(bool dual, int budget);
  void take_turns();
  bool out_of_limits() const;
  bool limited() const;
  bool past_limit() const;
  bool refuse_candidate(bool dual, int candidate);
  int count_degenerate() const;
  bool wrong_cost(int j, double tol = 0.0) const;
  bool boxed(int j);
  Implied implied_of(int k);
  int count_boxed();
  WrongCosts count_wrong_costs();
  void flip_wrong_costs();
  int count_violated() const;
  void begin_long_steps();
  void consider_long_steps();
  bool dual_goes_first();
  void make_dual_feasible();
  void perturb_costs(double relative = kPerturbation);
  void perturb_bounds();
  double random() { return uniform_(rng_); }

  Tableau& tableau_;
  const WorkingLp& lp_;
  const SimplexControl& control_;
  const Tolerances tol_;
  const Clock::time_point started_ = Clock::now();
  const int m_, nn_;
  SimplexState s_;
  LongSteps long_steps_;
  std::optional<ImpliedBounds> implied_;  // once they are asked for
  double build_seconds_ = 0.0;
  int claim_ = GPUINV_CLAIM_NONE;
  int candidate_ = -1;       // row (dual) or column of the last stop
  int pivots_ = 0;           // counted against the limit
  int since_build_ = 0;      // pivots since the tableau was built
  int doubts_ = 0;           // stops without a pivot
  int since_check_ = 0;      // pivots since the residual was checked
  bool perturbed_ = false;   // bounds or costs are perturbed
  bool shifted_ = false;     // costs were shifted to be dual feasible
  bool frees_;               // freed variables have no bounds
  bool true_costs_ = false;  // the dual method's costs are the problem's
  Reporter reporter_;
  std::minstd_rand rng_{1};  // fixed seed: the same pivots in every run
  std::uniform_real_distribution<double> uniform_{0.5, 1.0};
};

}  // namespace gpuinv
