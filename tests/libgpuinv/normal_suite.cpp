// normal_suite.cpp (tests that every NormalEquations must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "normal_suite.hpp"

#include <cmath>
#include <string>

#include "libgpuinv/base/error.hpp"
#include "normal_problem.hpp"
#include "seed.hpp"

using gpuinv::NormalEquations;
using testing::NormalProblem;
using testing::Vector;

namespace {

// Allowed scaled error, in units of m*roundoff (normal_problem.hpp).  With m =
// 1 there are a few roundings more than one unit.
constexpr double kFactor = 10.0;
constexpr int kSizes[] = {1, 2, 3, 31, 33, 100, 257};
constexpr int kSizeCount = 7;
constexpr int kDigits[] = {0, 2, 4, 6, 8, 10, 12, 14, 16};
constexpr int kDigitCount = 9;

const std::vector<NormalImplementation>* implementations;

// The test's loop variable counts implementations within cases.
const NormalImplementation& implementation(int i) {
  return (*implementations)[i % implementations->size()];
}
int case_number(int i) { return i / static_cast<int>(implementations->size()); }

std::unique_ptr<NormalEquations> make(int i, const NormalProblem& p) {
  return implementation(i).make(p.a());
}

bool factorize(NormalEquations& s, const NormalProblem& p) {
  return s.factorize(p.d.data(), p.r.data());
}

Vector solve(NormalEquations& s, Vector b) {
  s.solve(b.data());
  return b;
}

// Returns the larger error of a random right-hand side and a unit vector.
double error(int i, NormalEquations& s, const NormalProblem& p,
             std::mt19937& rng) {
  const double unit = implementation(i).roundoff;
  const Vector b = testing::random_numbers(p.m, rng);
  Vector e(p.m, 0.0);
  e[rng() % p.m] = 1.0;
  return std::max(testing::scaled_error(p, solve(s, b), b, unit),
                  testing::scaled_error(p, solve(s, e), e, unit));
}

double fresh_error(int i, const NormalProblem& p, std::mt19937& rng) {
  const std::unique_ptr<NormalEquations> s = make(i, p);
  return factorize(*s, p) ? error(i, *s, p, rng) : INFINITY;
}

void check_near(const Vector& x, const Vector& expected, double roundoff) {
  for (std::size_t k = 0; k < x.size(); k++)
    ck_assert_double_eq_tol(x[k], expected[k],
                            100 * roundoff * std::fabs(expected[k]));
}

// Returns second differences: A is bidiagonal, S tridiagonal with -1, 2, -1.
NormalProblem chain(int m) {
  NormalProblem p(m);
  p.add({0}, {1.0}, 1.0);
  for (int i = 0; i + 1 < m; i++) p.add({i, i + 1}, {1.0, -1.0}, 1.0);
  p.add({m - 1}, {1.0}, 1.0);
  return p;
}

// |1 1| for d = 1, where Cholesky meets no rounding
// |1 1|
NormalProblem equal_rows() {
  NormalProblem p(2);
  p.add({0, 1}, {1.0, 1.0}, 1.0);
  return p;
}

}  // namespace

START_TEST(by_hand) {
  NormalProblem one(1);
  one.add({0}, {3.0}, 2.0);
  const std::unique_ptr<NormalEquations> s = make(_i, one);
  ck_assert(factorize(*s, one));
  check_near(solve(*s, {36.0}), {2.0}, implementation(_i).roundoff);
  // | 6  2 |   | 1 |   | 10 |
  // | 2  5 | * | 2 | = | 12 |
  NormalProblem two(2);
  two.add({0}, {1.0}, 2.0);
  two.add({0, 1}, {2.0, 1.0}, 1.0);
  two.add({1}, {1.0}, 3.0);
  two.r = {0.0, 1.0};
  const std::unique_ptr<NormalEquations> t = make(_i, two);
  ck_assert(factorize(*t, two));
  check_near(solve(*t, {10.0, 12.0}), {1.0, 2.0}, implementation(_i).roundoff);
}
END_TEST

