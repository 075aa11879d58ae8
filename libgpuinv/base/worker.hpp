// worker.hpp (a thread that does one job after another)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

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

}  // namespace gpuinv
