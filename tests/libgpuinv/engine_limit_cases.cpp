// engine_limit_cases.cpp (conformance: limits of simplex engines)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <check.h>

#include <chrono>
#include <cmath>
#include <cstring>

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

START_TEST(memory_limit) {
  const Lp lp = testing::long_lp(60);
  Engine engine;
  engine.options += " memory=1000";
  ck_assert_int_eq(engine.solve(lp), GPUINV_CANNOT);
  ck_assert_ptr_nonnull(
      std::strstr(engine.api->last_error(engine.session), "memory=1000"));
}
END_TEST

// Nothing to do, but that is told.
static void hear_plan(void* info, int level, const char* text) {
  if (level == GPUINV_LOG_ALL && std::strstr(text, " form, 60 by 60, kernel 0"))
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
  tcase_add_test(tcase, memory_limit);
  tcase_add_test(tcase, spent_limits);
  return tcase;
}
