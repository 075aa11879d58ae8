// preparation.cpp (an interior point method that is set up beside an engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/preparation.hpp"

#include <chrono>
#include <thread>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/runner.hpp"

namespace gpuinv {

Preparation::Preparation(const WorkingLp& lp, const InteriorSite& site,
                         const Interrupt& interrupt, double delay, Clear clear)
    : owned_(lp, interrupt),
      site_(site),
      clear_(std::move(clear)),
      interrupt_(interrupt.or_by(&stop_)) {
  begin_.ring_after(delay);
  worker_.run([this] { run(); });
}

Preparation::~Preparation() {
  stop_.ring();
  worker_.wait();
}

// Its thread and the caller's never use the messages at the same time.
void Preparation::say(int level, const std::string& text) {
  if (cancelled_) return site_.say(level, text);
  messages_.emplace_back(level, text);
}

// The veto of the set-up: an order is known, and next is the device's part with
// cuDSS's own.  There each call would wait for a batch of the engine's pivots:
// southern1's part took .4 s beside them.
void Preparation::look(double nnz_l, double seconds) {
  constexpr std::chrono::milliseconds kLook(5);
  interrupt_.look();
  nnz_l_ = nnz_l;
  seconds_ = seconds;
  if (clear_(nnz_l, seconds)) return ready_.ring();
  const double since = times_->passed();
  while (!begin_.rings()) {
    std::this_thread::sleep_for(kLook);
    interrupt_.look();
  }
  times_->leave_out(times_->passed() - since);
}

void Preparation::set_up() {
  InteriorSite own = site_;
  own.gpu = &gpu_;
  own.falls_back = false;
  own.times = times_;
  own.say = [this](int level, const std::string& text) { say(level, text); };
  own.veto = [this](double nnz_l, double seconds) { look(nnz_l, seconds); };
  InteriorForm form(owned_.lp());
  InteriorControl control = crossover_control(interrupt_);
  control.cancelled = [this] {
    return interrupt_.wished() || (cancelled_ && cancelled_());
  };
  solver_ = create_crossover_interior(own, form.take_problem(), control);
}

// What fails here is made again when it is needed.
void Preparation::run() noexcept {
  try {
    const Stay stay;
    const BusyCores busy(&others_, free_cores());  // all but its own
    set_up();
  } catch (...) {
    // no method
  }
  set_up_at_ = times_->passed();
  done_.open();
}

std::unique_ptr<InteriorSolver> Preparation::take(
    const InteriorControl& control) {
  constexpr double kLook = 0.01;  // seconds between looks at the interrupt
  begin_.ring();
  while (!done_.wait(kLook)) {
    interrupt_.look();
    if (control.cancelled && control.cancelled()) throw Interrupted();
  }
  std::unique_ptr<InteriorSolver> solver = std::move(solver_);
  if (solver == nullptr) return nullptr;
  site_.veto(nnz_l_, seconds_);
  cancelled_ = control.cancelled;
  times_->leave_out(times_->passed() - set_up_at_);
  site_.say(GPUINV_LOG_ALL, "set up beside the simplex engine");
  for (const auto& [level, text] : messages_) site_.say(level, text);
  return solver;
}

}  // namespace gpuinv
