// latch.hpp (a one-time event that a thread can await and leave)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <semaphore.h>

#include <atomic>

namespace gpuinv {

// One working thread opens the latch once; threads of the caller wait for that.
// A waiting thread holds nothing: a signal handler may leave wait() for good by
// longjmp, and pthread_cancel may end it.
class Latch {
 public:
  Latch() { sem_init(&opened_, 0, 0); }
  ~Latch() { sem_destroy(&opened_); }
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  // Whoever sees the latch open also sees all that this thread did before.  The
  // latch must outlive this call.
  void open() {
    open_.store(true, std::memory_order_release);
    sem_post(&opened_);
  }
  bool is_open() const { return open_.load(std::memory_order_acquire); }

  // Waits at most so many seconds; NaN and negative values count as 0.  Returns
  // true if the latch is open.
  bool wait(double seconds);

 private:
  std::atomic<bool> open_{false};
  sem_t opened_;
};

}  // namespace gpuinv
