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
#include "libgpuinv/interior/row_prices.hpp"
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

namespace {

// Row 0 demands 4 of x, which needs half as much of y in row 1, and y is
// bought for 3; or all of it is bought for the cost of the last column.
InteriorLp bought(double dear) {
  return testing::make_lp(
      {{{1.0, 0.0, 1.0}, {4.0, kInf}}, {{-0.5, 1.0, 0.0}, {0.0, kInf}}},
      {{1.0, {0.0, kInf}}, {3.0, {0.0, kInf}}, {dear, {0.0, kInf}}});
}

}  // namespace

START_TEST(dear_columns_are_left_out) {
  for (const double dear : {20.0, 30.0}) {
    const BoundedForm form(bought(dear));
    const gpuinv::StartForm start = gpuinv::start_form(form);
    ck_assert(start.differs() == (dear > 25.0));  // 10 * (1 + 0.5 * 3)
    if (!start.differs()) continue;
    ck_assert_int_eq(start.bounds[1], gpuinv::kLower);
    ck_assert_int_eq(start.bounds[2], gpuinv::StartForm::kAbsent);
    ck_assert_int_eq(start.pairs, 4);  // x, y and two slacks
    const auto method = testing::host_method(form, {1.0, 1.0});
    std::vector<double> x, y;
    ck_assert(method->start(true));
    method->download(false, &x, &y);
    ck_assert(x[2] > 0.0 && x[2] < x[0]);
  }
}
END_TEST

// A column that pays for itself makes others worth it, whatever they cost.
START_TEST(gains_are_prices) {
  InteriorLp lp = bought(30.0);
  lp.c[0] = -5.0;
  ck_assert(!gpuinv::start_form(BoundedForm(lp)).differs());
}
END_TEST

// What the cheapest way needs in small amounts is no matter of choice.
START_TEST(parts_of_ways_stay) {
  const InteriorLp lp =
      testing::make_lp({{{1.0, 0.0}, {4.0, kInf}}, {{-0.01, 1.0}, {0.0, kInf}}},
                       {{1.0, {0.0, kInf}}, {999.0, {0.0, kInf}}});
  ck_assert(!gpuinv::start_form(BoundedForm(lp)).differs());
}
END_TEST

// A column that serves many rows may cost as much as they pay together.
START_TEST(columns_may_serve_many_rows) {
  constexpr int kRows = 20;
  for (const double cost : {15.0, 1000.0}) {
    std::vector<testing::Row> rows(kRows, {{}, {1.0, kInf}});
    for (int i = 0; i < kRows; i++) {
      rows[i].a.assign(kRows + 1, 0.0);
      rows[i].a[i] = rows[i].a[kRows] = 1.0;
    }
    std::vector<testing::Column> columns(kRows, {1.0, {0.0, kInf}});
    columns.push_back({cost, {0.0, kInf}});
    const InteriorLp lp = testing::make_lp(rows, columns);
    ck_assert(gpuinv::start_form(BoundedForm(lp)).differs() == (cost > 20.0));
  }
}
END_TEST

// Where a price is unknown, nothing tells what is dear.
START_TEST(unknown_prices_leave_all) {
  const InteriorLp lp = testing::make_lp(
      {{{1.0, 1.0, 0.0}, {5.0, 5.0}},
       {{1.0, -1.0, 0.0}, {1.0, 1.0}},
       {{0.0, 0.0, 1.0}, {1.0, kInf}}},
      {{1.0, {0.0, kInf}}, {1.0, {0.0, kInf}}, {1e-3, {0.0, kInf}}});
  ck_assert(!gpuinv::start_form(BoundedForm(lp)).differs());
}
END_TEST

// x is used up to 6 by the room of a row; an equation may have to fall.
START_TEST(room_and_equations_have_prices) {
  for (const testing::Row& first : {testing::Row{{1.0, 1.0}, {4.0, kInf}},
                                    testing::Row{{-1.0, -1.0}, {-4.0, -4.0}}}) {
    const InteriorLp lp =
        testing::make_lp({first, {{1.0, 0.0}, {-kInf, 6.0}}},
                         {{1.0, {0.0, kInf}}, {1000.0, {0.0, kInf}}});
    const gpuinv::StartForm start = gpuinv::start_form(BoundedForm(lp));
    ck_assert(start.differs());
    ck_assert_int_eq(start.bounds[1], gpuinv::StartForm::kAbsent);
  }
}
END_TEST

