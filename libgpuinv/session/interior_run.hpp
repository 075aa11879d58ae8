// interior_run.hpp (an interior point method of a session)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/session/messages.hpp"

// An interior point method, its messages, and its outcome.
struct gpuinv_interior {
 public:
  // begin() brings the solver, whose set-up may take long.  The control then
  // asks this object whether the method was given up.
  gpuinv_interior(gpuinv_session* owner, gpuinv::Messages& log,
                  const gpuinv_interior_lp& lp,
                  const gpuinv::InteriorControl& control);
  gpuinv_interior(const gpuinv_interior&) = delete;
  gpuinv_interior& operator=(const gpuinv_interior&) = delete;
  // The solver minimizes c'x; the caller's objective is c0 + c'x or c0 - c'x.
  // `times` belong to the solver.  If the solver fails or gets stuck, the
  // successor, if any, starts again with what is left of the control's limits.
  void begin(std::unique_ptr<gpuinv::InteriorSolver> solver,
             std::shared_ptr<gpuinv::PhaseTimes> times,
             gpuinv::MakeInterior successor);
  const gpuinv::InteriorControl& control() const { return control_; }

  // The line of the log on the point that the method has come to.
  void say_iteration();
  // Does one iteration and logs it.  Error(STATE) after a failure.
  void step();
  // Frees all large memory; step() fails from now on.
  void end_for_good() noexcept;
  // Returns how the method has ended, or kRunning.
  gpuinv::InteriorStatus status() const { return solution_.status; }
  // Returns the best point, with the signs of the problem as given.
  // Error(STATE) before the end.
  const gpuinv::InteriorSolution& solution() const;

  gpuinv_session* const session;
  bool slow = false;  // an iteration takes longer than a signal should wait

  // For the caller's thread, while another one has the rest of this object.
  std::size_t elements = 0;  // rows and columns
  bool under_way = false;    // a task has this object
  bool unwanted = false;     // to be deleted after that task
  bool overdue = false;      // the limit passed in a task: there is no point
  std::optional<int> status_of_task;  // ended, and not yet told
  // Whether the limit of seconds passed some time ago.
  bool past_its_limit() const;
  // The method ends after the iteration that is under way.
  void give_up() { given_up_.store(true); }

 private:
  bool iterate();
  bool hand_over(const std::string& why);
  void end();
  void say_times();
  void say_news();

  gpuinv::Messages& log_;
  std::unique_ptr<gpuinv::InteriorSolver> solver_;
  std::shared_ptr<gpuinv::PhaseTimes> times_;
  const double c0_, sign_;
  const std::chrono::steady_clock::time_point made_ =
      std::chrono::steady_clock::now();
  const double limit_;  // seconds from then on
  std::atomic<bool> given_up_{false};
  gpuinv::InteriorControl control_;
  gpuinv::MakeInterior successor_;
  int said_ = -1;  // count of the last iteration logged
  bool failed_ = false;
  gpuinv::InteriorSolution solution_;
};
