// preparation.hpp (an interior point method that is set up beside an engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/session/crossover_interior.hpp"

namespace gpuinv {

// Where a crossover follows a device's engine whose turn has ended, its
// interior point method is set up before that, on a thread of its own:
// presolve, the order and the symbolic factor of an energy model of 24 000 rows
// take a second of the host's time, in which the engine does not need the host.
// All functions are for the thread that makes the object.
class Preparation {
 public:
  // Copies the LP, and begins the set-up after so many seconds.  `site` is that
  // of the crossover; the device objects of the set-up are its own.
  // Error(NOMEM): no thread can be started.
  Preparation(const WorkingLp& lp, const InteriorSite& site,
              const Interrupt& interrupt, double delay);
  // Waits for the end of what is under way, which may be an order.  Until then
  // a method that was taken must not be used any more.
  ~Preparation();
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  // Waits for the method and asks the site's veto.  NULL if the set-up has
  // failed: the engine may have had the memory then, so try again.  Call it
  // once.  Throws Interrupted, and what the veto throws.
  std::unique_ptr<InteriorSolver> take();

 private:
  void run() noexcept;
  void say(int level, const std::string& text);

  const OwnedLp owned_;
  const InteriorSite site_;  // of the caller
  Alarm stop_, begin_;
  const Interrupt interrupt_;
  double nnz_l_ = 0.0, seconds_ = 0.0;  // what the veto is to judge
  bool taken_ = false;
  std::vector<std::pair<int, std::string>> messages_;  // until it is taken
  Gpu gpu_;
  std::unique_ptr<InteriorSolver> solver_;
  Latch done_;     // when open, the thread uses nothing any more
  Worker worker_;  // last: its thread uses all members above
};

}  // namespace gpuinv
