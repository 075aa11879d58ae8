// apart.hpp (long work on a thread of its own, while the caller waits)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/worker.hpp"

namespace gpuinv {

// A program may leave a call by longjmp from a signal handler.  During a short
// call, signals wait for its end (blocked_signals.hpp).  Work that may take
// long is done on another thread; then the caller's thread holds nothing that a
// handler could leave behind.  Abandoned work goes on to its end.
class Apart {
 public:
  // A task owns all that it refers to, or refers to what outlives it.
  struct Task {
    virtual ~Task() = default;
    // Returns a status of gpuinv.h; must not throw.
    virtual int work() = 0;
    // Called after work() if the caller has abandoned it; must not throw.
    virtual void left() {}
    int status = 0;
  };

  // Starts the task.  No other one may be under way: see settle().
  void start(std::unique_ptr<Task> task);
  // Waits for it at most so long; true if it has ended.  A handler may leave
  // this for good, pthread_cancel end it.
  bool wait(double seconds);
  // Whether this thread of this process has started what is under way.
  bool is_ours() const;
  // After wait() has returned true.
  std::unique_ptr<Task> take();

  // Waits, as wait() does, for a task that this or any other thread has
  // abandoned.
  void settle();
  // Cleans up after a task that this thread has abandoned; call it after
  // settle(). Error(CANNOT) in a child of the process where the task runs.
  void clean_up();

 private:
  std::atomic<bool> busy_{false};  // started and not yet taken
  std::mutex lock_;                // protects done_
  std::shared_ptr<Latch> done_;    // opened at the end of the task
  std::unique_ptr<Task> task_;     // only its owner's thread uses it
  std::thread::id owner_;
  pid_t process_ = 0;
  Worker worker_;  // last: it uses all members above
};

}  // namespace gpuinv
