// interior_suite.cpp (tests that every interior point method must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_suite.hpp"

#include <cmath>
#include <limits>

#include "interior_problem.hpp"
#include "libgpuinv/base/error.hpp"
#include "seed.hpp"

using gpuinv::InteriorControl;
using gpuinv::InteriorLp;
using gpuinv::InteriorSolution;
using gpuinv::InteriorSolver;
using gpuinv::InteriorStatus;
using testing::kInf;
using testing::make_lp;

namespace {

const std::vector<InteriorImplementation>* implementations;

struct Case {
  const char* name;
  InteriorLp lp;
  InteriorStatus status;
  double optimum;
};

const testing::Interval kPositive{0.0, kInf}, kFree{-kInf, kInf};
testing::Interval least(double a) { return {a, kInf}; }
testing::Interval most(double a) { return {-kInf, a}; }
testing::Interval exactly(double a) { return {a, a}; }

std::vector<Case> optimal_cases() {
  const InteriorStatus optimal = InteriorStatus::kOptimal;
  return {
      {"lower bounds",
       make_lp({{{1, 2}, most(4)}, {{3, 1}, most(6)}},
               {{-1, kPositive}, {-1, kPositive}}),
       optimal, -2.8},
      {"upper bounds",
       make_lp({{{1, 1}, {-10, 4}}}, {{-1, most(3)}, {-2, most(2)}}), optimal,
       -6},
      {"boxes", make_lp({{{1, 1}, {1, 4}}}, {{-2, {-1, 2}}, {-1, {0, 3}}}),
       optimal, -6},
      {"free columns",
       make_lp({{{-1, 1}, least(-1)}, {{1, 1}, least(3)}},
               {{0, kFree}, {1, kFree}}),
       optimal, 1},
      {"fixed columns",
       make_lp({{{1, 1, 1}, least(5)}, {{1, -1, 2}, least(1)}},
               {{3, exactly(2)}, {1, kPositive}, {1.5, kPositive}}),
       optimal, 28.0 / 3.0},
      {"ranges",
       make_lp({{{1, 1}, {1, 3}}, {{1, -1}, {0, 1}}},
               {{-1, kPositive}, {0, kPositive}}),
       optimal, -2},
      {"duplicate rows",
       make_lp({{{1, 2}, most(4)}, {{-2, -4}, least(-6)}, {{3, 1}, most(6)}},
               {{-1, kPositive}, {-2, kPositive}}),
       optimal, -3},
      {"rows of one column",
       make_lp({{{2, 0}, {2, 6}}, {{0, -1}, least(-5)}, {{1, 1}, most(6)}},
               {{-1, kFree}, {-2, kPositive}}),
       optimal, -11},
      {"empty row and column",
       make_lp({{{0, 0, 0}, {-1, 1}}, {{1, 0, 1}, least(2)}},
               {{1, kPositive}, {-2, {-3, 4}}, {3, kPositive}}),
       optimal, -6},
      {"no rows", make_lp({}, {{1, {1, 5}}, {-1, {0, 7}}}), optimal, -6},
      {"no columns", make_lp({{{}, {-1, 1}}, {{}, kFree}}, {}), optimal, 0},
      {"nothing", make_lp({}, {}), optimal, 0},
      {"no costs",
       make_lp({{{1, 1}, exactly(3)}, {{1, -1}, exactly(1)}},
               {{0, kPositive}, {0, kPositive}}),
       optimal, 0},
      {"free columns that rounding alone lets go",
       make_lp({{{1, 3, 1}, exactly(2)}, {{0, 0, 1}, most(1)}},
               {{1, kFree}, {3 + 1e-10, kFree}, {2, kPositive}}),
       optimal, 2},
  };
}

// Assigns three to three: one equation is redundant, all bases are degenerate.
InteriorLp assignment() {
  const double cost[] = {4, 1, 3, 2, 0, 5, 3, 2, 2};
  std::vector<testing::Row> rows(6, {std::vector<double>(9, 0.0), {1, 1}});
  std::vector<testing::Column> columns;
  for (int k = 0; k < 9; k++) {
    rows[k / 3].a[k] = rows[3 + k % 3].a[k] = 1.0;
    columns.push_back({cost[k], kPositive});
  }
  return make_lp(rows, columns);
}

// No two of x, y, z may sum to more than 1; all three must sum to 2.
InteriorLp triangle(const testing::Interval& bounds, double cost) {
  return make_lp({{{1, 1, 0}, most(1)},
                  {{0, 1, 1}, most(1)},
                  {{1, 0, 1}, most(1)},
                  {{1, 1, 1}, least(2)}},
                 {{cost, bounds}, {1, bounds}, {1, bounds}});
}

std::vector<Case> other_cases() {
  const InteriorStatus none = InteriorStatus::kPrimalInfeasible;
  const InteriorStatus unbounded = InteriorStatus::kDualInfeasible;
  return {
      {"infeasible", triangle(kPositive, 1), none, 0},
      {"infeasible, free", triangle(kFree, 1), none, 0},
      {"infeasible, boxed", triangle({-5, 5}, -1), none, 0},
      {"rows that contradict each other",
       make_lp({{{1, 1}, least(4)}, {{2, 2}, most(2)}},
               {{1, kPositive}, {1, kPositive}}),
       none, 0},
      {"row against bounds",
       make_lp({{{1, 1}, least(4)}}, {{1, {0, 1}}, {1, {0, 2}}}), none, 0},
      {"rows of one column that contradict each other",
       make_lp({{{1, 0}, least(4)}, {{-1, 0}, least(-3)}, {{1, 1}, most(9)}},
               {{1, kFree}, {1, kPositive}}),
       none, 0},
      {"crossed column", make_lp({{{1}, kFree}}, {{1, {2, 1}}}), none, 0},
      {"crossed row", make_lp({{{1}, {2, 1}}}, {{1, kFree}}), none, 0},
      {"empty row", make_lp({{{0}, least(1)}}, {{1, kPositive}}), none, 0},
      {"unbounded",
       make_lp({{{1, -1}, most(1)}, {{-2, 1}, most(2)}},
               {{-1, kPositive}, {-1, kPositive}}),
       unbounded, 0},
      {"unbounded, free",
       make_lp({{{1, 1, 1}, exactly(1)}, {{1, -1, 0}, {-1, 2}}},
               {{-1, kFree}, {-1, kFree}, {1, kFree}}),
       unbounded, 0},
      {"a fall beside costs of another size",
       make_lp({{{1, 0}, exactly(1)}}, {{1e9, kPositive}, {-0.5, kPositive}}),
       unbounded, 0},
      {"a slow fall beside costs of another size",
       make_lp({{{1, 1, 0, 0}, exactly(1)}, {{0, 1, 1, -1}, exactly(2)}},
               {{1e9, kPositive},
                {2e9, kPositive},
                {1, kPositive},
                {-1.001, kPositive}}),
       unbounded, 0},
      {"a contradiction beside bounds of another size",
       make_lp({{{1, 1, 0, 0}, exactly(1e9)},
                {{0, 0, 1, 1}, exactly(10)},
                {{0, 0, 1, 2}, exactly(10)},
                {{0, 0, 2, 1}, exactly(10.5)}},
               {{1, kPositive}, {2, kPositive}, {1, kPositive}, {1, kFree}}),
       none, 0},
      {"unbounded without rows", make_lp({}, {{-1, kPositive}}), unbounded, 0},
      {"infeasible with a ray",
       make_lp(
           {{{1, -1, 0}, most(1)}, {{0, 0, 1}, least(1)}, {{0, 0, 2}, most(1)}},
           {{-1, kPositive}, {-1, kPositive}, {0, kFree}}),
       none, 0},
  };
}

InteriorSolution solve(int i, const InteriorLp& lp,
                       const InteriorControl& control) {
  const auto& list = *implementations;
  auto solver = list[i % list.size()].create(lp, control);
  while (solver->step()) {
  }
  ck_assert(!solver->step());
  return solver->solution();
}

void check_case(int i, const Case& c) {
  const InteriorSolution s = solve(i, c.lp, {});
  ck_assert_msg(s.status == c.status, "%s: status %d", c.name,
                static_cast<int>(s.status));
  testing::check_proof(c.lp, s);
  if (s.status != InteriorStatus::kOptimal) return;
  // Rows may be missed by 1e-8 of their terms, each at the price of its
  // multiplier, and so may reduced costs.
  double size = 1.0 + std::fabs(c.optimum);
  for (int i = 0; i < c.lp.m; i++)
    size += std::fabs(s.row_dual[i] * s.row_value[i]);
  for (int j = 0; j < c.lp.n; j++)
    size += std::fabs(c.lp.c[j] * s.column_value[j]);
  const double error = std::fabs(s.objective - c.optimum);
  ck_assert_msg(error <= 1e-8 * size, "%s: %.12g for %.12g, error %g of %g",
                c.name, s.objective, c.optimum, error, size);
}

}  // namespace

