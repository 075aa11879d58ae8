// worker.hpp (a thread for one job after the other)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

namespace gpuinv {

// A thread that stays between jobs: CUDA and cuBLAS set themselves up anew
// on every thread they meet, which takes as long as a small LP.  All signals
// are blocked on it, they are the caller's.  Not for two callers at a time.
class Worker {
 public:
  Worker();
  // Waits for the job; in a child of the process that has the thread, leaves
  // all as it is.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Starts a job, which must not throw, when the one before has ended.
  // Error(NOMEM) if there is no thread.
  void run(std::function<void()> job);
  // Until the job has ended.
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
  pid_t owner_ = 0;
};

}  // namespace gpuinv
