// simplex_cases.cpp (conformance: statuses, bounds and classic LPs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "conformance.hpp"
#include "small_lp.hpp"
#include "testing.hpp"

using testing::SmallLp;
using testing::Verdict;

static const double kInf = HUGE_VAL;

// Runs the engine of the back end under test, in the form under test.
static Verdict run(const SmallLp& lp, int base = 0,
                   const Verdict* start = nullptr, int it_lim = 100000) {
  const std::string options =
      std::string(conformance_options()) + " " + conformance_form();
  return testing::solve(lp, options.c_str(), base, start, it_lim);
}

// Returns 1 if optimal with this objective and certified, 0 if not, -1 without
// a proposal.
static int optimal(const Verdict& v, double objective) {
  if (v.status != GPUINV_OK) return -1;
  return v.claim == GPUINV_CLAIM_OPTIMAL && v.basis && v.primal && v.dual &&
         std::fabs(v.objective - objective) <=
             1e-7 * (1 + std::fabs(objective));
}

// Returns max 3x+2y, x+y <= 4, x+3y <= 6, x <= 3.
static SmallLp textbook() {
  SmallLp lp(2);
  lp.bound_row(0, -kInf, 4);
  lp.bound_row(1, -kInf, 6);
  lp.add_column(-3, 0, 3, {1, 1});
  lp.add_column(-2, 0, kInf, {1, 3});
  return lp;
}

START_TEST(textbook_is_optimal) {
  ck_assert_int_eq(optimal(run(textbook(), 0), -11), 1);
  ck_assert_int_eq(optimal(run(textbook(), 1), -11), 1);
}
END_TEST

static Verdict one_variable(double cost, double lower, double upper,
                            double row_lower, double row_upper) {
  SmallLp lp(1);
  lp.bound_row(0, row_lower, row_upper);
  lp.add_column(cost, lower, upper, {2});
  return run(lp);
}

// Every type of bound on column and row, with entering from below and above.
START_TEST(bound_types) {
  ck_assert_int_eq(optimal(one_variable(1, -kInf, kInf, -6, kInf), -3), 1);
  ck_assert_int_eq(optimal(one_variable(-1, -kInf, kInf, -kInf, 6), -3), 1);
  ck_assert_int_eq(optimal(one_variable(-1, -kInf, 2, -kInf, 6), -2), 1);
  ck_assert_int_eq(optimal(one_variable(1, -kInf, 2, -6, 6), -3), 1);
  ck_assert_int_eq(optimal(one_variable(1, -1, 2, -6, 6), -1), 1);
  ck_assert_int_eq(optimal(one_variable(-1, -1, 5, -kInf, kInf), -5), 1);
  ck_assert_int_eq(optimal(one_variable(7, 2, 2, 0, 6), 14), 1);
  ck_assert_int_eq(optimal(one_variable(1, 0, kInf, 5, 5), 2.5), 1);
  ck_assert_int_eq(optimal(one_variable(0, -kInf, kInf, -kInf, kInf), 0), 1);
}
END_TEST

START_TEST(infeasible_and_unbounded) {
  ck_assert_int_eq(one_variable(1, 0, 2, 5, kInf).claim,
                   GPUINV_CLAIM_NO_PRIMAL);
  ck_assert_int_eq(one_variable(0, 0, kInf, -kInf, -1).claim,
                   GPUINV_CLAIM_NO_PRIMAL);
  ck_assert_int_eq(one_variable(-1, 0, kInf, 0, kInf).claim,
                   GPUINV_CLAIM_UNBOUNDED);
  ck_assert_int_eq(one_variable(1, -kInf, kInf, -kInf, 3).claim,
                   GPUINV_CLAIM_UNBOUNDED);
}
END_TEST

// Klee and Minty's cube: max sum 2^(n-j) x_j; sum_{j<i} 2^(i-j+1) x_j + x_i <=
// 5^i; the optimum is 5^n.
static SmallLp klee_minty(int n) {
  SmallLp lp(n);
  for (int i = 0; i < n; i++) lp.bound_row(i, -kInf, std::pow(5.0, i + 1));
  for (int j = 0; j < n; j++) {
    std::vector<double> column(n, 0.0);
    column[j] = 1.0;
    for (int i = j + 1; i < n; i++) column[i] = std::pow(2.0, i - j + 1);
    lp.add_column(-std::pow(2.0, n - 1 - j), 0, kInf, column);
  }
  return lp;
}

START_TEST(klee_minty_cube) {
  for (int n = 1; n <= 10; n++)
    ck_assert_int_eq(optimal(run(klee_minty(n)), -std::pow(5.0, n)), 1);
}
END_TEST