START_TEST(prices_add_up_in_a_chain) {
  const BoundedForm form(bought(30.0));
  const gpuinv::RowPrices prices = gpuinv::row_prices(form);
  const double x = form.value[form.start[0]], y = form.value[form.start[1]];
  const double of_y = form.c[1] / std::fabs(y);
  double consumed = 0.0;
  for (int t = form.start[0]; t < form.start[1]; t++)
    if (form.row[t] == 1) consumed = std::fabs(form.value[t]);
  ck_assert_double_eq_tol(prices.up[1] / of_y, 1.0, 1e-14);
  ck_assert_double_eq_tol(
      prices.up[0] * std::fabs(x) / (form.c[0] + consumed * of_y), 1.0, 1e-14);
  ck_assert_double_eq(prices.down[0], 0.0);  // by the slack
  ck_assert_double_eq(prices.down[1], 0.0);
}
END_TEST

namespace {

// Random costs c >= 0 and demands A*x >= b, written as -far <= -A*x <= -b.
InteriorLp random_demands(double far) {
  constexpr int kRows = 30, kColumns = 60;
  std::mt19937 rng(testing::seed());
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<testing::Row> rows;
  for (int i = 0; i < kRows; i++) {
    testing::Row row = {{}, {-far, -1.0 - uniform(rng)}};
    for (int j = 0; j < kColumns; j++)
      row.a.push_back(uniform(rng) < 0.2 ? -uniform(rng) : 0.0);
    row.a[i] = -1.0;
    rows.push_back(row);
  }
  std::vector<testing::Column> columns;
  for (int j = 0; j < kColumns; j++)
    columns.push_back({0.1 + uniform(rng), {0.0, kInf}});
  return testing::make_lp(rows, columns);
}

}  // namespace

// Such a problem had no convergence while its starting point was as far away.
START_TEST(far_sides_are_no_obstacle) {
  const InteriorLp lp = random_demands(1e9);
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

// A method that moves twice from a near start and then no more.
class Walled final : public gpuinv::InteriorMethod {
 public:
  static constexpr int kMoves = 2;

  Walled(std::unique_ptr<gpuinv::InteriorMethod> other, int* starts)
      : other_(std::move(other)), starts_(*starts) {}
  bool start(bool near) override {
    starts_++;
    walled_ = near;
    const bool done = other_->start(false);
    progress_ = other_->progress();
    progress_.near = walled_;
    return done;
  }
  bool iterate(const gpuinv::Aim& aim) override {
    if (!walled_ || moves_-- > 0) {
      const bool done = other_->iterate(aim);
      progress_ = other_->progress();
      progress_.near = walled_;
      return done;
    }
    progress_.step_primal = progress_.step_dual = 0.5 * gpuinv::kStuck;
    return true;
  }
  const gpuinv::Progress& progress() const override { return progress_; }
  void keep() override { other_->keep(); }
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    other_->download(kept, x, y);
  }

 private:
  const std::unique_ptr<gpuinv::InteriorMethod> other_;
  int& starts_;
  bool walled_ = true;
  int moves_ = kMoves;
  gpuinv::Progress progress_ = {};
};

}  // namespace

// Where a start leaves no room for steps, there is another one, from which the
// method takes as many iterations as if it had been the first.
START_TEST(wrong_starts_are_given_up) {
  int starts = 0;
  const InteriorLp lp = random_demands(kInf);
  const auto solver = gpuinv::create_interior(
      lp, {}, [&](const BoundedForm& form, const gpuinv::Norms& norms) {
        return std::make_unique<Walled>(testing::host_method(form, norms),
                                        &starts);
      });
  while (solver->step()) continue;
  ck_assert(solver->solution().status == InteriorStatus::kOptimal);
  ck_assert_int_eq(starts, 2);
  testing::check_proof(lp, solver->solution());
  const auto plain = testing::host_solver(lp, {});
  while (plain->step()) continue;
  ck_assert_int_eq(
      solver->iteration().count,
      Walled::kMoves + gpuinv::kStuckSteps + plain->iteration().count);
}
END_TEST

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
  tcase_add_test(tests, dear_columns_are_left_out);
  tcase_add_test(tests, gains_are_prices);
  tcase_add_test(tests, parts_of_ways_stay);
  tcase_add_test(tests, columns_may_serve_many_rows);
  tcase_add_test(tests, unknown_prices_leave_all);
  tcase_add_test(tests, room_and_equations_have_prices);
  tcase_add_test(tests, prices_add_up_in_a_chain);
  tcase_add_test(tests, far_sides_are_no_obstacle);
  tcase_add_test(tests, wrong_starts_are_given_up);
  tcase_add_test(tests, dear_iterations_end_a_start);
  return tests;
}
