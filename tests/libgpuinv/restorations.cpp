// restorations.cpp (unit tests of row residuals and their removal)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "restorations.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#undef fail  // a macro of Check that conflicts with a name in streams

#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/interior/host_space.hpp"
#include "libgpuinv/interior/newton.hpp"
#include "libgpuinv/interior/restoration.hpp"
#include "libgpuinv/interior/space_method.hpp"

using gpuinv::BoundedForm;
using gpuinv::HostNormalDense;
using gpuinv::HostSpace;
using gpuinv::Newton;
using gpuinv::Point;
using gpuinv::Program;
using gpuinv::ProgramView;
using Vector = std::vector<double>;

namespace {

const HostSpace kSpace;

// Dense rows a; all units are 1.
BoundedForm form_of(const std::vector<Vector>& a, const Vector& b,
                    const std::vector<signed char>& bounds) {
  BoundedForm form;
  form.m = static_cast<int>(a.size());
  form.n = static_cast<int>(bounds.size());
  form.start.push_back(0);
  for (int j = 0; j < form.n; j++) {
    for (int i = 0; i < form.m; i++)
      if (a[i][j] != 0.0) {
        form.row.push_back(i);
        form.value.push_back(a[i][j]);
      }
    form.start.push_back(static_cast<int>(form.row.size()));
  }
  form.b = b;
  form.c = form.u = Vector(form.n, 0.0);
  form.bounds = bounds;
  form.row_unit = Vector(form.m, 1.0);
  form.cost_unit = form.value_unit = Vector(form.n, 1.0);
  return form;
}

struct Equations {
  explicit Equations(const BoundedForm& form)
      : program(kSpace, form),
        normal(form.matrix()),
        newton(kSpace, program, normal) {}
  Program<HostSpace> program;
  HostNormalDense normal;
  Newton<HostSpace> newton;
};

}  // namespace

START_TEST(moves_stay_inside) {
  const BoundedForm form = form_of(
      {{1, 1, 1}}, {0.0}, {gpuinv::kLower, gpuinv::kBoxed, gpuinv::kFree});
  const Program<HostSpace> program(kSpace, form);
  Point<HostSpace> v(1, 3);
  v.x = {1.0, 4.0, 1.0};
  v.s = {0.0, 2.0, 0.0};
  const Vector far{-5.0, 5.0, -5.0}, near{0.5, -1.0, 7.0};
  gpuinv::move_inside(kSpace, program.view(), v.view(), near.data());
  ck_assert(v.x == Vector({1.5, 3.0, 8.0}) && v.s == Vector({0.0, 3.0, 0.0}));
  gpuinv::move_inside(kSpace, program.view(), v.view(), far.data());
  ck_assert(v.x[0] > 0.0 && v.x[0] < 0.5);
  ck_assert(v.s[1] > 0.0 && v.s[1] < 1.0 && v.x[1] + v.s[1] == 6.0);
  ck_assert_double_eq(v.x[2], 3.0);
}
END_TEST

// Between x and s the nearer bound counts, in units of the root.
START_TEST(weights_by_hand) {
  const BoundedForm form = form_of(
      {{1, 1, 1}}, {0.0}, {gpuinv::kLower, gpuinv::kBoxed, gpuinv::kFree});
  const Program<HostSpace> program(kSpace, form);
  Point<HostSpace> v(1, 3);
  v.x = {8.0, 4.0, 1e9};
  v.s = {0.0, 4.0, 0.0};
  Vector d(3);
  gpuinv::restoring_diagonal(kSpace, program.view(), v.view(), 0.5, d.data());
  ck_assert_double_eq(d[0], 16.0);
  ck_assert_double_eq(d[1], 4.0);
  ck_assert_double_eq(d[2], 1.0 / gpuinv::kStartFree);
}
END_TEST

// Two rows contain x_0 and x_1 alike.  They leave x_2 = x_3, variables so small
// that D = x^2/mu would be lost in the 16 digits of S.
START_TEST(small_variables_are_won_back) {
  const BoundedForm form =
      form_of({{1, 1, 0, 0}, {1, 1, 1, -1}}, {2.0, 2.0},
              {gpuinv::kLower, gpuinv::kLower, gpuinv::kLower, gpuinv::kLower});
  Equations e(form);
  Point<HostSpace> v(2, 4), out(2, 4);
  v.x = {1.0 + 1e-7, 1.0, 1e-9, 3e-9};
  const Vector zero(4, 0.0);
  for (int k = 0; k < 2; k++) {
    const double rest = v.x[0] + v.x[1] - 2.0;
    const Vector p{-rest, -rest - (v.x[2] - v.x[3])};
    gpuinv::restoring_diagonal(kSpace, e.program.view(), v.view(), 1e-10,
                               e.newton.diagonal());
    ck_assert(e.newton.factorize());
    e.newton.weigh(v.x.data());
    e.newton.project(p.data(), zero.data(), 0.0, out.view());
    gpuinv::move_inside(kSpace, e.program.view(), v.view(), out.x.data());
  }
  ck_assert_double_le(std::fabs(v.x[0] + v.x[1] - 2.0), 8 * DBL_EPSILON);
  ck_assert_double_le(std::fabs(v.x[2] - v.x[3]), 8 * DBL_EPSILON);
  for (int j : {2, 3}) ck_assert(v.x[j] > 1e-10 && v.x[j] < 1e-8);
}
END_TEST

