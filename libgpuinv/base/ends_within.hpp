// ends_within.hpp (a call that may never return)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/latch.hpp"

namespace gpuinv {

// Calls work() on a thread of its own, waits for it at most so long, and
// returns whether it has ended; throws what it throws.  Else its thread is left
// behind, so that work must own what it uses.  If the system has no thread,
// this one calls work().  Do not cancel this thread meanwhile.
inline bool ends_within(double seconds, std::function<void()> work) {
  struct Call {
    explicit Call(std::function<void()> body) : work(std::move(body)) {}
    void run() {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
      ended.open();
    }
    const std::function<void()> work;
    std::exception_ptr error;
    Latch ended;
  };
  const auto call = std::make_shared<Call>(std::move(work));
  const BlockedSignals blocked;
  std::thread thread;
  try {
    thread = std::thread([call] { call->run(); });
  } catch (const std::system_error&) {
    call->run();
  }
  if (!call->ended.wait(seconds)) {
    thread.detach();
    return false;
  }
  if (thread.joinable()) thread.join();
  if (call->error != nullptr) std::rethrow_exception(call->error);
  return true;
}

}  // namespace gpuinv
