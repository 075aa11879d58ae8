// departures.cpp (unit tests of the end of a process in the middle of work)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "departures.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/ends_within.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/interrupt.hpp"

using gpuinv::ends_within;
using gpuinv::Interrupt;
using gpuinv::Stay;

namespace {

enum { kMeant = 5, kWrong };

// Returns the exit status of a child that does this, or -1 after a signal, and
// its seconds.
template <class Work>
int in_child(Work work, double* seconds = nullptr) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    work();
    _exit(kWrong);
  }
  int status = -1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  if (seconds != nullptr)
    *seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::atomic<bool> ended{false};

// Ends where it is told that the process ends.
void work_on() {
  const std::atomic<bool> cancel{false};
  const Interrupt interrupt(&cancel, Interrupt::Clock::time_point::max());
  const Stay stay;
  while (!interrupt.wished()) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ended.store(true);
}

void end_well() {
  if (ended.load()) _exit(kMeant);
}

}  // namespace

// Work is told to end, and exit() waits for that.
START_TEST(exit_waits) {
  ck_assert_int_eq(in_child([] {
                     std::atexit(end_well);  // the last one called
                     Stay::ask_at_exit();
                     std::thread(work_on).detach();
                     std::this_thread::sleep_for(std::chrono::milliseconds(20));
                     std::exit(0);
                   }),
                   kMeant);
}
END_TEST

START_TEST(nothing_begins_later) {
  ck_assert_int_eq(in_child([] {
                     Stay::begin();
                     Stay::end();
                     Stay::leave();
                     try {
                       Stay::begin();
                     } catch (const gpuinv::Error&) {
                       _exit(kMeant);
                     }
                   }),
                   kMeant);
}
END_TEST

// What hangs for ever is not waited for.
START_TEST(exit_does_not_hang) {
  double seconds = 0.0;
  ck_assert_int_eq(in_child(
                       [] {
                         alarm(30);
                         Stay::begin();
                         Stay::give_up();
                         Stay::leave();
                         Stay::leave();  // exit() was asked more than once
                         _exit(kMeant);
                       },
                       &seconds),
                   kMeant);
  ck_assert_double_ge(seconds, 0.9);
}
END_TEST

// The child of a process that works has none of that work.
START_TEST(child_does_not_wait) {
  ck_assert_int_eq(in_child([] {
                     Stay::begin();
                     const int status = in_child([] {
                       alarm(10);
                       Stay::begin();
                       Stay::end();
                       Stay::leave();
                       _exit(kMeant);
                     });
                     _exit(status);
                   }),
                   kMeant);
}
END_TEST

// Threads that begin at once are all waited for.
START_TEST(threads_begin_at_once) {
  ck_assert_int_eq(in_child([] {
                     constexpr int kThreads = 8;
                     static std::atomic<int> left{kThreads};
                     for (int t = 0; t < kThreads; t++)
                       std::thread([] {
                         work_on();
                         left--;
                       }).detach();
                     std::this_thread::sleep_for(std::chrono::milliseconds(50));
                     Stay::leave();
                     std::this_thread::sleep_for(std::chrono::milliseconds(50));
                     _exit(left.load() == 0 ? kMeant : kWrong);
                   }),
                   kMeant);
}
END_TEST

// A call ends in time, throws, or is left behind; then it goes on.
START_TEST(calls_that_never_return) {
  auto calls = std::make_shared<std::atomic<int>>(0);
  ck_assert(ends_within(20.0, [calls] { ++*calls; }));
  ck_assert_int_eq(calls->load(), 1);
  bool thrown = false;
  try {
    ends_within(20.0, [] { throw gpuinv::NoAnswer(); });
  } catch (const gpuinv::NoAnswer&) {
    thrown = true;
  }
  ck_assert(thrown);
  ck_assert(!ends_within(0.01, [calls] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ++*calls;
  }));
  ck_assert_int_eq(calls->load(), 1);
  for (int k = 0; k < 1000 && calls->load() == 1; k++)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ck_assert_int_eq(calls->load(), 2);
}
END_TEST

TCase* departure_cases() {
  TCase* cases = tcase_create("departures");
  tcase_add_test(cases, exit_waits);
  tcase_add_test(cases, threads_begin_at_once);
  tcase_add_test(cases, nothing_begins_later);
  tcase_add_test(cases, exit_does_not_hang);
  tcase_add_test(cases, child_does_not_wait);
  tcase_add_test(cases, calls_that_never_return);
  return cases;
}
