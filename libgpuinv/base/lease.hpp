// lease.hpp (the caller's matrix, lent to the engine's thread)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace gpuinv {

// The engine's thread takes the caller's matrix before it reads it, and gives
// it back while it does work without it.  A thread of the caller that wants the
// matrix back cancels the solve, and need not wait for such work.
class Lease {
 public:
  // Returns false if the solve was cancelled.
  bool take();
  void give_back();
  bool taken();

  const std::atomic<bool>& cancelled() const { return cancelled_; }
  void cancel() { cancelled_.store(true); }
  // To be called after cancel(): waits until nobody reads the matrix any more.
  void await();

  // While it lives, the lease is that of the work on this thread.
  class OnThread {
   public:
    explicit OnThread(Lease* lease);
    ~OnThread();
    OnThread(const OnThread&) = delete;
    OnThread& operator=(const OnThread&) = delete;
  };

  // Give the lease of this thread back, if it is taken, and take it again.  The
  // first returns whether it was, the second throws Interrupted if the solve
  // was cancelled.
  struct Calls {
    bool (*pause)();
    void (*resume)();
  };
  // Returns those of this library.
  static const Calls& calls();
  // From now on the leases of this library's threads are those of another.
  static void share(const Calls& calls);
  static const Calls& shared();

 private:
  std::atomic<bool> cancelled_{false};
  std::mutex lock_;
  std::condition_variable returned_;
  bool taken_ = false;
};

// Waits for a device, which may hang, or for a library that cannot be
// interrupted.  The caller's matrix is not read meanwhile.
template <class Wait>
auto wait_without_matrix(Wait wait) {
  const bool paused = Lease::shared().pause();
  const auto resume = [paused] {
    if (paused) Lease::shared().resume();
  };
  try {
    const auto result = wait();
    resume();
    return result;
  } catch (...) {
    resume();
    throw;
  }
}

}  // namespace gpuinv
