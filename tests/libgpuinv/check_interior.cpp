// check_interior.cpp (interior point method on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>
#undef fail  // a macro of Check that conflicts with a name of Presolve

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "dual_forms.hpp"
#include "duplicates.hpp"
#include "host_solver.hpp"
#include "interior_chain.hpp"
#include "interior_choice.hpp"
#include "interior_courses.hpp"
#include "interior_problem.hpp"
#include "interior_suite.hpp"
#include "libgpuinv/interior/aggregation.hpp"
#include "libgpuinv/interior/certificates.hpp"
#include "libgpuinv/interior/measures.hpp"
#include "libgpuinv/interior/scaling.hpp"
#include "restorations.hpp"
#include "seed.hpp"

namespace {

template <gpuinv::NormalKind kind>
std::unique_ptr<gpuinv::InteriorSolver> create(
    gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control) {
  return testing::host_solver(std::move(lp), control, kind);
}

// Equations p_i = w_i*p_(i-1) + q_i + 2*r_i + b_i, i < m, and one more row, sum
// of q - p_(m-1) <= side, with p, q, r >= 0.  Each p is implied to be
// nonnegative by the others, so it can be removed with its equation.
gpuinv::InteriorLp chain(int m, double side, std::mt19937& rng) {
  std::uniform_real_distribution<double> pick(0.5, 2.0);
  gpuinv::InteriorLp lp;
  lp.start.push_back(0);
  const auto add = [&lp](std::vector<std::pair<int, double>> entries) {
    for (const auto& e : entries) {
      lp.row.push_back(e.first);
      lp.value.push_back(e.second);
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
    lp.lower.push_back(0.0);
    lp.upper.push_back(testing::kInf);
  };
  for (int i = 0; i < m; i++) {
    add({{i, 1.0}, {i + 1, -(i + 1 < m ? pick(rng) / 2 : 1.0)}});
    add({{i, -1.0}, {m, 1.0}});
    add({{i, -2.0}});
    lp.row_lower.push_back(pick(rng));
    lp.row_upper.push_back(lp.row_lower.back());
  }
  lp.row_lower.push_back(-testing::kInf);
  lp.row_upper.push_back(side);
  lp.m = m + 1;
  lp.n = 3 * m;
  return lp;
}

gpuinv::InteriorSolution solve(const gpuinv::InteriorLp& lp) {
  auto solver = create<gpuinv::NormalKind::kSparse>(lp, {});
  while (solver->step()) {
  }
  return solver->solution();
}

// Returns A'*y.
std::vector<double> products(const gpuinv::InteriorLp& lp,
                             const std::vector<double>& y) {
  std::vector<double> v(lp.n, 0.0);
  for (int j = 0; j < lp.n; j++)
    for (int t = lp.start[j]; t < lp.start[j + 1]; t++)
      v[j] += lp.value[t] * y[lp.row[t]];
  return v;
}

// Returns x + y >= 4, x + y <= 2.
gpuinv::InteriorLp contradiction() {
  return testing::make_lp(
      {{{1, 1}, {4, testing::kInf}}, {{1, 1}, {-testing::kInf, 2}}},
      {{-1, {0, testing::kInf}}, {0, {0, testing::kInf}}});
}

}  // namespace

START_TEST(only_farkas_rays_pass) {
  const gpuinv::InteriorLp lp = contradiction();
  std::vector<double> ray{1, -1}, small{1e-3, -1e-3}, wrong{-1, 1};
  std::vector<double> half{1, -0.5}, none{0, 0}, one{1, 0};
  ck_assert(gpuinv::is_farkas_ray(lp, ray));
  ck_assert(gpuinv::is_farkas_ray(lp, small));
  ck_assert(!gpuinv::is_farkas_ray(lp, wrong));
  ck_assert(!gpuinv::is_farkas_ray(lp, half));
  ck_assert(!gpuinv::is_farkas_ray(lp, none));
  ck_assert(!gpuinv::is_farkas_ray(lp, one));
}
END_TEST

START_TEST(only_primal_rays_pass) {
  gpuinv::InteriorLp lp = contradiction();
  std::vector<double> blocked{1, 0}, up{0, 1}, down{-1, 0}, none{0, 0};
  ck_assert(!gpuinv::is_primal_ray(lp, blocked));
  lp.row_upper[1] = testing::kInf;
  ck_assert(gpuinv::is_primal_ray(lp, blocked));
  ck_assert(!gpuinv::is_primal_ray(lp, up));
  ck_assert(!gpuinv::is_primal_ray(lp, down));
  ck_assert(!gpuinv::is_primal_ray(lp, none));
  // a multiplier of 1 cancels the gain of the second column
  lp = testing::make_lp({{{0, 1}, {0, 0}}},
                        {{0, {0, testing::kInf}}, {-1, {0, testing::kInf}}});
  std::vector<double> along{1, 1e-10};
  ck_assert(!gpuinv::is_primal_ray(lp, along));
}
END_TEST

// -u + s + 2*t = 0, and u grows: s and t can take that up, s gains more.
START_TEST(slacks_take_up_changes) {
  constexpr double kInf = testing::kInf;
  gpuinv::InteriorLp lp =
      testing::make_lp({{{-1, 1, 2}, {0, 0}}},
                       {{5, {0, kInf}}, {-10, {0, kInf}}, {-10, {0, kInf}}});
  std::vector<double> d{1, 0, 0};
  ck_assert(!gpuinv::is_primal_ray(lp, d));
  gpuinv::take_up_changes(lp, &d);
  ck_assert(d == (std::vector<double>{1, 1, 0}));
  ck_assert(gpuinv::is_primal_ray(lp, d));
  lp.upper[1] = 1e6;
  d[1] = 0;
  gpuinv::take_up_changes(lp, &d);
  ck_assert(d == (std::vector<double>{1, 0, 0.5}));
}
END_TEST

// What overflows is no proof: min -x, 1 <= 1e200*x <= 1, x >= 0, as two rows.
START_TEST(overflow_is_no_proof) {
  const gpuinv::InteriorLp lp = testing::make_lp(
      {{{1e200}, {-testing::kInf, 1}}, {{1e200}, {1, testing::kInf}}},
      {{-1, {0, testing::kInf}}});
  std::vector<double> d{1e200}, y{0, 1e200};
  ck_assert(!gpuinv::is_primal_ray(lp, d) && !gpuinv::is_farkas_ray(lp, y));
}
END_TEST

// x >= 1e9, x + 1e-10*y = 0, y free: any x is feasible if y is large enough,
// but none with |y| <= 1e8.
START_TEST(far_away_is_no_proof) {
  const gpuinv::InteriorLp lp = testing::make_lp(
      {{{1, 1e-10}, {0, 0}}},
      {{0, {1, testing::kInf}}, {0, {-testing::kInf, testing::kInf}}});
  std::vector<double> y{-1};
  ck_assert(!gpuinv::is_farkas_ray(lp, y));
  ck_assert(!gpuinv::make_farkas_ray(lp, &y));
  // 1e-10 more than the recession cone permits
  const gpuinv::InteriorLp cone =
      testing::make_lp({{{1, -1}, {0, 0}}, {{1e-10, 0}, {-1, 1}}},
                       {{-1, {0, testing::kInf}}, {0, {0, testing::kInf}}});
  std::vector<double> d{1, 1};
  ck_assert(!gpuinv::is_primal_ray(cone, d));
  ck_assert(!gpuinv::make_primal_ray(cone, &d));
}
END_TEST

// A vector that is nearly a ray is changed until it is one.
START_TEST(rays_are_made_exact) {
  std::mt19937 rng(testing::seed());
  std::uniform_real_distribution<double> error(-1e-7, 1e-7), pick(0.1, 3.0);
  const int m = 30, n = 50;
  for (int k = 0; k < 20; k++) {
    // rows whose combination by y is 0 <= A'y*x < 1, x free
    std::vector<testing::Row> rows(m);
    std::vector<double> y(m), sum(n, 0.0);
    for (int i = 0; i < m; i++) {
      y[i] = (rng() % 2 ? 1.0 : -1.0) * pick(rng);
      rows[i].a.assign(n, 0.0);
      for (int j = 0; j < n && i + 1 < m; j++)
        if (rng() % 4 == 0) sum[j] += y[i] * (rows[i].a[j] = pick(rng));
      rows[i].bounds = {y[i], y[i]};
    }
    for (int j = 0; j < n; j++) rows[m - 1].a[j] = -sum[j] / y[m - 1];
    const std::vector<testing::Column> columns(
        n, {0.0, {-testing::kInf, testing::kInf}});
    const gpuinv::InteriorLp lp = testing::make_lp(rows, columns);
    for (double& a : y) a *= 1.0 + error(rng);
    ck_assert(!gpuinv::is_farkas_ray(lp, y));
    ck_assert(gpuinv::make_farkas_ray(lp, &y));
    ck_assert(gpuinv::is_farkas_ray(lp, y));
    // the same numbers as columns, with y as direction
    std::vector<testing::Row> zero(n);
    std::vector<testing::Column> along;
    for (int j = 0; j < n; j++) {
      zero[j].bounds = {1.0, 1.0};
      for (int i = 0; i < m; i++) zero[j].a.push_back(rows[i].a[j]);
    }
    for (int i = 0; i < m; i++)
      along.push_back({-y[i], {-testing::kInf, testing::kInf}});
    const gpuinv::InteriorLp dual = testing::make_lp(zero, along);
    std::vector<double> d = y;
    for (double& a : d) a *= 1.0 + error(rng);
    ck_assert(!gpuinv::is_primal_ray(dual, d));
    ck_assert(gpuinv::make_primal_ray(dual, &d));
    ck_assert(gpuinv::is_primal_ray(dual, d));
  }
}
END_TEST

// Scaling there and back causes no rounding; numbers that would overflow are
// left unchanged.
START_TEST(units_and_back) {
  std::mt19937 rng(testing::seed());
  for (int k = 0; k < 20; k++) {
    gpuinv::InteriorLp lp = testing::random_lp(9, 13, 9, rng).lp;
    for (int t = lp.start[3]; t < lp.start[4]; t++)
      lp.value[t] = std::ldexp(lp.value[t], 50 + static_cast<int>(rng() % 9));
    lp = gpuinv::checked(lp);
    gpuinv::InteriorLp same = lp;
    const gpuinv::Equilibration units(&same);
    if (lp.start[3] < lp.start[4]) ck_assert(same.value != lp.value);
    units.restore(&same);
    ck_assert(same.value == lp.value && same.c == lp.c);
    ck_assert(same.lower == lp.lower && same.upper == lp.upper);
    ck_assert(same.row_lower == lp.row_lower);
    ck_assert(same.row_upper == lp.row_upper);
    lp.lower.assign(lp.n, -1e308);
    lp.upper.assign(lp.n, 1e308);
    same = lp;
    const gpuinv::Equilibration none(&same);
    ck_assert(same.value == lp.value && same.upper == lp.upper);
  }
}
END_TEST

// Returns costs of multipliers y and z that are complementary to x = (p, 0, r),
// so x is an optimum.
START_TEST(optimum_of_a_chain) {
  std::mt19937 rng(testing::seed());
  std::uniform_real_distribution<double> pick(0.5, 2.0);
  const int m = 2 + _i;
  gpuinv::InteriorLp lp = chain(m, 0.0, rng);
  std::vector<double> x, y;
  double last = 0.0;
  for (int i = 0; i < m; i++) {
    const double r = i % 2 ? pick(rng) : 0.0;
    const double w = i ? -lp.value[lp.start[3 * i - 3] + 1] : 0.0;
    last = w * last + 2 * r + lp.row_lower[i];
    x.insert(x.end(), {last, 0.0, r});
    y.push_back(pick(rng) - 1.0);
  }
  y.push_back(_i % 3 ? 0.0 : -pick(rng));
  lp.row_upper[m] = _i % 3 ? 1.0 - last : -last;
  lp.c = products(lp, y);
  for (int j = 0; j < lp.n; j++)
    if (x[j] == 0.0) lp.c[j] += pick(rng);
  const gpuinv::Aggregation aggregation(lp);
  ck_assert_int_le(aggregation.reduced().m, 1);
  const gpuinv::InteriorSolution s = solve(lp);
  testing::check_proof(lp, s);
  ck_assert(s.status == gpuinv::InteriorStatus::kOptimal);
}
END_TEST

// Rows z_i - z_(i+1) = 1, z_m = 1 remove one z per sweep, the last one first.
// Then z_0 + y >= -1 goes, then y with its row x + y = 5, and x remains alone.
// The problem is to maximize x.
gpuinv::InteriorLp backwards(int m) {
  gpuinv::InteriorLp lp;
  lp.start.push_back(0);
  const auto add = [&lp](double c, double lower, double upper,
                         std::vector<std::pair<int, double>> entries) {
    lp.c.push_back(c);
    lp.lower.push_back(lower);
    lp.upper.push_back(upper);
    for (const auto& e : entries) {
      lp.row.push_back(e.first);
      lp.value.push_back(e.second);
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
  };
  add(-1.0, 0.0, 3.0, {{0, 1.0}});
  add(0.0, 0.0, testing::kInf, {{0, 1.0}, {1, 1.0}});
  for (int i = 0; i <= m; i++)
    add(0.0, -testing::kInf, testing::kInf,
        {{1 + i, i == 0 ? 1.0 : -1.0}, {2 + i, 1.0}});
  lp.m = m + 3;
  lp.n = m + 3;
  lp.row_lower.assign(lp.m, 1.0);
  lp.row_upper.assign(lp.m, 1.0);
  lp.row_lower[0] = lp.row_upper[0] = 5.0;
  lp.row_lower[1] = -1.0;
  lp.row_upper[1] = testing::kInf;
  return lp;
}

// However many sweeps it takes, none ends with columns without a row.
START_TEST(presolved_to_nothing) {
  const gpuinv::InteriorLp lp = backwards(_i);
  const gpuinv::InteriorSolution s = solve(lp);
  testing::check_proof(lp, s);
  ck_assert(s.status == gpuinv::InteriorStatus::kOptimal);
  ck_assert_double_eq_tol(s.objective, -3.0, 1e-7);
}
END_TEST

// Any values and multipliers of the reduced problem expand to values that
// satisfy the equations and to reduced costs of 0.
START_TEST(expansion_of_a_chain) {
  std::mt19937 rng(testing::seed());
  std::uniform_real_distribution<double> pick(-1.0, 1.0);
  const int m = 3 + _i;
  gpuinv::InteriorLp lp = chain(m, 0.0, rng);
  for (int j = 0; j < lp.n; j++) lp.c.push_back(pick(rng));
  const gpuinv::Aggregation aggregation(lp);
  const gpuinv::InteriorLp& reduced = aggregation.reduced();
  ck_assert_int_eq(reduced.n, 2 * m);
  std::vector<double> x(reduced.n), y(reduced.m);
  for (double& a : x) a = pick(rng);
  for (double& a : y) a = pick(rng);
  for (bool ray : {false, true}) {
    const auto full = aggregation.expand_values(x, ray);
    const auto dual = aggregation.expand_duals(y, ray);
    const auto r = gpuinv::row_values(lp, full);
    const auto v = products(lp, dual);
    double size = 1.0;
    for (double a : full) size = std::max(size, std::fabs(a));
    for (double a : dual) size = std::max(size, std::fabs(a));
    for (int i = 0; i < m; i++)
      ck_assert_double_le(std::fabs(r[i] - (ray ? 0.0 : lp.row_lower[i])),
                          1e-13 * size);
    for (int j = 0; j < lp.n; j += 3)
      ck_assert_double_le(std::fabs(v[j] - (ray ? 0.0 : lp.c[j])),
                          1e-13 * size);
  }
}
END_TEST

// p_(m-1) stays above the demand of the last row; r can grow without limit.
START_TEST(rays_of_a_chain) {
  std::mt19937 rng(testing::seed());
  for (int m = 2; m < 9; m++) {
    gpuinv::InteriorLp lp = chain(m, 0.0, rng);
    lp.c.assign(lp.n, 1.0);
    lp.value[lp.start[lp.n - 2] - 1] = 1.0;  // + p_(m-1) here
    gpuinv::InteriorSolution s = solve(lp);
    testing::check_proof(lp, s);
    ck_assert(s.status == gpuinv::InteriorStatus::kPrimalInfeasible);
    lp = chain(m, 0.0, rng);
    lp.c.assign(lp.n, 0.0);
    lp.c[2] = -1.0;
    s = solve(lp);
    testing::check_proof(lp, s);
    ck_assert(s.status == gpuinv::InteriorStatus::kDualInfeasible);
  }
}
END_TEST

int main() {
  testing::seed();
  const std::vector<InteriorImplementation> list = {
      {"host sparse", create<gpuinv::NormalKind::kSparse>},
      {"host dense", create<gpuinv::NormalKind::kDense>},
      {"host, dual form", create_by_dual},
  };
  SRunner* runner = srunner_create(interior_suite("interior, host", list));
  Suite* certificates = suite_create("certificates");
  TCase* tests = tcase_create("rays");
  tcase_add_test(tests, only_farkas_rays_pass);
  tcase_add_test(tests, only_primal_rays_pass);
  tcase_add_test(tests, slacks_take_up_changes);
  tcase_add_test(tests, overflow_is_no_proof);
  tcase_add_test(tests, far_away_is_no_proof);
  tcase_add_test(tests, rays_are_made_exact);
  tcase_add_test(tests, units_and_back);
  suite_add_tcase(certificates, tests);
  srunner_add_suite(runner, certificates);
  Suite* reductions = suite_create("reductions");
  TCase* chains = tcase_create("chains");
  tcase_add_loop_test(chains, optimum_of_a_chain, 0, 20);
  tcase_add_loop_test(chains, expansion_of_a_chain, 0, 20);
  tcase_add_test(chains, rays_of_a_chain);
  tcase_add_loop_test(chains, presolved_to_nothing, 0, 40);
  suite_add_tcase(reductions, chains);
  suite_add_tcase(reductions, duplicate_cases());
  srunner_add_suite(runner, reductions);
  Suite* choice = suite_create("choice");
  suite_add_tcase(choice, interior_choice_cases());
  suite_add_tcase(choice, dual_form_cases());
  suite_add_tcase(choice, restoration_cases());
  suite_add_tcase(choice, interior_course_cases());
  suite_add_tcase(choice, interior_chain_cases());
  srunner_add_suite(runner, choice);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
