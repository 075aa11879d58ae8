// engine_limit_cases.cpp (conformance: limits of simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "conformance.hpp"
#include "engine_testing.hpp"

using testing::Engine;
using testing::Lp;
using Clock = std::chrono::steady_clock;

START_TEST(iteration_limit) {
  const Lp lp = testing::long_lp(60);
  Engine engine;
  for (int limit : {0, 1, 10}) {
    engine.parm.it_lim = limit;
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_NONE);
    ck_assert_int_le(engine.pivots, limit);
    ck_assert(std::isfinite(engine.objective(lp)));
  }
}
END_TEST

START_TEST(time_limit) {
  const Lp lp = testing::busy_lp();
  Engine engine;
  engine.parm.tm_lim = 0.05;
  const auto begin = Clock::now();
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  const std::chrono::duration<double> used = Clock::now() - begin;
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_NONE);
  ck_assert_double_lt(used.count(), 0.5 * testing::patience());
}
END_TEST

// Returns an LP with a dense start basis, whose inversion takes far longer than
// the promised time.
static Lp dense_start(int size) {
  Lp lp = testing::long_lp(size);
  std::rotate(lp.head.begin(), lp.head.begin() + size, lp.head.end());
  return lp;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

START_TEST(cancel_in_inversion) {
  const Lp lp = dense_start(1500);
  std::vector<double> seconds;
  for (double after : {0.0, 0.02, 0.05, 0.08, 0.12}) {
    Engine engine;
    ck_assert_int_eq(engine.start(lp), GPUINV_OK);
    engine.api->engine_wait(engine.handle, after);
    const auto begin = Clock::now();
    engine.api->engine_delete(engine.handle);
    const std::chrono::duration<double> used = Clock::now() - begin;
    engine.handle = nullptr;
    seconds.push_back(used.count());
  }
  ck_assert_double_lt(median(seconds), 0.05 * testing::patience());
}
END_TEST

// An engine that crosses over can be left alone in every phase: copy, ordering,
// factorizations, start basis, pushes.
START_TEST(cancel_in_crossover) {
  const Lp lp = testing::long_lp(600);
  std::vector<double> seconds;
  for (double after = 0.0; after < 0.2; after += 0.02) {
    Engine engine;
    engine.options = "backend=host form=crossover";
    ck_assert_int_eq(engine.start(lp), GPUINV_OK);
    engine.api->engine_wait(engine.handle, after);
    const auto begin = Clock::now();
    engine.api->engine_delete(engine.handle);
    const std::chrono::duration<double> used = Clock::now() - begin;
    engine.handle = nullptr;
    seconds.push_back(used.count());
  }
  ck_assert_double_lt(median(seconds), 0.05 * testing::patience());
}
END_TEST

START_TEST(time_limit_in_inversion) {
  const Lp lp = dense_start(1500);
  std::vector<double> over;
  for (double limit : {0.02, 0.04, 0.06, 0.08, 0.1}) {
    Engine engine;
    engine.parm.tm_lim = limit;
    ck_assert_int_eq(engine.start(lp), GPUINV_OK);
    const auto begin = Clock::now();
    while (engine.api->engine_wait(engine.handle, 10.0) == 0) continue;
    const std::chrono::duration<double> used = Clock::now() - begin;
    ck_assert_int_eq(engine.result(), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_NONE);
    // a device may have finished the inversion by then
    if (engine.pivots == 0) ck_assert(engine.head == lp.head);
    over.push_back(used.count() - limit);
  }
  ck_assert_double_lt(median(over), 0.05 * testing::patience());
}
END_TEST

[[maybe_unused]] static void* wait_long(void* handle) {
  gpuinv_get_api(GPUINV_VERSION)
      ->engine_wait(static_cast<gpuinv_engine*>(handle), 100.0);
  return handle;
}

// A thread that is cancelled while it waits leaves all in order.  (The address
// sanitizer takes what it leaves on its stack as alive.)
START_TEST(waiting_thread_is_cancelled) {
  const Lp lp = testing::busy_lp();
  Engine engine;
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  pthread_t thread;
  void* end = nullptr;
  ck_assert_int_eq(pthread_create(&thread, NULL, wait_long, engine.handle), 0);
  pthread_cancel(thread);
  pthread_join(thread, &end);
  ck_assert(end == PTHREAD_CANCELED || end == engine.handle);
  ck_assert_int_eq(engine.finish(lp), GPUINV_OK);
}
END_TEST

// A handler can leave a caller that has not noted the deletion.
START_TEST(deleted_twice) {
  const Lp lp = testing::long_lp(60);
  Engine engine;
  int number;
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  for (int t = 0; t < 3; t++) engine.api->engine_delete(engine.handle);
  ck_assert_int_eq(engine.api->engine_wait(engine.handle, 1.0), 1);
  ck_assert_int_eq(
      engine.api->engine_result(engine.handle, &number, &number, &number,
                                engine.head.data(), engine.flag.data(),
                                engine.ray.data()),
      GPUINV_STATE);
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_OPTIMAL);
}
END_TEST

START_TEST(memory_limit) {
  const Lp lp = testing::long_lp(60);
  Engine engine;
  engine.options += " memory=1000";
  ck_assert_int_eq(engine.solve(lp), GPUINV_CANNOT);
  ck_assert_ptr_nonnull(
      std::strstr(engine.api->last_error(engine.session), "memory=1000"));
}
END_TEST

// There is nothing to do, and the log says so.
static void hear_plan(void* info, int level, const char* text) {
  if (level == GPUINV_LOG_ALL &&
      std::strstr(text, " form, 60 by 60, nucleus 0"))
    ++*static_cast<int*>(info);
}

START_TEST(spent_limits) {
  const Lp lp = testing::long_lp(60);
  int heard = 0;
  Engine engine(hear_plan, &heard);
  engine.parm.it_lim = 0;
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  engine.parm = testing::parameters();
  for (double passed : {0.0, -1.0, static_cast<double>(-INFINITY)}) {
    engine.parm.tm_lim = passed;
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_NONE);
    ck_assert_int_eq(engine.pivots, 0);
    ck_assert(engine.head == lp.head);
  }
  ck_assert_int_eq(heard, 1);
}
END_TEST

TCase* engine_limit_cases(EngineForm form) {
  TCase* tcase = tcase_create("engine limits");
  conformance_form(tcase, form);
  tcase_set_timeout(tcase, 240);
  tcase_add_test(tcase, iteration_limit);
  tcase_add_test(tcase, time_limit);
  tcase_add_test(tcase, cancel_in_inversion);
  tcase_add_test(tcase, cancel_in_crossover);
  tcase_add_test(tcase, time_limit_in_inversion);
#ifndef __SANITIZE_ADDRESS__
  tcase_add_test(tcase, waiting_thread_is_cancelled);
#endif
  tcase_add_test(tcase, deleted_twice);
  tcase_add_test(tcase, memory_limit);
  tcase_add_test(tcase, spent_limits);
  return tcase;
}
