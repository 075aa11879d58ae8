// crews.cpp (threads that share work)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crews.hpp"

#include <dirent.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/crew.hpp"

namespace {

using gpuinv::Crew;
using gpuinv::Undisturbed;

// Does so many shares by a crew; returns how often each was done.
std::vector<int> share_out(int shares) {
  std::vector<std::atomic<int>> done(shares);
  const Undisturbed here;
  Crew::here()->share_out(
      shares,
      [](const void* info, int share) {
        auto& all = *static_cast<const std::vector<std::atomic<int>>*>(info);
        const_cast<std::atomic<int>&>(all[share])++;
      },
      &done);
  return {done.begin(), done.end()};
}

bool does_all(int shares) {
  return share_out(shares) == std::vector<int>(shares, 1);
}

// Threads of this process.
int threads() {
  int count = 0;
  DIR* tasks = opendir("/proc/self/task");
  while (const dirent* task = readdir(tasks)) count += task->d_name[0] != '.';
  closedir(tasks);
  return count;
}

}  // namespace

START_TEST(every_share_is_done_once) {
  for (int round = 0; round < 2000; round++)
    for (const int shares : {1, 2, 3, 8}) ck_assert(does_all(shares));
}
END_TEST

// Callers do not wait for each other's work.
START_TEST(many_may_call_at_once) {
  std::atomic<int> bad{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 6; c++)
    callers.emplace_back([&bad] {
      for (int round = 0; round < 500; round++) bad += !does_all(8);
    });
  for (auto& caller : callers) caller.join();
  ck_assert_int_eq(bad, 0);
}
END_TEST

// A share may have shares of its own.
START_TEST(work_may_share_out) {
  std::atomic<int> good{0};
  const Undisturbed here;
  Crew::here()->share_out(
      8,
      [](const void* info, int) {
        auto* sum = static_cast<const std::atomic<int>*>(info);
        *const_cast<std::atomic<int>*>(sum) += does_all(8);
      },
      &good);
  ck_assert_int_eq(good, 8);
}
END_TEST

// A child has none of the threads, and the crew's lock may be held by one.
START_TEST(a_child_has_its_own_crew) {
  std::atomic<bool> ends{false};
  std::thread busy([&ends] {
    while (!ends) does_all(8);
  });
  for (int round = 0; round < 50; round++) {
    const pid_t child = fork();
    if (child == 0) _exit(does_all(8) ? 0 : 1);
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
  }
  ends = true;
  busy.join();
}
END_TEST

// Shares run on the processors that the caller may use, whoever had them
// before.
START_TEST(shares_stay_on_the_callers_processors) {
  cpu_set_t all;
  ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
  ck_assert(does_all(8));
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &all)) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    std::atomic<int> elsewhere{0};
    struct Info {
      std::atomic<int>* elsewhere;
      int cpu;
    } info{&elsewhere, cpu};
    const Undisturbed here;
    Crew::here()->share_out(
        8,
        [](const void* p, int) {
          const auto* i = static_cast<const Info*>(p);
          usleep(1000);  // others take shares meanwhile
          *i->elsewhere += sched_getcpu() != i->cpu;
        },
        &info);
    ck_assert_int_eq(elsewhere, 0);
  }
  ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
}
END_TEST

// The crew has at least seven threads then, more if it had more work before.
START_TEST(idle_threads_end) {
  ck_assert(does_all(8));
  const int others = threads() - 7;
  ck_assert_int_ge(others, 1);
  for (int wait = 0; wait < 100 && threads() > others; wait++)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ck_assert_int_le(threads(), others);
  ck_assert(does_all(8));
}
END_TEST

TCase* crew_cases() {
  TCase* tcase = tcase_create("crews");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, every_share_is_done_once);
  tcase_add_test(tcase, many_may_call_at_once);
  tcase_add_test(tcase, work_may_share_out);
  tcase_add_test(tcase, a_child_has_its_own_crew);
  tcase_add_test(tcase, shares_stay_on_the_callers_processors);
  tcase_add_test(tcase, idle_threads_end);
  return tcase;
}