// 1e-4 is nothing compared to a bound or terms of 1e12, and much compared to 1.
START_TEST(rows_count_by_their_own_size) {
  const BoundedForm form =
      form_of({{1, 0, 0}, {0, 1, -1}, {0, 0, 1e-12}}, {1e12, 0.0, 1.0},
              {gpuinv::kLower, gpuinv::kLower, gpuinv::kLower});
  Equations e(form);
  const Vector x{1e12, 1e12, 1e12};
  e.newton.weigh(x.data());
  const Vector bound{1e-4, 0, 0}, terms{0, 1e-4, 0}, small{0, 0, 1e-4};
  ck_assert_double_lt(e.newton.row_norm(bound.data()), 1e-15);
  ck_assert_double_lt(e.newton.row_norm(terms.data()), 1e-7);
  ck_assert_double_gt(e.newton.row_norm(small.data()), 3e-5);
  const Vector all{1e-4, 1e-4, 1e-4};
  ck_assert_double_eq_tol(e.newton.row_norm(all.data()),
                          e.newton.row_norm(small.data()), 1e-9);
}
END_TEST

// A unit in the last place of terms of 1e10 counts less than what the tests do
// not accept of a small row.
START_TEST(rounding_hides_no_small_row) {
  const BoundedForm form =
      form_of({{1, -1, 0}, {0, 0, 1}}, {0.0, 0.0},
              {gpuinv::kLower, gpuinv::kLower, gpuinv::kLower});
  Equations e(form);
  e.newton.weigh(Vector{1e10, 1e10, 1e-8}.data());
  const double ulp = std::nextafter(1e10, HUGE_VAL) - 1e10;
  const Vector rounded{ulp, 0}, small{0, 1e-8};
  ck_assert_double_lt(4.0 * e.newton.row_norm(rounded.data()),
                      e.newton.row_norm(small.data()));
}
END_TEST

namespace {

// Normal equations whose factors are useless from the time that `next` is set
// until the factorization after the next one.
class Losing final : public gpuinv::NormalEquations {
 public:
  Losing(const gpuinv::ColumnMatrix& a, bool* next, double* largest = nullptr)
      : inner_(a), m_(a.rows), n_(a.columns), next_(next), largest_(largest) {}
  const char* name() const override { return inner_.name(); }
  const Cost& cost() const override { return inner_.cost(); }
  bool factorize(const double* d, const double* r) override {
    useless_ = *next_;
    *next_ = false;
    if (largest_ != nullptr) *largest_ = *std::max_element(d, d + n_);
    return inner_.factorize(d, r);
  }
  void solve(double* x) override {
    inner_.solve(x);
    if (useless_)
      for (int i = 0; i < m_; i++) x[i] *= i % 2 ? -1.0 : 1.5;
  }

 private:
  HostNormalDense inner_;
  const int m_, n_;
  bool* const next_;
  double* const largest_;  // of the last D
  bool useless_ = false;
};

// Minimize random costs on random rows that a point inside satisfies.
BoundedForm random_form(unsigned seed) {
  constexpr int kM = 10, kN = 25;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(0.1, 1.0);
  std::vector<Vector> a(kM, Vector(kN));
  Vector b(kM, 0.0);
  for (int i = 0; i < kM; i++)
    for (double& e : a[i]) b[i] += e = random() % 3 == 0 ? any(random) : 0.0;
  BoundedForm form =
      form_of(a, b, std::vector<signed char>(kN, gpuinv::kLower));
  for (double& c : form.c) c = any(random);
  return form;
}

}  // namespace

// A step whose linear algebra fails loses the rows; within the same iteration
// they are reached again.
START_TEST(lost_rows_are_reached_again) {
  const BoundedForm form = random_form(1 + _i);
  bool useless = false;
  gpuinv::SpaceMethod<HostSpace> method(
      kSpace, form, std::make_unique<Losing>(form.matrix(), &useless),
      {1.0, 1.0}, 0);
  const gpuinv::Aim aim{1e-8, 1e-10, 1e-8, false};
  ck_assert(method.start(false));
  for (int k = 0; k < 6; k++) ck_assert(method.iterate(aim));
  const double reached = method.progress().primal_residual;
  useless = true;
  ck_assert(method.iterate(aim));
  ck_assert(!useless);
  ck_assert_double_le(reached, 1e-6);
  ck_assert_double_le(method.progress().primal_residual,
                      std::fmax(1e-9, 10.0 * reached));
}
END_TEST

// After a step that has lost rows, the least proximal term bounds D.
START_TEST(losses_narrow_the_range) {
  const BoundedForm form = random_form(1 + _i);
  bool useless = false;
  double largest = 0.0;
  gpuinv::SpaceMethod<HostSpace> method(
      kSpace, form, std::make_unique<Losing>(form.matrix(), &useless, &largest),
      {1.0, 1.0}, 0);
  const gpuinv::Aim aim{1e-18, 1e-10, 1e-8, false};
  ck_assert(method.start(false));
  for (int k = 0; k < 20; k++) {
    useless = k == 6;
    ck_assert(method.iterate(aim));
    if (k > 6) ck_assert_double_lt(largest, 1.001 / gpuinv::kProximal);
  }
}
END_TEST

TCase* restoration_cases() {
  TCase* cases = tcase_create("restorations");
  tcase_add_test(cases, moves_stay_inside);
  tcase_add_test(cases, weights_by_hand);
  tcase_add_test(cases, small_variables_are_won_back);
  tcase_add_test(cases, rows_count_by_their_own_size);
  tcase_add_test(cases, rounding_hides_no_small_row);
  tcase_add_loop_test(cases, lost_rows_are_reached_again, 0, 20);
  tcase_add_loop_test(cases, losses_narrow_the_range, 0, 20);
  return cases;
}
