// engine_watch_cases.cpp (conformance: progress and objective limits of
// simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "conformance.hpp"
#include "engine_testing.hpp"

using testing::Engine;
using testing::Lp;

// Returns a long LP whose costs are all positive, so that the slack basis is
// dual feasible; it is not primal feasible.
static Lp dual_lp(int size) {
  Lp lp = testing::long_lp(size);
  for (double& c : lp.c) c = std::fabs(c);
  for (int k = lp.m; k < lp.n; k++) lp.c[k] += 0.1;
  return lp;
}

// The same, but primal feasible and not dual feasible.
static Lp primal_lp(int size) {
  Lp lp = testing::long_lp(size);
  for (double& b : lp.b) b = std::fabs(b);
  return lp;
}

// Returns the reports until the engine has ended; takes the result.
static std::vector<gpuinv_progress> watch(Engine& engine, const Lp& lp) {
  std::vector<gpuinv_progress> reports;
  gpuinv_progress report;
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  while (engine.api->engine_wait(engine.handle, 0.0005) == 0)
    if (engine.api->engine_progress(engine.handle, &report))
      reports.push_back(report);
  ck_assert_int_eq(engine.finish(lp), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_OPTIMAL);
  if (engine.api->engine_progress(engine.handle, &report))
    reports.push_back(report);
  ck_assert_int_eq(engine.api->engine_progress(engine.handle, &report), 0);
  return reports;
}

static void check_reports(const std::vector<gpuinv_progress>& reports,
                          double optimum, int pivots) {
  const double tol = 1e-5 * (1.0 + std::fabs(optimum));
  int last = 0;
  for (const gpuinv_progress& r : reports) {
    ck_assert_int_ge(r.pivots, last);
    last = r.pivots;
    ck_assert(std::isfinite(r.objective));
    ck_assert_double_ge(r.infeasibility, 0.0);
    ck_assert_int_ge(r.number, 0);
    if (r.course == GPUINV_COURSE_PRIMAL) {
      ck_assert_double_ge(r.objective, optimum - tol);
      ck_assert_double_le(r.infeasibility, tol);
    } else if (r.course == GPUINV_COURSE_DUAL) {
      ck_assert_double_le(r.objective, optimum + tol);
    } else {
      ck_assert_int_eq(r.course, GPUINV_COURSE_FEASIBILITY);
    }
  }
  ck_assert_int_le(last, pivots);
}

static int count(const std::vector<gpuinv_progress>& reports, int course) {
  return static_cast<int>(std::count_if(
      reports.begin(), reports.end(),
      [course](const gpuinv_progress& r) { return r.course == course; }));
}

// Returns how many reports were seen.  Between two looks of a busy processor a
// device may reach the optimum.
static int see_reports(bool dual, int size) {
  Lp lp = dual ? dual_lp(size) : primal_lp(size);
  lp.base = 1;
  Engine engine;
  // its boxes would make that one the dual method's without a limit
  if (!dual) engine.parm.obj_ul = 1e9;
  const std::vector<gpuinv_progress> reports = watch(engine, lp);
  check_reports(reports, engine.objective(lp), engine.pivots);
  if (!reports.empty())
    ck_assert_int_eq(count(reports, GPUINV_COURSE_DUAL) > 0, dual);
  return static_cast<int>(reports.size());
}

START_TEST(progress_is_told) {
  constexpr int kMostTimes = 4;
  const int size = testing::busy_lp().m;
  int seen = 0;
  for (int times = 1; seen < 2 && times <= kMostTimes; times *= 2)
    seen = see_reports(_i == 1, times * size);
  ck_assert_int_ge(seen, 2);
}
END_TEST

// --- objective limits --------------------------------------------------

struct Optimum {
  double value;
  int pivots;
};

static Optimum optimum_of(Engine& engine, const Lp& lp) {
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_OPTIMAL);
  return {engine.objective(lp), engine.pivots};
}

// A basis that is claimed to be beyond a limit is, and it is dual feasible: a
// solve that starts from it agrees at once.
START_TEST(objective_limit) {
  Lp lp = dual_lp(80);
  lp.base = 1;
  Engine engine;
  const Optimum optimum = optimum_of(engine, lp);
  const double tol = 1e-9 * optimum.value;
  int before = 0;
  for (double share : {0.01, 0.1, 0.3, 0.6}) {
    engine.parm.obj_ul = share * optimum.value;
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_LIMIT);
    ck_assert_double_ge(engine.objective(lp), engine.parm.obj_ul - tol);
    ck_assert_double_le(engine.objective(lp), optimum.value + tol);
    ck_assert_int_ge(engine.pivots, before);
    before = engine.pivots;
    if (share < 0.2) ck_assert_int_lt(2 * engine.pivots, optimum.pivots);
    Lp warm(lp);
    warm.head = engine.head;
    warm.flag = engine.flag;
    ck_assert_int_eq(engine.solve(warm), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_LIMIT);
    ck_assert_int_eq(engine.pivots, 0);
    ck_assert(engine.head == warm.head);
  }
}
END_TEST

START_TEST(objective_limit_not_reached) {
  const Lp lp = dual_lp(80);
  Engine engine;
  const Optimum optimum = optimum_of(engine, lp);
  for (double limit : {DBL_MAX, static_cast<double>(INFINITY)}) {
    engine.parm.obj_ul = limit;
    ck_assert_int_eq(optimum_of(engine, lp).pivots, optimum.pivots);
  }
  engine.parm.obj_ul = optimum.value + 1.0;
  const Optimum other = optimum_of(engine, lp);
  ck_assert_double_eq_tol(other.value, optimum.value, 1e-9 * optimum.value);
}
END_TEST

// The start itself is beyond the limit, or the primal method, which knows no
// limit, continues from there.
START_TEST(objective_limit_at_start) {
  const Lp lp = dual_lp(40);
  Engine engine;
  engine.parm.obj_ul = 0.0;  // all variables are 0
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_LIMIT);
  ck_assert_int_eq(engine.pivots, 0);
  ck_assert(engine.head == lp.head);
  const Lp other = primal_lp(40);
  engine.parm.obj_ul = -1e9;
  const Optimum limited = optimum_of(engine, other);
  engine.parm.obj_ul = 1e9;  // beyond all that the primal method comes to
  ck_assert_double_eq(limited.value, optimum_of(engine, other).value);
  engine.parm.obj_ul = DBL_MAX;  // the dual method, by flips
  ck_assert_double_eq_tol(limited.value, optimum_of(engine, other).value,
                          1e-9 * std::fabs(limited.value));
}
END_TEST

// Costs that were shifted for a dual feasible start give no bound.
START_TEST(objective_limit_of_shifted_costs) {
  // minimize -3x - 2y, x + y <= 4, x + 3y >= 3
  const Lp lp(2, 2, {{1, 1}, {-1, -3}}, {4, -3}, {-3, -2});
  Engine engine;
  engine.parm.obj_ul = -1e9;
  ck_assert_double_eq_tol(optimum_of(engine, lp).value, -12.0, 1e-12);
}
END_TEST

TCase* engine_watch_cases(EngineForm form) {
  TCase* tcase = tcase_create("engine watch");
  conformance_form(tcase, form);
  tcase_set_timeout(tcase, 240);
  tcase_add_loop_test(tcase, progress_is_told, 0, 2);
  tcase_add_test(tcase, objective_limit);
  tcase_add_test(tcase, objective_limit_not_reached);
  tcase_add_test(tcase, objective_limit_at_start);
  tcase_add_test(tcase, objective_limit_of_shifted_costs);
  return tcase;
}
