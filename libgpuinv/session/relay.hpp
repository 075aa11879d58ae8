// relay.hpp (an interior point method with a successor)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/interior/interior_solver.hpp"

namespace gpuinv {

// A solver, usually of a device, that may fail or get stuck, and its successor,
// which then starts again with the problem.  If the solver gets stuck at a
// point for which `serves` is true, that point is the result instead.  `tell`
// gets the reason and whether it was an Error (failed) or the method's own end.
// `tell_step` is called after each step that returns `more`.
class Relay final : public InteriorSolver {
 public:
  using Tell = std::function<void(const std::string& why, bool failed)>;
  using TellStep = std::function<void(bool more)>;
  using Serves = bool (*)(const InteriorIteration&);

  Relay(std::unique_ptr<InteriorSolver> first, const InteriorControl& control,
        Serves serves, MakeInterior successor, Tell tell, TellStep tell_step);

  std::string description() const override { return solver_->description(); }
  bool step() override;
  const InteriorIteration& iteration() const override {
    return solver_->iteration();
  }
  InteriorSolution solution() override { return solver_->solution(); }
  InteriorLp take_problem() override { return solver_->take_problem(); }

 private:
  bool goes_on();
  void hand_over(const std::string& why, bool failed);

  std::unique_ptr<InteriorSolver> solver_;
  const InteriorControl control_;
  const Serves serves_;
  MakeInterior successor_;  // empty after it has taken over
  const Tell tell_;
  const TellStep tell_step_;
};

}  // namespace gpuinv
