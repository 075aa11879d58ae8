// worker.hpp (a thread that does one job after another, and its end)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <semaphore.h>
#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>

namespace gpuinv {

// A thread that stays alive between jobs: CUDA and cuBLAS initialize themselves
// on every thread that calls them, which takes as long as a small LP.  All
// signals are blocked on this thread; they belong to the caller's threads.
// Only one caller at a time may use a worker.
class Worker {
 public:
  Worker();
  // Waits for the job.  In a child of the process that has the thread, it
  // leaves everything as it is.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Waits for the job before, then starts this one and returns.  The job must
  // not throw.  Throws Error(NOMEM) if the system has no thread.  A child of
  // the process that has the thread gets one of its own.
  void run(std::function<void()> job);
  // Waits until the job has ended.
  void wait();

 private:
  struct State;
  void forget_parents();

  std::unique_ptr<State> state_;
  pid_t owner_ = 0;
};

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
