// dual_forms.cpp (the interior point method on dual forms)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dual_forms.hpp"

#include <cfloat>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "interior_problem.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/choose_side.hpp"
#include "libgpuinv/interior/dual_form.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "seed.hpp"

using gpuinv::BoundedForm;
using gpuinv::ColumnMatrix;
using gpuinv::DualForm;
using gpuinv::NormalKind;
using gpuinv::Norms;
using gpuinv::Side;

std::unique_ptr<gpuinv::InteriorSolver> create_by_dual(
    gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control) {
  return gpuinv::create_interior(
      std::move(lp), control, [](const BoundedForm& form, const Norms& norms) {
        const auto dual = std::make_shared<const DualForm>(form);
        std::string line;
        auto normal = gpuinv::make_host_normal(dual->form().matrix(),
                                               std::nullopt, &line);
        return as_given(
            dual, create_host_method(dual->form(), {norms.costs, norms.bounds},
                                     std::move(normal)));
      });
}

namespace {

double uniform(std::mt19937& rng, double a, double b) {
  return std::uniform_real_distribution<double>(a, b)(rng);
}

// Returns many rows of two entries, half of which are equations, on few
// columns, or the transpose of that.
gpuinv::InteriorLp sparse_lp(int m, int n, std::mt19937& rng) {
  gpuinv::InteriorLp lp;
  lp.m = m;
  lp.n = n;
  std::vector<std::vector<std::pair<int, double>>> columns(n);
  for (int i = 0; i < m; i++) {
    for (int k = 0; k < 2; k++)
      columns[(i + k * (1 + i / n)) % n].push_back({i, uniform(rng, 0.5, 2.0)});
    lp.row_lower.push_back(1.0);
    lp.row_upper.push_back(testing::kInf);
  }
  lp.start.push_back(0);
  for (int j = 0; j < n; j++) {
    for (const auto& [i, a] : columns[j]) {
      lp.row.push_back(i);
      lp.value.push_back(a);
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
    lp.c.push_back(uniform(rng, 1.0, 2.0));
    lp.lower.push_back(0.0);
    lp.upper.push_back(j % 3 ? testing::kInf : 10.0);
  }
  return lp;
}

// Returns a two-stage problem of more columns than rows: each of the first
// `common` columns has elements in rows of all scenarios, each other column in
// two neighbouring rows.
gpuinv::InteriorLp two_stage_lp(int m, int common, std::mt19937& rng) {
  gpuinv::InteriorLp lp = sparse_lp(m, 2 * m, rng);
  lp.n = common + 2 * m;
  lp.start.assign(1, 0);
  lp.row.clear();
  lp.value.clear();
  for (int j = 0; j < lp.n; j++) {
    const bool first_stage = j < common;
    const int begin = first_stage ? j : j % (m - 1);
    const int step = first_stage ? common : 1;
    for (int i = begin; i < (first_stage ? m : begin + 2); i += step) {
      lp.row.push_back(i);
      lp.value.push_back(uniform(rng, 0.5, 2.0));
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
  }
  lp.c.resize(lp.n, 1.5);
  lp.lower.assign(lp.n, 0.0);
  lp.upper.assign(lp.n, testing::kInf);
  return lp;
}

double sum(const std::vector<double>& a, const std::vector<double>& b) {
  double s = 0.0;
  for (std::size_t k = 0; k < a.size(); k++) s += a[k] * b[k];
  return s;
}

// Returns A*x.
std::vector<double> multiply(const ColumnMatrix& a,
                             const std::vector<double>& x) {
  std::vector<double> y(a.rows, 0.0);
  for (int j = 0; j < a.columns; j++)
    for (int t = a.start[j]; t < a.start[j + 1]; t++)
      y[a.row[t]] += a.value[t] * x[j];
  return y;
}

Side side_of(const BoundedForm& form, std::optional<NormalKind> wanted) {
  return choose_side(form, {2.0, 3.0}, gpuinv::host_machine(), wanted);
}

}  // namespace

// For any values, also infeasible ones: the dual's columns cost what their y
// and w cost in the given form, and its rows equal A'y + z - w.
START_TEST(means_the_same) {
  std::mt19937 rng(testing::seed());
  for (int k = 0; k < 20; k++) {
    gpuinv::InteriorLp lp = testing::random_lp(8 + k, 12, 8 + k, rng).lp;
    for (int i = 0; i < lp.m; i++)  // the presolve leaves no free rows
      if (lp.row_lower[i] == -lp.row_upper[i] && std::isinf(lp.row_lower[i]))
        lp.row_lower[i] = -1.0;
    const BoundedForm given(std::move(lp));
    const DualForm dual(given);
    const BoundedForm& form = dual.form();
    ck_assert_int_eq(form.m, given.structural());
    std::vector<double> values, multipliers, x, y;
    for (int j = 0; j < form.n; j++) values.push_back(uniform(rng, 0.1, 2.0));
    for (int i = 0; i < form.m; i++)
      multipliers.push_back(uniform(rng, -1.0, 1.0));
    dual.translate(values, multipliers, &x, &y);
    ck_assert_int_eq(x.size(), given.n);
    ck_assert_int_eq(y.size(), given.m);
    for (int i = 0; i < form.m; i++) ck_assert(x[i] == -multipliers[i]);
    // columns of z_j and w_j come last, in the order of the given columns
    int last = form.n;
    for (int j = 0; j < form.m; j++) last -= given.bounds[j];
    std::vector<double> rows = multiply(form.matrix(), values);
    double cost = sum(form.c, values);
    int column = last;
    for (int j = 0; j < form.m; j++) {
      double lacks = rows[j];
      for (int t = given.start[j]; t < given.start[j + 1]; t++)
        lacks -= given.value[t] * y[given.row[t]];
      if (given.bounds[j] >= gpuinv::kLower) lacks -= values[column++];
      if (given.bounds[j] == gpuinv::kBoxed) {
        lacks += values[column];
        cost -= given.u[j] * values[column++];
      }
      ck_assert_double_le(std::fabs(lacks), 1e3 * DBL_EPSILON);
    }
    ck_assert_int_eq(column, form.n);
    // slacks: y_i has the sign that their reduced costs require, and an upper
    // bound costs its multiplier, the second column of the row
    column = 0;
    std::vector<int> slack(given.m, -1);
    for (int j = given.structural(); j < given.n; j++)
      slack[given.row[given.start[j]]] = j;
    for (int i = 0; i < given.m; i++, column++) {
      if (slack[i] < 0) {
        ck_assert_int_eq(form.bounds[column], gpuinv::kFree);
        continue;
      }
      const double a = given.value[given.start[slack[i]]];
      if (given.bounds[slack[i]] == gpuinv::kBoxed)
        cost -= given.u[slack[i]] * values[++column];
      else
        ck_assert_double_le(a * y[i], 0.0);
    }
    ck_assert_int_eq(column, last);
    const double size = 1.0 + std::fabs(cost) + std::fabs(sum(given.b, y));
    ck_assert_double_le(std::fabs(cost + sum(given.b, y)),
                        1e3 * DBL_EPSILON * size);
  }
}
END_TEST

START_TEST(cheaper_side_is_taken) {
  std::mt19937 rng(testing::seed());
  const BoundedForm tall(sparse_lp(6000, 200, rng));
  const BoundedForm wide(sparse_lp(200, 6000, rng));
  const Side few = side_of(tall, std::nullopt);
  ck_assert(few.dual != nullptr && few.form == &few.dual->form());
  ck_assert(few.norms.bounds == 3.0 && few.norms.costs == 2.0);
  ck_assert_int_eq(few.analysis.a.rows, 200);
  ck_assert(few.analysis.shape.dual);
  const Side given = side_of(wide, std::nullopt);
  ck_assert(given.dual == nullptr && given.form == &wide);
  ck_assert(given.norms.bounds == 2.0 && !given.analysis.shape.dual);
  ck_assert(side_of(tall, NormalKind::kDense).dual == nullptr);
}
END_TEST

START_TEST(sparser_side_is_taken) {
  std::mt19937 rng(testing::seed());
  const BoundedForm form(two_stage_lp(4000, 10, rng));
  ck_assert_int_gt(form.structural(), form.m);
  const Side side = side_of(form, std::nullopt);
  ck_assert(side.dual != nullptr);
}
END_TEST

// A polynomial that fits points as well as possible in its largest error, the
// last column: -e <= p(t) - f(t) <= e.  The given form would keep all of its
// columns apart.
gpuinv::InteriorLp polynomial_lp(int points, int degree) {
  gpuinv::InteriorLp lp;
  lp.m = 2 * points;
  lp.n = degree + 2;
  lp.start.push_back(0);
  for (int k = 0; k < lp.n; k++) {
    for (int p = 0; p < points; p++) {
      const double t = (p + 1.0) / points;
      for (int side = 0; side < 2; side++) {
        lp.row.push_back(2 * p + side);
        lp.value.push_back(k <= degree ? std::pow(t, k) : side ? 1.0 : -1.0);
      }
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
    lp.c.push_back(k <= degree ? 0.0 : 1.0);
    lp.lower.push_back(k <= degree ? -testing::kInf : 0.0);
    lp.upper.push_back(testing::kInf);
  }
  for (int p = 0; p < points; p++) {
    const double f = std::sin(6.0 * p / points);
    lp.row_lower.insert(lp.row_lower.end(), {-testing::kInf, f});
    lp.row_upper.insert(lp.row_upper.end(), {f, testing::kInf});
  }
  return lp;
}

// With memory so fast the dual's time is above half of the given form's.
START_TEST(accurate_side_is_taken) {
  const BoundedForm form(polynomial_lp(4000, 8));
  gpuinv::NormalMachine machine = gpuinv::host_machine();
  static_cast<gpuinv::machine::Rates&>(machine) = gpuinv::machine::kHost;
  machine.bandwidth = 3e10;
  const Side side = choose_side(form, {2.0, 3.0}, machine, std::nullopt);
  ck_assert(side.dual != nullptr);
  ck_assert(side.analysis.apart.empty());
}
END_TEST

// A bound that is found without the dual never exceeds what it has, and is near
// it where A is dense.
START_TEST(least_elements_of_the_dual) {
  std::mt19937 rng(testing::seed());
  for (const bool dense : {false, true}) {
    const BoundedForm form(dense ? polynomial_lp(300, 8)
                                 : sparse_lp(900, 400, rng));
    const gpuinv::DualForm dual(form);
    gpuinv::NormalAnalysis analysis(dual.form().matrix());
    analysis.analyze(gpuinv::host_machine(), NormalKind::kSparse);
    const double least = gpuinv::least_dual_elements(form);
    ck_assert_double_ge(least, form.structural());
    ck_assert_double_le(least, analysis.shape.nnz_s);
    if (dense) ck_assert_double_ge(least, 0.5 * analysis.shape.nnz_s);
  }
}
END_TEST

// Both sides give the same optimum, and a log line tells which was used.
START_TEST(tall_problems_are_solved) {
  std::mt19937 rng(testing::seed());
  const gpuinv::InteriorLp lp = sparse_lp(6000, 200, rng);
  std::string line;
  const auto times = std::make_shared<gpuinv::PhaseTimes>();
  auto solver = gpuinv::create_interior(
      lp, {}, [&](const BoundedForm& form, const Norms& norms) {
        return make_host_method(
            choose_side(form, norms, gpuinv::host_machine(), std::nullopt),
            std::nullopt, &line, 0, times);
      });
  while (solver->step()) {
  }
  const gpuinv::InteriorSolution s = solver->solution();
  ck_assert(s.status == gpuinv::InteriorStatus::kOptimal);
  testing::check_proof(lp, s);
  ck_assert_msg(line.find("on the host; dual form, m = 200,") != line.npos,
                "%s", line.c_str());
}
END_TEST

TCase* dual_form_cases() {
  TCase* tests = tcase_create("dual forms");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, means_the_same);
  tcase_add_test(tests, cheaper_side_is_taken);
  tcase_add_test(tests, sparser_side_is_taken);
  tcase_add_test(tests, accurate_side_is_taken);
  tcase_add_test(tests, least_elements_of_the_dual);
  tcase_add_test(tests, tall_problems_are_solved);
  return tests;
}
