// worker.cpp (a thread that does one job after another)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/worker.hpp"

#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"

namespace gpuinv {

struct Worker::State {
  ~State() {
    {
      const std::lock_guard<std::mutex> guard(lock);
      leaves = true;
    }
    changed.notify_all();
    if (thread.joinable()) thread.join();
  }

  void work() {
    std::unique_lock<std::mutex> guard(lock);
    for (;;) {
      changed.wait(guard, [this] { return job || leaves; });
      if (!job) return;
      guard.unlock();
      job();
      guard.lock();
      job = nullptr;
      changed.notify_all();
    }
  }

  std::mutex lock;
  std::condition_variable changed;
  std::function<void()> job;  // running or about to run
  bool leaves = false;
  std::thread thread;
};

Worker::Worker() = default;

Worker::~Worker() { forget_parents(); }

// A thread of the parent does not exist in a child, and may have had the lock.
void Worker::forget_parents() {
  if (state_ != nullptr && owner_ != getpid()) (void)state_.release();
}

void Worker::run(std::function<void()> job) {
  forget_parents();
  if (state_ == nullptr) {
    pass(Site::kThread);
    const BlockedSignals blocked;
    auto state = std::make_unique<State>();
    try {
      state->thread = std::thread(&State::work, state.get());
    } catch (const std::system_error& e) {
      throw Error(GPUINV_NOMEM, std::string("no thread: ") + e.what());
    }
    state_ = std::move(state);
    owner_ = getpid();
  }
  wait();
  {
    const std::lock_guard<std::mutex> guard(state_->lock);
    state_->job = std::move(job);
  }
  state_->changed.notify_all();
}

void Worker::wait() {
  if (state_ == nullptr || owner_ != getpid()) return;
  std::unique_lock<std::mutex> guard(state_->lock);
  state_->changed.wait(guard, [this] { return !state_->job; });
}

}  // namespace gpuinv