START_TEST(problems_by_hand) {
  for (const Case& c : optimal_cases()) check_case(_i, c);
  check_case(_i, {"assignment", assignment(), InteriorStatus::kOptimal, 5});
}
END_TEST

START_TEST(problems_without_optimum) {
  for (const Case& c : other_cases()) check_case(_i, c);
}
END_TEST

START_TEST(random_problems_of_known_optimum) {
  std::mt19937 rng(testing::seed());
  for (int k = 0; k < 100; k++) {
    const int m = 1 + rng() % 40, n = 1 + rng() % 60;
    const int independent = rng() % 3 == 0 ? 1 + m / 2 : m;
    const testing::KnownLp known = testing::random_lp(m, n, independent, rng);
    check_case(_i,
               {"random", known.lp, InteriorStatus::kOptimal, known.optimum});
  }
}
END_TEST

// Free variables move far with hardly any effect on the objective.
START_TEST(long_valley) {
  std::mt19937 rng(188);
  testing::KnownLp known;
  for (int k = 0; k <= 75; k++) {
    const int m = 1 + rng() % 40, n = 1 + rng() % 60;
    const int independent = rng() % 3 == 0 ? 1 + m / 2 : m;
    known = testing::random_lp(m, n, independent, rng);
  }
  check_case(_i, {"valley", known.lp, InteriorStatus::kOptimal, known.optimum});
}
END_TEST

