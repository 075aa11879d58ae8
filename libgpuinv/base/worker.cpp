// worker.cpp (a thread that does one job after another, and its end)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/worker.hpp"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
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

namespace {

// A wait is cut into slices: one post wakes only one of several waiting
// threads, and somebody may set the clock that sem_timedwait uses.
constexpr double kSlice = 0.1;  // seconds

void wait_a_slice(sem_t* semaphore, double seconds) {
  constexpr long kSecond = 1000000000;
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 30)
  constexpr clockid_t kClock = CLOCK_MONOTONIC;
#else
  constexpr clockid_t kClock = CLOCK_REALTIME;
#endif
  timespec end;
  clock_gettime(kClock, &end);
  end.tv_nsec += static_cast<long>(seconds * kSecond);
  end.tv_sec += end.tv_nsec / kSecond;
  end.tv_nsec %= kSecond;
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 30)
  sem_clockwait(semaphore, kClock, &end);
#else
  sem_timedwait(semaphore, &end);
#endif
}

}  // namespace

bool Latch::wait(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  while (!is_open()) {
    const std::chrono::duration<double> passed = Clock::now() - begin;
    const double left = seconds - passed.count();
    if (!(left > 0.0)) return is_open();
    wait_a_slice(&opened_, std::min(left, kSlice));
  }
  return true;
}

}  // namespace gpuinv
