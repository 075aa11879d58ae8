// active_cases.cpp (linear programs without idle columns)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/simplex/active_lp.hpp"

using gpuinv::ActiveLp;
using gpuinv::SimplexResult;

namespace testing {
namespace {

constexpr int kRows = 30, kColumns = 70;

// Every fifth column that is no slack is fixed at zero, and so is every seventh
// slack.  Each test is a process of its own, which draws the same numbers as
// the others, so the loop variable makes LPs different.
RandomLp with_fixed_ones(int loop) {
  RandomLp random(kRows, kColumns, 0.1 + 0.02 * loop);
  for (int k = 0; k < random.lp.n; k += k < kRows ? 7 : 5)
    random.lp.l[k] = random.lp.u[k] = 0.0;
  for (int j = 0; j < kColumns; j++)
    if (random.lp.fixed(kRows + j)) random.slack.at[j] = At::kLower;
  return random;
}

SimplexResult solved(const WorkingLp& lp, const SimplexBasis& start) {
  gpuinv::HostTableau tableau{Interrupt()};
  return gpuinv::solve_simplex(tableau, lp, start, control());
}

// Only those are left out that are nonbasic, and only if they are zero.
START_TEST(some_columns_are_idle) {
  RandomLp random = with_fixed_ones(_i);
  const int idle = gpuinv::count_idle(random.lp, random.slack);
  ck_assert_int_eq(idle, 13);
  random.lp.l[35] = random.lp.u[35] = 1.0;
  ck_assert_int_eq(gpuinv::count_idle(random.lp, random.slack), idle - 1);
  const ActiveLp active(random.lp, random.slack, {});
  ck_assert_int_eq(active.lp().n, random.lp.n - idle + 1);
  ck_assert_int_eq(active.lp().m, kRows);
  check_basis(active.lp(), active.start());
  ck_assert_int_eq(gpuinv::count_idle(active.lp(), active.start()), 0);
  const SimplexBasis whole = active.whole(active.start());
  check_basis(random.lp, whole);
  ck_assert(whole.basic == random.slack.basic);
}
END_TEST

// Estimates of the tableau form count the others alone, and a basis whose
// nonbasic columns are all idle keeps them.
START_TEST(idle_columns_cost_nothing) {
  gpuinv::Size whole = {58866, 66918, 330000}, rest = {58866, 62816, 330000};
  const double seconds = gpuinv::tableau_seconds(rest);
  ck_assert_double_gt(gpuinv::tableau_seconds(whole), seconds);
  whole.idle = 4102;
  ck_assert_double_eq(gpuinv::tableau_seconds(whole), seconds);
  RandomLp random(kRows, kColumns, 0.2);
  for (int k = kRows; k < random.lp.n; k++)
    random.lp.l[k] = random.lp.u[k] = 0.0;
  ck_assert_int_eq(gpuinv::count_idle(random.lp, random.slack), 0);
}
END_TEST

// The basis of the rest is one of the whole LP, of the same objective and with
// the same claim.
START_TEST(optimum_without_idle_columns) {
  const RandomLp random = with_fixed_ones(_i);
  const WorkingLp& lp = random.lp;
  const SimplexResult all = solved(lp, random.slack);
  const ActiveLp active(lp, random.slack, {});
  SimplexResult rest = solved(active.lp(), active.start());
  ck_assert_int_eq(rest.claim, all.claim);
  rest.basis = active.whole(rest.basis);
  check_basis(lp, rest.basis);
  BasisFactor factor;
  if (rest.claim != GPUINV_CLAIM_OPTIMAL) {
    gpuinv::prove_infeasible(lp, 0, {}, &rest);
    ck_assert_int_eq(rest.claim, GPUINV_CLAIM_NO_PRIMAL);
    return;
  }
  const auto violations = gpuinv::count_violations(lp, rest.basis, factor);
  ck_assert_int_eq(violations->primal, 0);
  ck_assert_int_eq(violations->dual, 0);
}
END_TEST

}  // namespace

TCase* active_cases() {
  TCase* tcase = tcase_create("active");
  tcase_add_loop_test(tcase, some_columns_are_idle, 0, 3);
  tcase_add_test(tcase, idle_columns_cost_nothing);
  tcase_add_loop_test(tcase, optimum_without_idle_columns, 0, 20);
  return tcase;
}

}  // namespace testing