static void multiply(double factor, std::vector<std::vector<double>*> arrays) {
  for (auto* array : arrays)
    for (double& a : *array) a *= factor;
}

// The part of the first problem is as good as if it were alone: its products,
// of which each may be 1e-4 of its size, make up all that its objective lacks.
// What is optimal to 1e-8 as a whole may be far off there.
static void check_part(const InteriorLp& part, double optimum,
                       const InteriorSolution& s) {
  double value = 0.0;
  ck_assert(s.status == InteriorStatus::kOptimal);
  for (int j = 0; j < part.n; j++) {
    const double x = s.column_value[j];
    value += part.c[j] * x;
    ck_assert_double_ge(x, part.lower[j] - 1e-7 * (1 + std::fabs(x)));
    ck_assert_double_le(x, part.upper[j] + 1e-7 * (1 + std::fabs(x)));
  }
  for (int i = 0; i < part.m; i++) {
    const double r = s.row_value[i], slack = 1e-6 * (1 + std::fabs(r));
    ck_assert_double_ge(r, part.row_lower[i] - slack);
    ck_assert_double_le(r, part.row_upper[i] + slack);
  }
  ck_assert_double_le(std::fabs(value - optimum),
                      1e-4 * testing::product_size(part, s));
}

// The whole is solved only if a part is, beside bounds or costs 1e9 times it.
START_TEST(no_part_excuses_another) {
  std::mt19937 rng(testing::seed());
  int solved = 0;
  for (int k = 0; k < 40; k++) {
    const double factor = k % 2 ? 1e6 : 1e9;
    const testing::KnownLp part = testing::random_lp(8, 14, 8, rng);
    InteriorLp wide = testing::random_lp(8, 14, 8, rng).lp, dear = wide;
    multiply(factor,
             {&wide.row_lower, &wide.row_upper, &wide.lower, &wide.upper});
    multiply(factor, {&dear.c});
    for (const InteriorLp& other : {wide, dear}) {
      const InteriorSolution s = solve(_i, testing::joined(part.lp, other), {});
      if (s.status != InteriorStatus::kOptimal) continue;
      check_part(part.lp, part.optimum, s);
      solved++;
    }
  }
  ck_assert_int_ge(solved, 40);
}
END_TEST

// 100 problems have the same optima in other units, powers of 2.
void check_units(int i, unsigned seed) {
  std::mt19937 rng(seed);
  for (int k = 0; k < 100; k++) {
    testing::KnownLp known = testing::random_lp(10, 16, 10, rng);
    InteriorLp& lp = known.lp;
    std::vector<double> r(lp.m);
    for (int i = 0; i < lp.m; i++) {
      r[i] = std::ldexp(1.0, static_cast<int>(rng() % 41) - 20);
      lp.row_lower[i] *= r[i];
      lp.row_upper[i] *= r[i];
    }
    for (int j = 0; j < lp.n; j++) {
      const double c = std::ldexp(1.0, static_cast<int>(rng() % 41) - 20);
      for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
        lp.value[t] *= r[lp.row[t]] * c;
      lp.c[j] *= c;
      lp.lower[j] /= c;
      lp.upper[j] /= c;
    }
    const InteriorSolution s = solve(i, lp, {});
    ck_assert_int_eq(static_cast<int>(s.status),
                     static_cast<int>(InteriorStatus::kOptimal));
    ck_assert_double_le(std::fabs(s.objective - known.optimum),
                        1e-7 * (1 + std::fabs(known.optimum)));
  }
}

