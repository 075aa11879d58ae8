// check_crossover.cpp (from interior solutions to bases)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <atomic>
#include <cmath>
#include <cstdlib>

#include "crossover_testing.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/crossover/slices.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "random_lp.hpp"
#include "seed.hpp"

using gpuinv::At;
using gpuinv::BasisFactor;
using gpuinv::InteriorSample;
using gpuinv::Interrupt;
using gpuinv::SimplexBasis;
using gpuinv::WorkingLp;
using testing::check_basis;
using testing::control;
using testing::generator;
using testing::kInf;
using testing::RandomLp;
using testing::tools;
using testing::uniform;

namespace {

// The whole method leads to an optimal basis, the same every time.
START_TEST(crosses_to_the_optimum) {
  const RandomLp random(8 + 9 * _i, 14 + 20 * _i, _i % 2 ? 0.1 : 0.5);
  std::string said;
  const auto first = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                control(), tools(&said));
  ck_assert_int_eq(first.claim, GPUINV_CLAIM_OPTIMAL);
  ck_assert_msg(said.rfind("crossover:", 0) == 0, "%s", said.c_str());
  check_basis(random.lp, first.basis);
  BasisFactor factor;
  ck_assert(gpuinv::is_warm(
      random.lp, *gpuinv::count_violations(random.lp, first.basis, factor)));
  const auto second = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                 control(), tools(&said));
  ck_assert(first.basis.basic == second.basis.basic);
  ck_assert(first.basis.at == second.basis.at);
}
END_TEST

// A start of slacks is warm only if it is optimal.
START_TEST(slacks_are_not_warm) {
  RandomLp random(200, 300, 0.05);
  random.lp.c.assign(random.lp.n, 0.0);
  BasisFactor factor;
  for (int k = 0; k < 200; k++) {
    random.lp.l[k] = -kInf;
    random.lp.u[k] = kInf;
  }
  const auto warm = [&random, &factor](const SimplexBasis& basis) {
    return gpuinv::is_warm(random.lp,
                           *gpuinv::count_violations(random.lp, basis, factor));
  };
  ck_assert(warm(random.slack));
  SimplexBasis other = random.slack;
  const int entered = random.ptr[201] > random.ptr[200] ? 200 : 201;
  const int row = random.ind[random.ptr[entered]];
  std::swap(other.basic[row], other.nonbasic[entered - 200]);
  other.at[entered - 200] = At::kFree;
  ck_assert(warm(other));
  random.lp.l[(row + 1) % 200] = 1e5;  // one violation in 200 rows
  ck_assert(!warm(random.slack));
  ck_assert(warm(other));
}
END_TEST

// Points that are not optimal, or not even points, still lead to bases.
START_TEST(any_point_gives_a_basis) {
  const RandomLp random(40, 70, 0.2);
  const WorkingLp& lp = random.lp;
  InteriorSample sample = {std::vector<double>(lp.n),
                           std::vector<double>(lp.m)};
  for (double& x : sample.x) x = uniform(-100.0, 100.0);
  for (double& y : sample.y) y = uniform(-100.0, 100.0);
  if (_i == 1) sample = {{}, {}};
  if (_i == 2) sample.x[3] = sample.y[5] = std::nan("");
  if (_i == 3) sample.x[3] = sample.y[5] = kInf;
  if (_i == 4) sample.x.assign(lp.n, 0.0);
  if (_i == 5) sample.y.assign(lp.m, 1e30);
  if (_i == 6)
    for (int k = 0; k < lp.n; k++) sample.x[k] = uniform(0.5, 1.5);
  BasisFactor factor;
  const auto result =
      gpuinv::cross_over(lp, random.slack, sample, factor, Interrupt());
  check_basis(lp, result.basis);
}
END_TEST

// Two columns of inv(B)*A are updated by a pivot in the first one.
START_TEST(slices_pivot) {
  gpuinv::Slices slices(4);
  const double first[gpuinv::kLanes] = {2.0, 3.0},
               second[gpuinv::kLanes] = {4.0, 8.0};
  slices.append(7, first, 1.0);
  slices.append(9, second, -1.0);
  ck_assert_int_eq(slices.find(9), 1);
  ck_assert_int_eq(slices.find(8), -1);
  const auto factors = slices.eliminate(0, 1);
  ck_assert_double_eq(factors[0], 0.0);
  ck_assert_double_eq(factors[1], 2.0);
  ck_assert_double_eq(slices.lane(0)[0], 2.0);
  ck_assert_double_eq(slices.lane(0)[1], -4.0);
  ck_assert_double_eq(slices.lane(1)[0], -1.0);
  ck_assert_double_eq(slices.lane(1)[1], 0.0);
}
END_TEST

