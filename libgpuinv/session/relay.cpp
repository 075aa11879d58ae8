// relay.cpp (an interior point method with a successor)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/relay.hpp"

#include <utility>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

Relay::Relay(std::unique_ptr<InteriorSolver> first,
             const InteriorControl& control, Serves serves,
             MakeInterior successor, Tell tell, TellStep tell_step)
    : solver_(std::move(first)),
      control_(control),
      serves_(serves),
      successor_(std::move(successor)),
      tell_(std::move(tell)),
      tell_step_(std::move(tell_step)) {}

bool Relay::step() {
  const bool more = goes_on();
  tell_step_(more);
  return more;
}

bool Relay::goes_on() {
  try {
    if (solver_->step()) return true;
    if (!successor_ || serves_(solver_->iteration())) return false;
    const InteriorStatus status = solver_->solution().status;
    if (status != InteriorStatus::kNoProgress &&
        status != InteriorStatus::kUnstable)
      return false;
  } catch (const Error& e) {
    if (!successor_) throw;
    hand_over(e.what(), true);
    return true;
  }
  hand_over("the interior point method is stuck", false);
  return true;
}

void Relay::hand_over(const std::string& why, bool failed) {
  const MakeInterior successor = std::exchange(successor_, nullptr);
  tell_(why, failed);
  InteriorLp problem = solver_->take_problem();
  solver_.reset();  // frees its memory first
  solver_ = successor(std::move(problem), control_);
}

}  // namespace gpuinv
