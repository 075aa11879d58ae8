// lease.hpp (how long a solve may read its caller's matrix)
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
  bool take() {
    const std::lock_guard<std::mutex> guard(lock_);
    taken_ = !cancelled_.load();
    return taken_;
  }
  void give_back() {
    const std::lock_guard<std::mutex> guard(lock_);
    taken_ = false;
    returned_.notify_all();
  }

  const std::atomic<bool>& cancelled() const { return cancelled_; }
  void cancel() { cancelled_.store(true); }
  // To be called after cancel(): waits until nobody reads the matrix any more.
  void await() {
    std::unique_lock<std::mutex> guard(lock_);
    returned_.wait(guard, [this] { return !taken_; });
  }

 private:
  std::atomic<bool> cancelled_{false};
  std::mutex lock_;
  std::condition_variable returned_;
  bool taken_ = false;
};

}  // namespace gpuinv