// Beale 1955: it cycles under Dantzig's rule with lowest index; the optimum is
// -1/20.
static SmallLp beale() {
  SmallLp lp(3);
  lp.bound_row(0, -kInf, 0);
  lp.bound_row(1, -kInf, 0);
  lp.bound_row(2, -kInf, 1);
  lp.add_column(-0.75, 0, kInf, {0.25, 0.5, 0});
  lp.add_column(150, 0, kInf, {-60, -90, 0});
  lp.add_column(-0.02, 0, kInf, {-0.04, -0.02, 1});
  lp.add_column(6, 0, kInf, {9, 3, 0});
  return lp;
}

// Kuhn's example: it also cycles; the optimum is -2.
static SmallLp kuhn() {
  SmallLp lp(3);
  lp.bound_row(0, -kInf, 0);
  lp.bound_row(1, -kInf, 0);
  lp.bound_row(2, -kInf, 2);
  lp.add_column(-2, 0, kInf, {-2, 1.0 / 3, 2});
  lp.add_column(-3, 0, kInf, {-9, 1, 3});
  lp.add_column(1, 0, kInf, {1, -1.0 / 3, -1});
  lp.add_column(12, 0, kInf, {9, -2, -12});
  return lp;
}

START_TEST(cycling_examples) {
  ck_assert_int_eq(optimal(run(beale()), -0.05), 1);
  ck_assert_int_eq(optimal(run(kuhn()), -2), 1);
}
END_TEST

// k plants and k shops with equal supply and demand: every vertex is
// degenerate.  Costs are (i-j)^2, so shipping nowhere is optimal: 0.
static SmallLp transport(int k) {
  SmallLp lp(2 * k);
  for (int i = 0; i < 2 * k; i++) lp.bound_row(i, 1, 1);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) {
      std::vector<double> column(2 * k, 0.0);
      column[i] = column[k + j] = 1.0;
      lp.add_column((i - j) * (i - j), 0, kInf, column);
    }
  return lp;
}

START_TEST(degenerate_transport) {
  ck_assert_int_eq(optimal(run(transport(2)), 0), 1);
  ck_assert_int_eq(optimal(run(transport(12)), 0), 1);
}
END_TEST

// A random LP of all bound types that has a feasible point by construction and
// is bounded by boxes on x.
static SmallLp random_lp(int m, int n, std::mt19937& rng) {
  std::uniform_real_distribution<double> value(-10, 10), width(0, 3);
  std::uniform_int_distribution<int> type(0, 3);
  SmallLp lp(m);
  std::vector<double> activity(m, 0.0);
  for (int j = 0; j < n; j++) {
    std::vector<double> column(m);
    const double x = value(rng);
    for (int i = 0; i < m; i++) {
      column[i] = type(rng) == 0 ? 0.0 : value(rng);
      activity[i] += column[i] * x;
    }
    const double w = width(rng);
    lp.add_column(value(rng), x - w, type(rng) ? x + 3 - w : x - w, column);
    lp.lower.back() = std::min(lp.lower.back(), x);
    lp.upper.back() = std::max(lp.upper.back(), x);
  }
  for (int i = 0; i < m; i++) {
    const int t = type(rng);
    lp.bound_row(i, t == 0 ? -kInf : activity[i] - (t == 3 ? 0 : width(rng)),
                 t == 1 ? kInf : activity[i] + (t == 3 ? 0 : width(rng)));
  }
  return lp;
}

static int random_optimal(int t) {
  std::mt19937 rng(testing::seed() + t);
  const Verdict v = run(random_lp(1 + t % 37, 1 + (7 * t) % 41, rng));
  return optimal(v, v.objective);
}

START_TEST(random_problems) { ck_assert_int_eq(random_optimal(_i), 1); }
END_TEST

// Starts from the optimal basis of one objective for another one, and from a
// basis whose bounds have changed.
static int warm_start(int t) {
  std::mt19937 rng(testing::seed() + t);
  SmallLp lp = random_lp(20, 30, rng);
  const Verdict first = run(lp);
  if (optimal(first, first.objective) != 1) return -1;
  const Verdict again = run(lp, 1, &first);
  if (optimal(again, first.objective) != 1 || again.pivots != 0) return -2;
  lp.cost[t % 30] += 3.0;
  for (double& u : lp.upper) u += 0.5;
  const Verdict warm = run(lp, 0, &first), cold = run(lp);
  return optimal(warm, cold.objective) == 1 &&
         optimal(cold, cold.objective) == 1;
}

START_TEST(warm_starts) { ck_assert_int_eq(warm_start(_i), 1); }
END_TEST

// The optimal basis after adding a row (with its own variable basic) and a
// column (at its lower bound): places of columns of F move by one.
static Verdict grown(const SmallLp& before, const Verdict& v) {
  Verdict start;
  for (int i = 0; i < before.n(); i++) {
    if (i == before.m) start.head.push_back(before.m);
    start.head.push_back(v.head[i] + (v.head[i] >= before.m));
  }
  start.head.push_back(before.n() + 1);
  start.flag = v.flag;
  start.flag.push_back(0);
  return start;
}

