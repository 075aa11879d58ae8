// rival_cases.cpp (the simplex method beside a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>

#include "crossover_testing.hpp"
#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/session/rival.hpp"
#include "libgpuinv/simplex/standard_start.hpp"

using gpuinv::Alarm;
using gpuinv::Rival;

namespace testing {
namespace {

START_TEST(finds_the_optimum) {
  const RandomLp random(12 + 20 * _i, 30 + 40 * _i, _i % 2 ? 0.1 : 0.4);
  Rival rival(random.lp, random.slack, control());
  ck_assert(rival.wait({}));
  ck_assert(rival.ahead().rings() && !rival.running());
  const gpuinv::SimplexResult& result = rival.result();
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_OPTIMAL);
  check_basis(random.lp, result.basis);
  BasisFactor factor;
  const auto violations =
      gpuinv::count_violations(random.lp, result.basis, factor);
  ck_assert_int_eq(violations->primal, 0);
  ck_assert_int_eq(violations->dual, 0);
}
END_TEST

// A claim counts only with its proof.
void proves_none() {
  RandomLp random(20, 40, 0.3);
  random.lp.l[4] = 1e6;
  random.lp.u[4] = kInf;
  for (int k = 20; k < random.lp.n; k++) {
    random.lp.l[k] = 0.0;
    random.lp.u[k] = 4.0;
    random.slack.at[k - 20] = At::kLower;
  }
  Rival rival(random.lp, random.slack, control());
  ck_assert(rival.wait({}));
  ck_assert_int_eq(rival.result().claim, GPUINV_CLAIM_NO_PRIMAL);
  ck_assert_int_eq(static_cast<int>(rival.result().ray.size()), 20);
}

START_TEST(proves_that_there_is_none) { proves_none(); }
END_TEST

// In this LP each new tableau has one pivot, and none is left after it; so the
// dual method did not end.
START_TEST(doubts_have_an_end) {
  generator.seed(323478774);
  proves_none();
}
END_TEST

// Without time or pivots it has no result, and says so.
START_TEST(gives_up) {
  const RandomLp large(1500, 3500, 0.02), random(300, 700, 0.05);
  Rival late(large.lp, large.slack, control());
  late.limit(0.0);
  ck_assert(!late.wait({}));
  ck_assert(!late.ahead().rings() && !late.running());
  gpuinv::SimplexControl few = control();
  few.it_lim = 3;
  Rival short_one(random.lp, random.slack, few);
  ck_assert(!short_one.wait({}));
}
END_TEST

// Who waits may be interrupted, and the rival ends with what interrupts the
// solve, or with its object.
START_TEST(ends_with_the_solve) {
  const RandomLp large(1500, 3500, 0.02);
  std::atomic<bool> cancelled{false};
  const Interrupt interrupt(&cancelled, Interrupt::Clock::time_point::max());
  gpuinv::SimplexControl stopped = control();
  stopped.interrupt = interrupt;
  Rival rival(large.lp, large.slack, stopped);
  const auto soon = Interrupt::Clock::now() + std::chrono::milliseconds(1);
  ck_assert(!rival.wait(Interrupt(&cancelled, soon)));
  ck_assert(rival.running());
  cancelled = true;
  ck_assert(!rival.wait({}));
  ck_assert(!rival.running());
}
END_TEST

START_TEST(can_be_stopped) {
  const RandomLp large(1500, 3500, 0.02);
  Rival rival(large.lp, large.slack, control());
  rival.stop();
  ck_assert(!rival.running() && !rival.ahead().rings());
}
END_TEST

// Slacks do not replace a dual feasible start.
START_TEST(keeps_a_good_start) {
  const RandomLp random(60, 140, 0.1);
  Rival solved(random.lp, random.slack, control());
  ck_assert(solved.wait({}));
  Rival again(random.lp, solved.result().basis, control());
  ck_assert(again.wait({}));
  ck_assert_int_eq(again.result().pivots, 0);
}
END_TEST

START_TEST(alarms) {
  Alarm alarm;
  ck_assert(!Interrupt().or_by(&alarm).wished());
  alarm.ring_after(3600.0);
  ck_assert(!alarm.rings());
  alarm.ring_after(0.0);
  ck_assert(alarm.rings());
  Alarm other;
  other.ring();
  other.ring_after(3600.0);
  ck_assert(other.rings());
  ck_assert(Interrupt().or_by(&other).wished());
}
END_TEST

// As that of a rival that is first.
START_TEST(an_alarm_ends_a_crossover) {
  const RandomLp random(40, 90, 0.2);
  Alarm first;
  first.ring();
  gpuinv::SimplexControl stopped = control();
  stopped.interrupt = stopped.interrupt.or_by(&first);
  std::string said;
  try {
    gpuinv::solve_by_crossover(random.lp, random.slack, stopped, tools(&said));
    ck_abort_msg("it goes on");
  } catch (const gpuinv::Interrupted&) {
  }
}
END_TEST

START_TEST(busy_cores_are_not_free) {
  const int all = gpuinv::free_cores();
  const std::atomic<bool> idle{false}, busy{true};
  const gpuinv::BusyCores first(&busy), none(nullptr), second(&idle);
  ck_assert_int_eq(gpuinv::free_cores(), std::max(all - 1, 1));
  {
    const gpuinv::BusyCores third(&busy, 2);
    ck_assert_int_eq(gpuinv::free_cores(), std::max(all - 3, 1));
  }
  ck_assert_int_eq(gpuinv::free_cores(), std::max(all - 1, 1));
}
END_TEST

// The slacks are a dual feasible basis where each variable may rest at a bound
// that suits its cost.
START_TEST(standard_starts) {
  const RandomLp random(30, 60, 0.2);
  const auto start = gpuinv::standard_start(random.lp);
  ck_assert(start.has_value());
  ck_assert(gpuinv::is_basis(random.lp, *start));
  for (int i = 0; i < 30; i++) ck_assert_int_eq(start->basic[i], i);
  for (std::size_t j = 0; j < start->at.size(); j++) {
    const double c = random.lp.c[start->nonbasic[j]];
    if (start->at[j] != At::kUpper) ck_assert_double_ge(c, 0.0);
    if (start->at[j] != At::kLower) ck_assert_double_le(c, 0.0);
  }
  RandomLp open(30, 60, 0.2), bare(30, 60, 0.2);
  open.lp.c[40] = -1.0;
  open.lp.u[40] = kInf;
  ck_assert(!gpuinv::standard_start(open.lp));
  bare.lp.c[3] = 1.0;  // its row has no unit column without cost
  ck_assert(!gpuinv::standard_start(bare.lp));
}
END_TEST

}  // namespace

TCase* rival_cases() {
  TCase* tcase = tcase_create("rivals");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, finds_the_optimum, 0, 6);
  tcase_add_test(tcase, proves_that_there_is_none);
  tcase_add_test(tcase, doubts_have_an_end);
  tcase_add_test(tcase, gives_up);
  tcase_add_test(tcase, ends_with_the_solve);
  tcase_add_test(tcase, can_be_stopped);
  tcase_add_test(tcase, keeps_a_good_start);
  tcase_add_test(tcase, alarms);
  tcase_add_test(tcase, an_alarm_ends_a_crossover);
  tcase_add_test(tcase, busy_cores_are_not_free);
  tcase_add_test(tcase, standard_starts);
  return tcase;
}

}  // namespace testing
