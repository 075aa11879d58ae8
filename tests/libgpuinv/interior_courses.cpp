// interior_courses.cpp (unit tests of where interior point methods start and
// end)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_courses.hpp"

#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#undef fail  // a macro of Check that conflicts with a name in streams

#include "host_solver.hpp"
#include "interior_problem.hpp"
#include "libgpuinv/interior/start_form.hpp"
#include "libgpuinv/interior/tuning.hpp"
#include "seed.hpp"

using gpuinv::BoundedForm;
using gpuinv::InteriorLp;
using gpuinv::InteriorStatus;
using testing::kInf;

namespace {

// x + y >= 4 demands 4; x - y <= limit and x <= most may be far from that.
InteriorLp limited(double limit, double most) {
  return testing::make_lp(
      {{{1.0, 1.0}, {4.0, kInf}}, {{1.0, -1.0}, {-kInf, limit}}},
      {{1.0, {0.0, most}}, {2.0, {0.0, 8.0}}});
}

}  // namespace

START_TEST(near_bounds_stay) {
  const gpuinv::StartForm start =
      gpuinv::start_form(BoundedForm(limited(30.0, 30.0)));
  ck_assert(!start.differs());
}
END_TEST

START_TEST(far_bounds_are_left_out) {
  const BoundedForm form(limited(1e9, 1e9));
  const gpuinv::StartForm start = gpuinv::start_form(form);
  ck_assert(start.differs());
  ck_assert_int_eq(form.bounds[0], gpuinv::kBoxed);
  ck_assert_int_eq(start.bounds[0], gpuinv::kLower);
  ck_assert_int_eq(start.bounds[1], gpuinv::kBoxed);
  ck_assert_double_eq(start.b[0], form.b[0]);
  ck_assert_double_eq(start.b[1], 0.0);
  // the slacks of the rows
  ck_assert_int_eq(start.bounds[2], gpuinv::kLower);
  ck_assert_double_eq(start.origin[2], 0.0);
  ck_assert_int_eq(start.bounds[3], gpuinv::kFree);
  ck_assert_double_eq(start.origin[3], form.b[1]);
}
END_TEST

// A row that is far from one side alone counts from the other side.
START_TEST(far_sides_are_left_out) {
  for (const testing::Interval& bounds :
       {testing::Interval{-1e9, -3.0}, testing::Interval{3.0, 1e9}}) {
    const InteriorLp lp =
        testing::make_lp({{{1.0, 1.0}, {4.0, kInf}}, {{1.0, -1.0}, bounds}},
                         {{1.0, {0.0, 8.0}}, {2.0, {0.0, 8.0}}});
    const BoundedForm form(lp);
    const gpuinv::StartForm start = gpuinv::start_form(form);
    ck_assert(start.differs());
    ck_assert_int_eq(form.bounds[3], gpuinv::kBoxed);
    ck_assert_int_eq(start.bounds[3], gpuinv::kLower);
    ck_assert_double_eq(start.b[1], form.b[1]);
    // 3 and 4, whatever the scale
    ck_assert_double_lt(std::fabs(form.b[1]), form.b[0]);
  }
}
END_TEST

// A bound of a column can bring a row near its far side.
START_TEST(slacks_count_from_the_nearer_bound) {
  const InteriorLp lp =
      testing::make_lp({{{0.0, 1.0}, {4.0, kInf}}, {{1.0, 1.0}, {1.0, 1e9}}},
                       {{1.0, {1e9 - 4.0, kInf}}, {2.0, {0.0, 8.0}}});
  const BoundedForm form(lp);
  const gpuinv::StartForm start = gpuinv::start_form(form);
  ck_assert(start.differs());
  ck_assert_int_eq(start.bounds[3], gpuinv::kFree);
  ck_assert_double_eq(start.origin[3], form.u[3]);
  ck_assert_double_eq_tol(start.b[1] / form.b[1], -4.0 / (1e9 - 5.0), 1e-15);
}
END_TEST

// Where nothing is demanded but what rounding leaves, nothing tells what is
// far.
START_TEST(without_demands_all_stays) {
  const InteriorLp lp =
      testing::make_lp({{{1.0, 1.0}, {-kInf, 0.3}}, {{1.0, 1.0}, {-kInf, 1e9}}},
                       {{1.0, {0.1, 1.0}}, {1.0, {0.2, 1e9}}});
  const BoundedForm form(lp);
  ck_assert_double_ne(form.b[0], 0.0);
  ck_assert(!gpuinv::start_form(form).differs());
}
END_TEST

