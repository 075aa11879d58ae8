// preparation.hpp (an interior point method that is set up beside an engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <functional>
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
// First this looks at what a crossover would take.  If that is clearly less
// than what the engine may, its turn ends.  Else the set-up waits.  All
// functions are for the thread that makes the object.
class Preparation {
 public:
  // Whether a crossover is clearly faster than the engine: of the elements of
  // its factor and the seconds of its interior point method.
  using Clear = std::function<bool(double nnz_l, double seconds)>;

  // Copies the LP and begins.  Where it is not clear, the set-up waits until so
  // many seconds have passed.  `site` is that of the crossover; the device
  // objects of the set-up are its own.  Error(NOMEM): no thread can be started.
  Preparation(const WorkingLp& lp, const InteriorSite& site,
              const Interrupt& interrupt, double delay, Clear clear);
  // Waits for the end of what is under way, which may be an order.  Until then
  // a method that was taken must not be used any more.
  ~Preparation();
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  // Rings when a crossover is seen to be clearly faster.
  const Alarm& ready() const { return ready_; }

  // Waits for the method and asks the site's veto.  NULL if the set-up has
  // failed: the engine may have had the memory then, so try again.  Call it
  // once.  From now on `control` may end the method, too.  Throws
  // Interrupted, and what the veto throws.
  std::unique_ptr<InteriorSolver> take(const InteriorControl& control);

 private:
  void run() noexcept;
  void set_up();
  void look(double nnz_l, double seconds);
  void say(int level, const std::string& text);

  const OwnedLp owned_;
  const InteriorSite site_;  // of the caller
  const Clear clear_;
  Alarm stop_, begin_, ready_;
  const Interrupt interrupt_;
  // the other processors are busy: with the engine, its caller, and a rival
  const std::atomic<bool> others_{true};
  double nnz_l_ = 0.0, seconds_ = 0.0;  // what the veto is to judge
  const std::shared_ptr<PhaseTimes> times_ = std::make_shared<PhaseTimes>();
  double set_up_at_ = 0.0;           // by these times
  std::function<bool()> cancelled_;  // by whoever has taken the method
  std::vector<std::pair<int, std::string>> messages_;  // until it is taken
  Gpu gpu_;
  std::unique_ptr<InteriorSolver> solver_;
  Latch done_;     // when open, the thread uses nothing any more
  Worker worker_;  // last: its thread uses all members above
};

}  // namespace gpuinv
