// apart.cpp (long work on a thread of its own, while the caller waits)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/apart.hpp"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

// The tasks of this process that are under way.  When the process ends or the
// library is closed, somebody must wait for those that were abandoned: the
// libraries that they call are taken apart next.
class Departure {
 public:
  ~Departure() {
    constexpr std::chrono::milliseconds kLook{1};
    while (process_.load() == getpid() && tasks_.load() > 0)
      std::this_thread::sleep_for(kLook);
  }
  // A child of a process does not have its parent's tasks.
  void begin() {
    const pid_t self = getpid();
    if (process_.exchange(self) != self) tasks_.store(0);
    tasks_++;
  }
  void end() { tasks_--; }

 private:
  std::atomic<pid_t> process_{0};
  std::atomic<int> tasks_{0};
};

Departure& departure() {
  static Departure of_this_process;
  return of_this_process;
}

}  // namespace

void Apart::start(std::unique_ptr<Task> task) {
  auto done = std::make_shared<Latch>();
  {
    const std::lock_guard<std::mutex> guard(lock_);
    done_ = done;
  }
  owner_ = std::this_thread::get_id();
  process_ = getpid();
  task_ = std::move(task);
  busy_.store(true);
  departure().begin();
  try {
    worker_.run([task = task_.get(), done] {
      task->status = task->work();
      departure().end();
      done->open();
    });
  } catch (...) {
    departure().end();
    (void)take();
    throw;
  }
}

bool Apart::wait(double seconds) { return done_->wait(seconds); }

bool Apart::is_ours() const {
  return busy_.load() && process_ == getpid() &&
         owner_ == std::this_thread::get_id();
}

std::unique_ptr<Apart::Task> Apart::take() {
  busy_.store(false);
  return std::move(task_);
}

void Apart::settle() {
  if (!busy_.load() || process_ != getpid()) return;
  Latch* done = nullptr;
  std::shared_ptr<Latch>* kept = nullptr;  // lost if a handler leaves
  {
    const BlockedSignals blocked;
    const std::lock_guard<std::mutex> guard(lock_);
    kept = new std::shared_ptr<Latch>(done_);
    done = kept->get();
  }
  done->wait(HUGE_VAL);
  const BlockedSignals blocked;
  delete kept;
}

void Apart::clean_up() {
  if (!busy_.load() || owner_ != std::this_thread::get_id()) return;
  if (process_ != getpid())
    throw Error(GPUINV_CANNOT, "the session works in the parent process");
  const std::unique_ptr<Task> task = take();
  task->left();
}

}  // namespace gpuinv