// Every row occurs twice: at most half of the columns that are not slacks fit
// into a basis.
START_TEST(dependent_rows) {
  RandomLp one(20, 60, 0.3), two(40, 0, 0.0);
  RandomLp& lp = two;
  for (int k = one.lp.m; k < one.lp.n; k++) {
    for (std::size_t t = one.lp.ptr[k]; t < one.lp.ptr[k + 1]; t++) {
      lp.put(one.lp.ind[t], one.lp.val[t]);
      lp.put(one.lp.ind[t] + 20, one.lp.val[t]);
    }
    lp.end();
    lp.lp.l.push_back(one.lp.l[k]);
    lp.lp.u.push_back(one.lp.u[k]);
    lp.lp.c.push_back(one.lp.c[k]);
    lp.slack.nonbasic.push_back(k + 20);
    lp.slack.at.push_back(std::isinf(one.lp.l[k]) ? At::kFree : At::kLower);
  }
  for (int i = 0; i < 40; i++) {
    lp.lp.l[i] = one.lp.l[i % 20];
    lp.lp.u[i] = one.lp.u[i % 20];
  }
  lp.lp.n = 100;
  lp.lp.ptr = {lp.ptr.data(), 0};
  lp.lp.ind = {lp.ind.data(), 0};
  lp.lp.val = {lp.val.data(), lp.val.size()};
  std::string said;
  const gpuinv::OwnedLp owned(lp.lp, {});
  const auto result =
      gpuinv::solve_by_crossover(lp.lp, lp.slack, control(), tools(&said));
  check_basis(owned.lp(), result.basis);
  BasisFactor factor;
  ck_assert(gpuinv::is_warm(
      owned.lp(), *gpuinv::count_violations(owned.lp(), result.basis, factor)));
}
END_TEST

// Returns the first report, asked for before the start.
gpuinv_progress first_report(const RandomLp& random, bool whole,
                             const InteriorSample& sample,
                             gpuinv::CrossoverCounts* counts) {
  gpuinv::ProgressRecord record;
  gpuinv_progress report;
  ck_assert(!record.read(&report));
  if (whole) {
    gpuinv::SimplexControl watched = control();
    watched.progress = &record;
    std::string said;
    gpuinv::solve_by_crossover(random.lp, random.slack, watched, tools(&said));
  } else {
    BasisFactor factor;
    *counts = gpuinv::cross_over(random.lp, random.slack, sample, factor,
                                 Interrupt(), gpuinv::PushWatch(&record))
                  .counts;
  }
  ck_assert(record.read(&report));
  ck_assert(std::isfinite(report.objective));
  return report;
}

// Reports first count iterations, then pushes of reduced costs or, if there are
// none, of values.
START_TEST(progress_is_told) {
  RandomLp random(40, 90, 0.2);
  gpuinv::CrossoverCounts counts;
  const auto iterations = first_report(random, true, {}, nullptr);
  ck_assert_int_eq(iterations.course, GPUINV_COURSE_FEASIBILITY);
  ck_assert_int_eq(iterations.pivots, 1);

  // at bounds, with multipliers that belong to no vertex
  InteriorSample sample = {std::vector<double>(random.lp.n, 0.0),
                           std::vector<double>(random.lp.m, 0.5)};
  const auto dual = first_report(random, false, sample, &counts);
  ck_assert_int_eq(dual.course, GPUINV_COURSE_DUAL);
  ck_assert_int_eq(dual.pivots, 0);
  ck_assert_int_ge(dual.number, 1);
  ck_assert_int_ge(counts.dual_pushes, dual.number);
  ck_assert_double_gt(dual.infeasibility, 0.0);

  // between bounds, without reduced costs
  random.lp.c.assign(random.lp.n, 0.0);
  sample = {std::vector<double>(random.lp.n, 2.0),
            std::vector<double>(random.lp.m, 0.0)};
  const auto primal = first_report(random, false, sample, &counts);
  ck_assert_int_eq(primal.course, GPUINV_COURSE_PRIMAL);
  ck_assert_int_eq(counts.dual_pushes, 0);
  ck_assert_int_ge(primal.number, counts.primal_pushes);
  ck_assert_double_gt(primal.infeasibility, 0.0);
}
END_TEST

START_TEST(ends_when_it_is_to) {
  const RandomLp random(40, 70, 0.2);
  std::atomic<bool> cancel{true};
  const Interrupt interrupt(&cancel,
                            Interrupt::Clock::now() + std::chrono::hours(1));
  BasisFactor factor;
  bool ended = false;
  try {
    gpuinv::cross_over(random.lp, random.slack, {}, factor, interrupt);
  } catch (const gpuinv::Interrupted&) {
    ended = true;
  }
  ck_assert(ended);
}
END_TEST

}  // namespace

int main() {
  generator.seed(testing::seed());
  Suite* suite = suite_create("crossover");
  TCase* tcase = tcase_create("host");
  tcase_set_timeout(tcase, 120.0);
  tcase_add_loop_test(tcase, crosses_to_the_optimum, 0, 10);
  tcase_add_test(tcase, slacks_are_not_warm);
  tcase_add_loop_test(tcase, any_point_gives_a_basis, 0, 7);
  tcase_add_test(tcase, slices_pivot);
  tcase_add_test(tcase, dependent_rows);
  tcase_add_test(tcase, progress_is_told);
  tcase_add_test(tcase, ends_when_it_is_to);
  suite_add_tcase(suite, tcase);
  suite_add_tcase(suite, testing::active_cases());
  suite_add_tcase(suite, testing::face_cases());
  suite_add_tcase(suite, testing::factor_cases());
  suite_add_tcase(suite, testing::farkas_cases());
  suite_add_tcase(suite, testing::folded_cases());
  suite_add_tcase(suite, testing::rival_cases());
  suite_add_tcase(suite, testing::runner_cases());
  suite_add_tcase(suite, testing::side_cases());
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
