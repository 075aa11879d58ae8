// latch.cpp (a one-time event that a thread can await and leave)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/latch.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace gpuinv {
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