// x_k = (k+1)*(m-k)/2 solves the second differences of ones.
START_TEST(second_differences) {
  const int m = 50;
  const NormalProblem p = chain(m);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  ck_assert(factorize(*s, p));
  Vector expected(m);
  for (int k = 0; k < m; k++) expected[k] = (k + 1.0) * (m - k) / 2.0;
  check_near(solve(*s, Vector(m, 1.0)), expected,
             m * m * implementation(_i).roundoff);
}
END_TEST

START_TEST(costs_are_told) {
  const NormalProblem p = chain(50);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  const NormalEquations::Cost& cost = s->cost();
  ck_assert_double_eq(cost.nnz_a, 100.0);
  ck_assert_double_ge(cost.nnz_s, 99.0);
  ck_assert_double_ge(cost.nnz_l, 99.0);
  ck_assert_double_ge(cost.flops, 50.0);
  ck_assert_double_ge(cost.bytes, 8.0 * 99.0);
  ck_assert_int_gt(static_cast<int>(std::string(s->name()).size()), 0);
}
END_TEST

using Generator = NormalProblem (*)(int, std::mt19937&);
static const Generator generators[] = {testing::sparse_problem,
                                       testing::dense_columns_problem,
                                       testing::dense_problem};

START_TEST(random_systems) {
  const int which = case_number(_i);
  const int m = kSizes[which % kSizeCount];
  std::mt19937 rng(testing::seed() + m);
  const NormalProblem p = generators[which / kSizeCount](m, rng);
  ck_assert_double_le(fresh_error(_i, p, rng), kFactor);
}
END_TEST

// Weights are spread as in late iterations.  The caller raises r.
START_TEST(spread_weights) {
  const int which = case_number(_i);
  std::mt19937 rng(testing::seed() + which);
  NormalProblem p = generators[which % 3](100, rng);
  testing::spread_weights(p, which < 3 ? 4.0 : 8.0, rng);
  const Vector diagonal = p.diagonal();
  for (int i = 0; i < p.m; i++)
    p.r[i] = 100 * p.m * implementation(_i).roundoff * diagonal[i];
  ck_assert_double_le(fresh_error(_i, p, rng), kFactor);
}
END_TEST

// The solve is backward stable at every condition.  A pivot may fail only if
// the condition exceeds the precision, and then r helps.
START_TEST(every_condition) {
  const int digits = kDigits[case_number(_i)], m = 60;
  const double roundoff = implementation(_i).roundoff;
  std::mt19937 rng(testing::seed() + digits);
  NormalProblem p = testing::conditioned_problem(m, digits, rng);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  if (!factorize(*s, p)) {
    ck_assert_double_gt(std::pow(10.0, digits) * m * roundoff, 0.01);
    p.r.assign(m, m * roundoff);
    ck_assert(factorize(*s, p));
  }
  ck_assert_double_le(error(_i, *s, p, rng), kFactor);
}
END_TEST

START_TEST(one_pattern_again_and_again) {
  std::mt19937 rng(testing::seed());
  NormalProblem p = generators[case_number(_i)](80, rng);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  for (int k = 0; k < 20; k++) {
    testing::spread_weights(p, 2.0, rng);
    for (double& e : p.r) e = k % 3 == 0 ? 0.0 : 1e-3;
    ck_assert(factorize(*s, p));
    ck_assert_double_le(error(_i, *s, p, rng), kFactor);
  }
}
END_TEST

START_TEST(zero_rows) {
  NormalProblem p(3);
  p.add({0, 2}, {1.0, 1.0}, 1.0);
  p.add({0}, {1.0}, 1.0);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  ck_assert(!factorize(*s, p));
  p.r[1] = 0.25;
  ck_assert(factorize(*s, p));
  check_near(solve(*s, {3.0, 1.0, 2.0}), {1.0, 4.0, 1.0},
             implementation(_i).roundoff);
}
END_TEST

START_TEST(no_columns) {
  NormalProblem p(2);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  ck_assert(!factorize(*s, p));
  p.r = {2.0, 4.0};
  ck_assert(factorize(*s, p));
  check_near(solve(*s, {1.0, 1.0}), {0.5, 0.25}, implementation(_i).roundoff);
}
END_TEST

