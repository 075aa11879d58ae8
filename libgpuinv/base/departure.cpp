// departure.cpp (the process does not end in the middle of some work)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/departure.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/opening.hpp"

namespace gpuinv {
namespace {

// Plain atomics, as nothing may be destroyed before the last thread looks.
std::atomic<int> under_way{0};
std::atomic<bool> is_leaving{false};
std::atomic<bool> hung{false};
std::atomic<bool> in_vain{false};  // exit() has waited for what did not end
std::atomic<unsigned> asked{0};

// A child of the process does not have the threads that work.  One whose fork()
// began before this library was opened does not come here, and never waits.
std::atomic<pid_t> process{getpid()};
void in_child() {
  process.store(getpid());
  under_way.store(0);
  is_leaving.store(false);
  hung.store(false);
  in_vain.store(false);
  asked.store(0);
}

[[maybe_unused]] const int kRegistered =
    pthread_atfork(nullptr, nullptr, in_child);

// exit() destroys the variables of the thread that calls it before all others
// (C++17, [basic.start.term]).
struct Farewell {
  ~Farewell() { Stay::leave(); }
};

}  // namespace

void Stay::begin() {
  under_way++;
  if (!leaving()) return;
  under_way--;
  throw Error(GPUINV_CANNOT, "no more work, as the process ends");
}

void Stay::end() {
  ask_at_exit();
  under_way--;
}

// A child has no thread that would give back the lock of atexit(); fork() waits
// for an Opening.
void Stay::ask_at_exit() {
  const unsigned n = ++asked;
  if ((n & (n - 1)) != 0) return;
  const Opening no_fork;
  std::atexit(leave);
}

bool Stay::leaving() { return is_leaving.load(); }

void Stay::give_up() { hung.store(true); }

void Stay::leave() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kLook{1};
  constexpr std::chrono::seconds kLongest{60};
  constexpr std::chrono::seconds kHung{1};
  if (process.load() != getpid() || in_vain.load()) return;
  is_leaving.store(true);
  const Clock::time_point begin = Clock::now();
  while (under_way.load() > 0 &&
         Clock::now() - begin < (hung.load() ? kHung : kLongest))
    std::this_thread::sleep_for(kLook);
  in_vain.store(under_way.load() > 0);
}

// At the end of any other thread the process may go on.
void Stay::leave_with_main() {
  if (gettid() == getpid()) thread_local const Farewell farewell;
}

}  // namespace gpuinv
