// departure.cpp (the process does not end in the middle of some work)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/departure.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

// Plain atomics, as nothing may be destroyed before the last thread looks.
std::atomic<pid_t> process{0};
std::atomic<int> under_way{0};
std::atomic<bool> leaving{false};
std::atomic<unsigned> ended{0};

// Vendors' libraries set up parts of themselves, cuBLAS its tables, as they are
// called.  Hence exit() is asked again after 1, 2, 4, 8... pieces of work, and
// takes apart those parts after it has waited.
void ask_at_exit() {
  const unsigned n = ++ended;
  if ((n & (n - 1)) == 0) std::atexit(Stay::leave);
}

// exit() destroys the variables of the thread that calls it before all others
// (C++17, [basic.start.term]).
struct Farewell {
  ~Farewell() { Stay::leave(); }
};

}  // namespace

// A child of a process does not have its parent's work.
void Stay::begin() {
  const pid_t self = getpid();
  if (process.exchange(self) != self) {
    under_way.store(0);
    leaving.store(false);
  }
  under_way++;
  if (!leaving.load()) return;
  end();
  throw Error(GPUINV_CANNOT, "no more work, as the process ends");
}

void Stay::end() {
  ask_at_exit();
  under_way--;
}

void Stay::leave() {
  constexpr std::chrono::milliseconds kLook{1};
  if (process.load() != getpid()) return;
  leaving.store(true);
  while (under_way.load() > 0) std::this_thread::sleep_for(kLook);
}

// At the end of any other thread the process may go on.
void Stay::leave_with_main() {
  if (gettid() == getpid()) thread_local const Farewell farewell;
}

}  // namespace gpuinv
