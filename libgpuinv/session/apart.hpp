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

// A program may leave a call by longjmp from a signal handler.  Where a call
// is short, signals wait for its end (blocked_signals.hpp); what may take long
// is done on another thread, and the caller's holds nothing there that a
// handler could leave behind.  Work that was left goes on to its end.
class Apart {
 public:
  // Work that owns all it refers to, or refers to what outlives it.
  struct Task {
    virtual ~Task() = default;
    // A status of gpuinv.h; must not throw.
    virtual int work() = 0;
    // After work(), if nobody waits for it any more; must not throw.
    virtual void left() {}
    int status = 0;
  };

  // Nothing is under way: see settle().
  void start(std::unique_ptr<Task> task);
  // Waits for it at most so long; true if it has ended.  A handler may leave
  // this for good, pthread_cancel end it.
  bool wait(double seconds);
  // Whether this thread of this process has started what is under way.
  bool is_ours() const;
  // After wait() has returned true.
  std::unique_ptr<Task> take();

  // Waits, as wait() does, for work that was left by this thread, and for
  // that of any other.
  void settle();
  // After settle(): what this thread left is cleaned up.  Error(CANNOT) in a
  // child of the process where it is under way.
  void clean_up();

 private:
  std::atomic<bool> busy_{false};  // started and not taken
  std::mutex lock_;                // of done_
  std::shared_ptr<Latch> done_;    // of the task
  std::unique_ptr<Task> task_;     // its owner's
  std::thread::id owner_;
  pid_t process_ = 0;
  Worker worker_;  // last: it uses all of the above
};

}  // namespace gpuinv