// What costs drive a column to is demanded, too.
START_TEST(costs_demand) {
  for (const double cost : {1.0, -1.0}) {
    const InteriorLp lp = testing::make_lp(
        {{{1.0, 1.0}, {1.0, kInf}}, {{1.0, 2.0}, {-kInf, 1000.0}}},
        {{1.0, {0.0, 10.0}}, {cost, {0.0, 500.0}}});
    ck_assert(gpuinv::start_form(BoundedForm(lp)).differs() == (cost > 0.0));
  }
}
END_TEST

// Costs c >= 0 and demands A*x >= b, written as -far <= -A*x <= -b.  Such a
// problem had no convergence while its starting point was as far away.
START_TEST(far_sides_are_no_obstacle) {
  constexpr int kRows = 30, kColumns = 60;
  std::mt19937 rng(testing::seed());
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<testing::Row> rows;
  for (int i = 0; i < kRows; i++) {
    testing::Row row = {{}, {-1e9, -1.0 - uniform(rng)}};
    for (int j = 0; j < kColumns; j++)
      row.a.push_back(uniform(rng) < 0.2 ? -uniform(rng) : 0.0);
    row.a[i] = -1.0;
    rows.push_back(row);
  }
  std::vector<testing::Column> columns;
  for (int j = 0; j < kColumns; j++)
    columns.push_back({0.1 + uniform(rng), {0.0, kInf}});
  const InteriorLp lp = testing::make_lp(rows, columns);
  const auto solver = testing::host_solver(lp, {});
  while (solver->step()) continue;
  const gpuinv::InteriorSolution solution = solver->solution();
  ck_assert(solution.status == InteriorStatus::kOptimal);
  testing::check_proof(lp, solution);
}
END_TEST

namespace {

// A method whose points have this gap from the first iteration on, and whose
// iterations take so many solves.
class Still final : public gpuinv::InteriorMethod {
 public:
  Still(const BoundedForm& form, double gap, int solves)
      : x_(form.n, 1.0), y_(form.m, 0.0) {
    progress_.primal_objective = gap;
    progress_.solves = solves;
    progress_.farkas = progress_.recession = kInf;
  }
  bool start(bool) override { return true; }
  bool iterate(const gpuinv::Aim&) override { return true; }
  const gpuinv::Progress& progress() const override { return progress_; }
  void keep() override {}
  void download(bool, std::vector<double>* x,
                std::vector<double>* y) const override {
    *x = x_;
    *y = y_;
  }

 private:
  std::vector<double> x_, y_;
  gpuinv::Progress progress_ = {};
};

int iterations_of_still(double gap, int solves, bool each_row) {
  gpuinv::InteriorControl control;
  control.certificates = false;
  control.each_row = each_row;
  const auto solver = gpuinv::create_interior(
      limited(30.0, 30.0), control,
      [&](const BoundedForm& form, const gpuinv::Norms&) {
        return std::make_unique<Still>(form, gap, solves);
      });
  while (solver->step()) continue;
  ck_assert(solver->solution().status == InteriorStatus::kNoProgress);
  return solver->iteration().count;
}

}  // namespace

// A point that is to start something else is good enough when the next ones
// would be dear.
START_TEST(dear_iterations_end_a_start) {
  using gpuinv::kDear;
  using gpuinv::kEnough;
  ck_assert_int_eq(iterations_of_still(0.5 * kEnough, kDear + 1, false), 0);
  ck_assert_int_gt(iterations_of_still(0.5 * kEnough, kDear, false), 2);
  ck_assert_int_gt(iterations_of_still(2.0 * kEnough, kDear + 1, false), 2);
  ck_assert_int_gt(iterations_of_still(0.5 * kEnough, kDear + 1, true), 2);
}
END_TEST

TCase* interior_course_cases() {
  TCase* tests = tcase_create("courses");
  tcase_add_test(tests, near_bounds_stay);
  tcase_add_test(tests, far_bounds_are_left_out);
  tcase_add_test(tests, far_sides_are_left_out);
  tcase_add_test(tests, slacks_count_from_the_nearer_bound);
  tcase_add_test(tests, without_demands_all_stays);
  tcase_add_test(tests, costs_demand);
  tcase_add_test(tests, far_sides_are_no_obstacle);
  tcase_add_test(tests, dear_iterations_end_a_start);
  return tests;
}