// A weight of zero removes its column.
START_TEST(zero_weights) {
  std::mt19937 rng(testing::seed());
  NormalProblem p = generators[case_number(_i)](70, rng);
  for (int j = 0; j < p.columns(); j++)
    if (j < p.m ? j % 2 : j % 7 == 0) p.d[j] = 0.0;
  p.r.assign(p.m, 0.5);
  ck_assert_double_le(fresh_error(_i, p, rng), kFactor);
  p.d.assign(p.columns(), 0.0);
  ck_assert_double_le(fresh_error(_i, p, rng), kFactor);
}
END_TEST

START_TEST(singular_systems) {
  NormalProblem p = equal_rows();
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  ck_assert(!factorize(*s, p) || !implementation(_i).tells_singular);
  p.r = {1.0, 1.0};
  ck_assert(factorize(*s, p));
  check_near(solve(*s, {3.0, 3.0}), {1.0, 1.0}, implementation(_i).roundoff);
  p.d = {0.0};
  ck_assert(factorize(*s, p));
  check_near(solve(*s, {3.0, 2.0}), {3.0, 2.0}, implementation(_i).roundoff);
  p.r = {0.0, 0.0};
  ck_assert(!factorize(*s, p));
}
END_TEST

// With fewer columns than rows, S is singular until r regularizes it.
START_TEST(deficient_rank) {
  std::mt19937 rng(testing::seed());
  NormalProblem p = testing::dense_problem(20, rng);
  p.start.resize(11);
  p.d.resize(10);
  p.row.resize(p.start[10]);
  p.value.resize(p.start[10]);
  const Vector diagonal = p.diagonal();
  for (int i = 0; i < p.m; i++)
    p.r[i] = 1000 * p.m * implementation(_i).roundoff * diagonal[i];
  ck_assert_double_le(fresh_error(_i, p, rng), kFactor);
}
END_TEST

static int status_of(NormalEquations& s, const NormalProblem& p) {
  try {
    return factorize(s, p) ? -1 : -2;
  } catch (const gpuinv::Error& error) {
    return error.status();
  }
}

START_TEST(non_finite_weights) {
  std::mt19937 rng(testing::seed());
  NormalProblem p = testing::sparse_problem(40, rng);
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  for (double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    for (double* place : {&p.d[0], &p.d[p.columns() - 1], &p.r[17]}) {
      const double good = *place;
      *place = bad;
      ck_assert_int_eq(status_of(*s, p), GPUINV_NONFINITE);
      *place = good;
    }
  }
  ck_assert(factorize(*s, p));
  ck_assert_double_le(error(_i, *s, p, rng), kFactor);
}
END_TEST

// A sum beyond the largest number is a numerical failure, not an error.
START_TEST(overflow) {
  NormalProblem p = chain(5);
  p.d[2] = 1.7e308;
  p.value[3] = p.value[4] = 1e3;
  const std::unique_ptr<NormalEquations> s = make(_i, p);
  ck_assert(!factorize(*s, p));
  p.d[2] = 1.0;
  ck_assert(factorize(*s, p));
}
END_TEST

static void add(TCase* tcase, const TTest* test, int cases) {
  tcase_add_loop_test(tcase, test, 0,
                      cases * static_cast<int>(implementations->size()));
}

Suite* normal_suite(const char* title,
                    const std::vector<NormalImplementation>& list) {
  implementations = &list;
  Suite* suite = suite_create(title);
  TCase* tcase = tcase_create("normal equations");
  tcase_set_timeout(tcase, 60);
  suite_add_tcase(suite, tcase);
  add(tcase, by_hand, 1);
  add(tcase, second_differences, 1);
  add(tcase, costs_are_told, 1);
  add(tcase, random_systems, 3 * kSizeCount);
  add(tcase, spread_weights, 6);
  add(tcase, every_condition, kDigitCount);
  add(tcase, one_pattern_again_and_again, 3);
  add(tcase, zero_rows, 1);
  add(tcase, no_columns, 1);
  add(tcase, zero_weights, 3);
  add(tcase, singular_systems, 1);
  add(tcase, deficient_rank, 1);
  add(tcase, non_finite_weights, 1);
  add(tcase, overflow, 1);
  return suite;
}
