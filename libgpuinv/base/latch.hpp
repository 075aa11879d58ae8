// latch.hpp (the end of work elsewhere, awaited where a handler may leave)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <semaphore.h>

#include <atomic>

namespace gpuinv {

// Opened once, by the thread that works; awaited by threads of the caller.
// Who waits holds nothing: a signal handler may leave wait() for good by
// longjmp, and pthread_cancel may end it.
class Latch {
 public:
  Latch() { sem_init(&opened_, 0, 0); }
  ~Latch() { sem_destroy(&opened_); }
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  // What was done before is seen by whoever sees it open.  The latch must
  // outlive this call.
  void open() {
    open_.store(true, std::memory_order_release);
    sem_post(&opened_);
  }
  bool is_open() const { return open_.load(std::memory_order_acquire); }

  // At most so long, NaN and negative being zero.  True if it is open.
  bool wait(double seconds);

 private:
  std::atomic<bool> open_{false};
  sem_t opened_;
};

}  // namespace gpuinv
