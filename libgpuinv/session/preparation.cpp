// preparation.cpp (an interior point method that is set up beside an engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/preparation.hpp"

#include <chrono>
#include <thread>

#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/runner.hpp"

namespace gpuinv {

Preparation::Preparation(const WorkingLp& lp, const InteriorSite& site,
                         const Interrupt& interrupt, double delay)
    : owned_(lp, interrupt), site_(site), interrupt_(interrupt.or_by(&stop_)) {
  begin_.ring_after(delay);
  worker_.run([this] { run(); });
}

Preparation::~Preparation() {
  stop_.ring();
  worker_.wait();
}

// Its thread and the caller's never use the messages at the same time.
void Preparation::say(int level, const std::string& text) {
  if (taken_) return site_.say(level, text);
  messages_.emplace_back(level, text);
}

// What fails here is made again when it is needed.
void Preparation::run() noexcept {
  constexpr std::chrono::milliseconds kLook(5);
  InteriorSite own = site_;
  try {
    const Stay stay;
    while (!begin_.rings()) {
      interrupt_.look();
      std::this_thread::sleep_for(kLook);
    }
    own.gpu = &gpu_;
    own.falls_back = false;
    own.times = std::make_shared<PhaseTimes>();
    own.say = [this](int level, const std::string& text) { say(level, text); };
    own.veto = [this](double nnz_l, double seconds) {
      interrupt_.look();
      nnz_l_ = nnz_l;
      seconds_ = seconds;
    };
    gpu_.devices_with(own.options.first_device());
    InteriorForm form(owned_.lp());
    solver_ = create_crossover_interior(own, form.take_problem(),
                                        crossover_control(interrupt_));
  } catch (...) {
    // no method
  }
  done_.open();
}

std::unique_ptr<InteriorSolver> Preparation::take() {
  constexpr double kLook = 0.01;  // seconds between looks at the interrupt
  begin_.ring();
  while (!done_.wait(kLook)) interrupt_.look();
  std::unique_ptr<InteriorSolver> solver = std::move(solver_);
  if (solver == nullptr) return nullptr;
  site_.veto(nnz_l_, seconds_);
  taken_ = true;
  site_.say(GPUINV_LOG_ALL, "set up beside the simplex engine");
  for (const auto& [level, text] : messages_) site_.say(level, text);
  return solver;
}

}  // namespace gpuinv
