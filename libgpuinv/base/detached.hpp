// detached.hpp (work on a thread that may be left behind)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <future>
#include <thread>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"

namespace gpuinv {

// Starts the work on a thread of its own and returns what tells its end.  If it
// hangs, it is left behind, so it must own what it uses.  At its end it gives
// up what it owns before that is told.
inline std::future<void> start_detached(std::function<void()> work) {
  std::packaged_task<void()> task([work = std::move(work)]() mutable {
    const BlockedSignals blocked;
    const std::function<void()> mine = std::move(work);
    mine();
  });
  std::future<void> done = task.get_future();
  std::thread(std::move(task)).detach();
  return done;
}

}  // namespace gpuinv
