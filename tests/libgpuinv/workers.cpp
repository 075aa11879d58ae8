// workers.cpp (unit tests of threads: one kept between jobs, one left behind)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "workers.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "libgpuinv/base/detached.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/worker.hpp"

using gpuinv::Worker;

START_TEST(one_thread_does_jobs_in_order) {
  Worker worker;
  std::vector<int> done;
  std::set<std::thread::id> threads;
  for (int job = 0; job < 100; job++)
    worker.run([&, job] {
      threads.insert(std::this_thread::get_id());
      done.push_back(job);
    });
  worker.wait();
  ck_assert_uint_eq(done.size(), 100);
  for (int job = 0; job < 100; job++) ck_assert_int_eq(done[job], job);
  ck_assert_uint_eq(threads.size(), 1);
  ck_assert_uint_eq(threads.count(std::this_thread::get_id()), 0);
}
END_TEST

START_TEST(the_end_waits_for_the_job) {
  bool done = false;
  {
    Worker worker;
    worker.wait();  // returns at once
    worker.run([&done] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done = true;
    });
  }
  ck_assert(done);
}
END_TEST

START_TEST(signals_are_the_callers) {
  sigset_t mask;
  Worker worker;
  worker.run([&mask] { pthread_sigmask(SIG_SETMASK, nullptr, &mask); });
  worker.wait();
  ck_assert_int_eq(sigismember(&mask, SIGINT), 1);
  ck_assert_int_eq(sigismember(&mask, SIGALRM), 1);
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  ck_assert_int_eq(sigismember(&mask, SIGINT), 0);
}
END_TEST

// The child has no such thread and must not wait for it.
START_TEST(a_child_leaves_it_alone) {
  auto worker = std::make_unique<Worker>();
  worker->run([] {});
  worker->wait();
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    alarm(10);  // a worker may be used again, or not
    int done = 0;
    worker->wait();
    worker->run([&done] { done++; });
    worker->wait();
    worker.reset();
    Worker own;
    own.run([&done] { done++; });
    own.wait();
    _exit(done == 2 ? 0 : 1);
  }
  int status = -1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

// Whoever waits may then take apart what the work has used.
START_TEST(detached_work_keeps_nothing) {
  for (int round = 0; round < 200; round++) {
    const bool fails = round % 2 == 1;
    const auto owned = std::make_shared<int>(0);
    std::future<void> done = gpuinv::start_detached([owned, fails] {
      ++*owned;
      if (fails) throw gpuinv::Error(GPUINV_DEVICE, "it fails");
    });
    bool failed = false;
    try {
      done.get();
    } catch (const gpuinv::Error&) {
      failed = true;
    }
    ck_assert(failed == fails);
    ck_assert_int_eq(*owned, 1);
    ck_assert_int_eq(owned.use_count(), 1);
  }
}
END_TEST

TCase* worker_cases() {
  TCase* cases = tcase_create("workers");
  tcase_add_test(cases, one_thread_does_jobs_in_order);
  tcase_add_test(cases, the_end_waits_for_the_job);
  tcase_add_test(cases, signals_are_the_callers);
  tcase_add_test(cases, a_child_leaves_it_alone);
  tcase_add_test(cases, detached_work_keeps_nothing);
  return cases;
}
