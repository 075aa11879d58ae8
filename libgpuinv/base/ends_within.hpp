// ends_within.hpp (a call that may never return)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"

namespace gpuinv {

// Calls work() on a thread of its own, waits for its end at most so long, and
// returns whether it came; throws what work() throws.  Else the thread is left
// behind, so that work must own what it uses.  A thread that has ended is
// joined, because CUDA cleans up at the end of a thread.  If the system has no
// thread, this one calls work().  Do not cancel this thread meanwhile.
inline bool ends_within(double seconds, std::function<void()> work) {
  const auto task =
      std::make_shared<std::packaged_task<void()>>(std::move(work));
  std::future<void> done = task->get_future();
  const BlockedSignals blocked;
  std::thread thread;
  try {
    thread = std::thread([task] { (*task)(); });
  } catch (const std::system_error&) {
    (*task)();
  }
  const std::chrono::duration<double> most(seconds);
  if (done.wait_for(most) != std::future_status::ready) {
    thread.detach();
    return false;
  }
  if (thread.joinable()) thread.join();
  done.get();
  return true;
}

}  // namespace gpuinv
