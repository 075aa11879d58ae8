// interior_point.hpp (control of an interior point solve)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cmath>
#include <memory>
#include <string>

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/reductions.hpp"
#include "libgpuinv/interior/scaling.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// Presolves, iterates, and judges every point by the problem as given.  If the
// iterations get stuck, the same method solves two auxiliary problems for
// certificates: the least sum of row violations, and the steepest ray.
class InteriorPoint final : public InteriorSolver {
 public:
  enum class Purpose { kSolve, kCertify };

  InteriorPoint(InteriorLp lp, const InteriorControl& control,
                const MethodFactory& factory, Purpose purpose);

  std::string description() const override;
  bool step() override;
  const InteriorIteration& iteration() const override { return iteration_; }
  InteriorSolution solution() override;
  InteriorLp take_problem() override;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Certificate { kFarkas, kRay };

  void begin();
  void start(bool near);
  bool out_of_limits();
  void judge();
  bool is_stuck(const Progress& p);
  void mark(double merit);
  bool is_optimal();
  bool is_optimal_settled(double tolerance);
  bool passes(const Measures& measures, double tolerance);
  Aim aim() const;
  void sharpen(const Measures& measures);
  bool has_farkas_ray();
  bool has_primal_ray();
  bool diverges() const;
  void give_up(InteriorStatus status);
  void begin_auxiliary(Certificate certificate);
  void step_auxiliary();
  bool auxiliary_proves();
  void end_auxiliary();
  bool take_farkas_ray(std::vector<double> y);
  bool take_primal_ray(std::vector<double> d);
  void take_point(bool kept);
  void finish(InteriorStatus status);
  // All statements about a point refer to lp_.
  const InteriorLp& solved() const { return relaxed_ ? *relaxed_ : lp_; }

  InteriorLp lp_;  // in the units units_
  const Equilibration units_;
  const std::unique_ptr<const InteriorLp> relaxed_;  // relaxation of lp_, or
                                                     // null
  const InteriorControl control_;
  const MethodFactory factory_;
  const Purpose purpose_;
  const Clock::time_point started_ = Clock::now();
  const Norms norms_;
  Reductions presolve_;
  std::string reduced_;  // the presolve's result, in words
  std::unique_ptr<BoundedForm> form_;
  std::unique_ptr<InteriorMethod> method_;
  std::unique_ptr<InteriorPoint> auxiliary_;
  Certificate wanted_ = Certificate::kFarkas;
  InteriorStatus fallback_ = InteriorStatus::kNoProgress;
  InteriorIteration iteration_;
  std::vector<double> x_, y_;  // a point of lp_, or a ray
  InteriorStatus status_ = InteriorStatus::kRunning;
  // Merits: the least ones so far.
  double best_ = HUGE_VAL, marked_ = 0.0, marked_distance_ = 0.0;
  int stuck_ = 0;  // short steps in a row
  double farkas_ = 0.0, ray_ = 0.0;
  int marked_count_ = -1;
  double gap_share_ = 0.0, left_ = 0.0, settled_ = 0.0;
};

}  // namespace gpuinv