// Adds a row that cuts off the optimum, and a cheap column in every row.
static int grow(int t) {
  std::mt19937 rng(testing::seed() + t);
  const SmallLp before = random_lp(20, 30, rng);
  const Verdict first = run(before);
  if (optimal(first, first.objective) != 1) return -1;
  SmallLp lp(before.m + 1);
  for (int i = 0; i < before.m; i++)
    lp.bound_row(i, before.row_lower[i], before.row_upper[i]);
  for (int j = 0; j < 30; j++) {
    std::vector<double> column(before.entries[j]);
    column.push_back(before.cost[j]);
    lp.add_column(before.cost[j], before.lower[j], before.upper[j], column);
  }
  lp.add_column(-5, 0, 4, std::vector<double>(lp.m, 0.25));
  lp.bound_row(before.m, first.objective + 1, kInf);
  const Verdict start = grown(before, first);
  const Verdict warm = run(lp, t % 2, &start), cold = run(lp);
  return optimal(warm, cold.objective) == 1 &&
         optimal(cold, cold.objective) == 1;
}

START_TEST(grown_problems) { ck_assert_int_eq(grow(_i), 1); }
END_TEST

static int limited(int pivots) {
  std::mt19937 rng(testing::seed());
  const Verdict v = run(random_lp(30, 60, rng), 0, nullptr, pivots);
  return v.claim == GPUINV_CLAIM_NONE && v.basis && v.pivots == pivots;
}

START_TEST(iteration_limit) {
  ck_assert_int_eq(limited(0), 1);
  ck_assert_int_eq(limited(1), 1);
  ck_assert_int_eq(limited(5), 1);
}
END_TEST

// Finite numbers whose products are infinite.  From infinities and NaN an
// engine makes an error, or a basis, however bad, for GLPK to refuse.
static int overflow(int t) {
  std::mt19937 rng(testing::seed() + t);
  std::uniform_int_distribution<int> scale(-1, 1);
  SmallLp lp = random_lp(15, 20, rng);
  for (std::vector<double>& column : lp.entries)
    for (double& v : column) v *= std::pow(10.0, 150.0 * scale(rng));
  for (double& c : lp.cost) c *= std::pow(10.0, 150.0 * scale(rng));
  const Verdict v = run(lp);
  if (v.status != GPUINV_OK) return v.status > GPUINV_OK;
  std::vector<int> columns(v.head), all(lp.n());
  std::sort(columns.begin(), columns.end());
  std::iota(all.begin(), all.end(), 0);
  return columns == all;
}

START_TEST(overflows) { ck_assert_int_eq(overflow(_i), 1); }
END_TEST

// Ten runs make the same pivots to the same basis.
static int differing_runs() {
  std::mt19937 rng(testing::seed());
  const SmallLp lp = random_lp(60, 90, rng);
  const Verdict first = run(lp);
  int differing = 0;
  for (int t = 0; t < 9; t++) {
    const Verdict v = run(lp);
    differing += v.head != first.head || v.flag != first.flag ||
                 v.pivots != first.pivots;
  }
  return differing;
}

START_TEST(deterministic) { ck_assert_int_eq(differing_runs(), 0); }
END_TEST

// A start basis with two equal columns.
static int singular_start() {
  SmallLp lp(2);
  lp.bound_row(0, -kInf, 1);
  lp.bound_row(1, -kInf, 1);
  lp.add_column(-1, 0, kInf, {1, 1});
  lp.add_column(-1, 0, kInf, {2, 2});
  Verdict start;
  start.head = {2, 3, 0, 1};
  start.flag = {1, 1};
  return run(lp, 0, &start).status;
}

START_TEST(singular_start_is_refused) {
  ck_assert_int_eq(singular_start(), GPUINV_SINGULAR);
}
END_TEST

TCase* simplex_cases(EngineForm form) {
  TCase* tcase = tcase_create("simplex");
  conformance_form(tcase, form);
  tcase_set_timeout(tcase, 300);
  tcase_add_test(tcase, textbook_is_optimal);
  tcase_add_test(tcase, bound_types);
  tcase_add_test(tcase, infeasible_and_unbounded);
  tcase_add_test(tcase, klee_minty_cube);
  tcase_add_test(tcase, cycling_examples);
  tcase_add_test(tcase, degenerate_transport);
  tcase_add_loop_test(tcase, random_problems, 0, 100);
  tcase_add_loop_test(tcase, warm_starts, 0, 10);
  tcase_add_loop_test(tcase, grown_problems, 0, 10);
  tcase_add_test(tcase, iteration_limit);
  tcase_add_loop_test(tcase, overflows, 0, 20);
  tcase_add_test(tcase, deterministic);
  tcase_add_test(tcase, singular_start_is_refused);
  return tcase;
}