START_TEST(units_do_not_matter) { check_units(_i, testing::seed()); }
END_TEST

// Dual forms left reduced costs here that rounding alone had made, of columns
// whose unit shows them.
START_TEST(rounding_is_settled) {
  for (const unsigned seed : {22u, 191u, 1030u, 1076u, 4118816637u})
    check_units(_i, seed);
}
END_TEST

START_TEST(limits_end_it) {
  std::mt19937 rng(testing::seed());
  const InteriorLp lp = testing::random_lp(30, 50, 30, rng).lp;
  InteriorControl control;
  control.max_iterations = 1;
  ck_assert(solve(_i, lp, control).status == InteriorStatus::kIterationLimit);
  control = {};
  control.seconds = 0.0;
  ck_assert(solve(_i, lp, control).status == InteriorStatus::kTimeLimit);
  control = {};
  control.cancelled = [] { return true; };
  const InteriorSolution s = solve(_i, lp, control);
  ck_assert(s.status == InteriorStatus::kCancelled);
  ck_assert_uint_eq(s.column_value.size(), 50);
  for (double x : s.column_value) ck_assert(std::isfinite(x));
}
END_TEST

START_TEST(iterations_are_told) {
  auto solver = (*implementations)[_i].create(assignment(), {});
  int count = solver->iteration().count;
  while (solver->step()) {
    ck_assert_int_eq(solver->iteration().count, ++count);
    ck_assert(solver->iteration().step_primal > 0.0);
    ck_assert(solver->iteration().step_dual <= 1.0);
  }
  ck_assert_double_le(solver->iteration().gap, 1e-8);
  ck_assert(!solver->description().empty());
}
END_TEST

static void check_error(int i, const InteriorLp& lp, gpuinv_status status) {
  try {
    (*implementations)[i].create(lp, {});
    ck_abort_msg("taken");
  } catch (const gpuinv::Error& e) {
    ck_assert_int_eq(e.status(), status);
  }
}

START_TEST(bad_problems_are_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const InteriorLp good = assignment();
  const auto with = [&](auto change) {
    InteriorLp lp = good;
    change(lp);
    return lp;
  };
  check_error(_i, with([&](auto& p) { p.value[3] = nan; }), GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.value[3] = kInf; }), GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.c[2] = nan; }), GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.c[2] = -kInf; }), GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.lower[2] = nan; }), GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.row_upper[2] = nan; }),
              GPUINV_NONFINITE);
  check_error(_i, with([&](auto& p) { p.lower[2] = kInf; }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.row[2] = 6; }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.row[2] = -1; }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.row[1] = p.row[0]; }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.start[1] = 9; }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.c.pop_back(); }), GPUINV_INVALID);
  check_error(_i, with([&](auto& p) { p.n = -1; }), GPUINV_INVALID);
}
END_TEST

Suite* interior_suite(const char* title,
                      const std::vector<InteriorImplementation>& list) {
  implementations = &list;
  const int count = static_cast<int>(list.size());
  Suite* suite = suite_create(title);
  TCase* tests = tcase_create("interior point");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, problems_by_hand, 0, count);
  tcase_add_loop_test(tests, problems_without_optimum, 0, count);
  tcase_add_loop_test(tests, random_problems_of_known_optimum, 0, count);
  tcase_add_loop_test(tests, long_valley, 0, count);
  tcase_add_loop_test(tests, no_part_excuses_another, 0, count);
  tcase_add_loop_test(tests, units_do_not_matter, 0, count);
  tcase_add_loop_test(tests, rounding_is_settled, 0, count);
  tcase_add_loop_test(tests, limits_end_it, 0, count);
  tcase_add_loop_test(tests, iterations_are_told, 0, count);
  tcase_add_loop_test(tests, bad_problems_are_refused, 0, count);
  suite_add_tcase(suite, tests);
  return suite;
}
