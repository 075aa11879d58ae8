// interior_courses.cpp (unit tests of where interior point methods start and
// end)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_courses.hpp"

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
  ck_assert(!start.differs);
}
END_TEST

START_TEST(far_bounds_are_left_out) {
  const BoundedForm form(limited(1e9, 1e9));
  const gpuinv::StartForm start = gpuinv::start_form(form);
  ck_assert(start.differs);
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

// Where no row demands anything, nothing tells what is far.
START_TEST(without_demands_all_stays) {
  const InteriorLp lp = testing::make_lp(
      {{{1.0, 1.0}, {-kInf, 1e9}}}, {{-1.0, {0.0, 1.0}}, {-1.0, {0.0, 1e9}}});
  ck_assert(!gpuinv::start_form(BoundedForm(lp)).differs);
}
END_TEST

namespace {

// Costs c >= 0, demands A*x >= b, and as many rows and bounds that limit
// nothing.
InteriorLp demanding(double far, std::mt19937& rng) {
  constexpr int kRows = 30, kColumns = 60;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<testing::Row> rows;
  for (int i = 0; i < 2 * kRows; i++) {
    testing::Row row = {{}, {1.0 + uniform(rng), kInf}};
    if (i >= kRows) row.bounds = {-kInf, far * (1.0 + uniform(rng))};
    for (int j = 0; j < kColumns; j++)
      row.a.push_back(uniform(rng) < 0.2 ? uniform(rng) : 0.0);
    row.a[i] = 1.0;
    rows.push_back(row);
  }
  std::vector<testing::Column> columns;
  for (int j = 0; j < kColumns; j++)
    columns.push_back({0.1 + uniform(rng), {0.0, far * (1.0 + uniform(rng))}});
  return testing::make_lp(rows, columns);
}

int iterations(InteriorLp lp) {
  const auto solver = testing::host_solver(std::move(lp), {});
  while (solver->step()) continue;
  ck_assert(solver->solution().status == InteriorStatus::kOptimal);
  return solver->iteration().count;
}

}  // namespace

// Each decade up to the far bounds took an iteration or more.
START_TEST(far_bounds_cost_no_iterations) {
  std::mt19937 rng(testing::seed());
  for (int t = 0; t < 5; t++) {
    const unsigned seed = rng();
    std::mt19937 first(seed), second(seed);
    const int near = iterations(demanding(100.0, first));
    ck_assert_int_le(iterations(demanding(1e12, second)), near + 4);
  }
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
  tcase_add_test(tests, without_demands_all_stays);
  tcase_add_test(tests, far_bounds_cost_no_iterations);
  tcase_add_test(tests, dear_iterations_end_a_start);
  return tests;
}
