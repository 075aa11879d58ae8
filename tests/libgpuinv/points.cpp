// points.cpp (unit tests of judging and refining a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "points.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "libgpuinv/lp/point.hpp"

using gpuinv::judge;
using gpuinv::Judgement;
using gpuinv::refine;
using gpuinv::Solve;
using Vector = std::vector<double>;

// A dense matrix by columns, with indices from 0.
struct Lp {
  int m, n;
  std::vector<int> ptr, ind;
  Vector val, c, l, u;

  Lp(int rows, int columns) : m(rows), n(columns), c(n), l(m + n), u(m + n) {
    for (int j = 0; j <= n; j++) ptr.push_back(j * m);
    for (int t = 0; t < m * n; t++) ind.push_back(t % m);
    val.resize(m * n);
  }
  void bound(int k, double lower, double upper) {
    l[k] = lower;
    u[k] = upper;
  }
  gpuinv_interior_lp view(int max = 0) const {
    return {0,          m,        n,   max,      ptr.data(), ind.data(),
            val.data(), c.data(), 0.0, l.data(), u.data()};
  }
};

// minimize a x + y subject to a x + y >= 1, x, y >= 0, at x = 0, y = 1, where
// the multiplier is wrong: d_x = -a / 2.  In units that suit x, it is -1/2.
struct Units {
  Lp lp{1, 2};
  Vector prim{1.0, 0.0, 1.0}, dual, rows{1.0}, columns;

  explicit Units(double a) {
    lp.val = {a, 1.0};
    lp.c = {a / 2.0, 1.0};
    dual = {1.0, -a / 2.0, 0.0};
    columns = {1.0 / a, 1.0};
    lp.bound(0, 1.0, DBL_MAX);
    lp.bound(1, 0.0, DBL_MAX);
    lp.bound(2, 0.0, DBL_MAX);
  }
  Judgement judged(const Vector& factors, int applied = 0,
                   double* good = nullptr) {
    return judge(lp.view(), {rows.data(), factors.data(), applied}, prim.data(),
                 dual.data(), good);
  }
};

START_TEST(sign_in_good_units) {
  const double a = std::ldexp(1.0, -40);
  Units units(a);
  const Vector none = {1.0, 1.0};
  // the factors of the problem or two scaling passes show it
  const Judgement given = units.judged(units.columns);
  ck_assert_int_eq(given.bad, 1);
  ck_assert_double_ge(given.errors.db, 0.5);
  const Judgement chosen = units.judged(none);
  ck_assert_int_eq(chosen.bad, 2);
  ck_assert_double_ge(chosen.errors.db, 0.1);
  ck_assert_double_eq(chosen.errors.pe, 0.0);
  ck_assert_double_eq(chosen.errors.pb, 0.0);
  ck_assert_double_eq(chosen.errors.de, 0.0);
  // a well-scaled matrix is left as it is
  Units good(0.5);
  const Judgement plain = good.judged(none);
  ck_assert_int_eq(plain.bad, 0);
  ck_assert_double_eq(plain.errors.db, 0.25);
  ck_assert_double_eq(plain.objective, 1.0);
}
END_TEST

START_TEST(scaled_already) {
  Units units(std::ldexp(1.0, -40));
  const Judgement wanted = units.judged(units.columns);
  for (const int sign : {1, -1}) {
    Units scaled = units;
    for (int j = 0; j < 2; j++) scaled.lp.val[j] *= sign * units.columns[j];
    const Judgement judgement = scaled.judged(units.columns, sign);
    ck_assert_int_eq(judgement.bad, 1);
    ck_assert_double_eq(judgement.errors.db, wanted.errors.db);
    ck_assert_double_eq(judgement.errors.de, wanted.errors.de);
    ck_assert_double_eq(judgement.errors.pe, wanted.errors.pe);
    ck_assert_double_eq(judgement.objective, wanted.objective);
  }
}
END_TEST

// A scaling that was kept is not computed again.
START_TEST(scaling_is_kept) {
  Units units(std::ldexp(1.0, -40));
  const Vector none = {1.0, 1.0};
  const double db = units.judged(none).errors.db;
  Vector good(3);
  ck_assert_double_eq(units.judged(none, 0, good.data()).errors.db, db);
  ck_assert_double_eq(units.judged(none, 0, good.data()).errors.db, db);
  good = {1.0, 1.0, 1.0};
  ck_assert_double_le(units.judged(none, 0, good.data()).errors.db, 0x1p-20);
  ck_assert_int_eq(units.judged(none, 0, good.data()).bad, 2);
}
END_TEST

// A cost in small units is raised, one in large units stays.
START_TEST(objective_is_never_scaled_down) {
  Units units(std::ldexp(1.0, -40));
  for (double& c : units.lp.c) c *= std::ldexp(1.0, -20);
  ck_assert_double_ge(units.judged(units.columns).objective, 0x1p19);
  for (double& c : units.lp.c) c *= std::ldexp(1.0, 60);
  ck_assert_double_eq(units.judged(units.columns).objective, 1.0);
}
END_TEST

// The sign of a variable with two bounds, which glp_check_kkt does not test.
START_TEST(wrong_side) {
  Units units(0.5);
  units.lp.bound(1, 0.0, 1.0);
  ck_assert_double_eq(units.judged({1.0, 1.0}).errors.db, 0.25);
  units.prim[1] = 1.0;  // here the sign is right, but the row is not
  ck_assert_double_eq(units.judged({1.0, 1.0}).errors.db, 0.0);
  ck_assert_double_gt(units.judged({1.0, 1.0}).errors.pe, 0.1);
}
END_TEST

// What it may cost depends on the range of the variable.
START_TEST(wrong_side_of_a_wide_range) {
  Units units(0.5);
  units.lp.c[0] = 0.5 - 1e-7;
  units.dual[1] = -1e-7;
  units.lp.bound(1, 0.0, 4e8);  // c'x = 1, at most 40 better
  const Judgement judgement = units.judged({1.0, 1.0});
  ck_assert_double_eq(judgement.errors.db, 1e-7);
  ck_assert_double_eq_tol(judgement.share, 20.0, 1e-12);
  units.lp.bound(1, 0.0, 1e30);  // nobody means this one
  ck_assert_double_eq(units.judged({1.0, 1.0}).share, 0.0);
  units.lp.bound(1, 0.0, 4e8);
  units.dual[1] = 1e-7;
  ck_assert_double_eq(units.judged({1.0, 1.0}).share, 0.0);
}
END_TEST

// A reduced cost of 1e12 cannot be given to 1e-6.
START_TEST(as_accurate_as_stored) {
  Units units(0.5);
  units.lp.c[0] = 1e12;
  units.dual[1] = 1e12 - 0.5 + 0x1p-13;
  ck_assert_double_eq(units.judged({1.0, 1.0}).errors.de, 0.0);
  units.dual[1] = 1e12 - 0.5 + 1.0;
  ck_assert_double_gt(units.judged({1.0, 1.0}).errors.de, 0.1);
}
END_TEST

// Columns basic[p] of (I | -A); solves by Gaussian elimination.
class Basis {
 public:
  Basis(const Lp& lp, const std::vector<int>& basic) : m_(lp.m), b_(m_ * m_) {
    for (int p = 0; p < m_; p++)
      for (int i = 0; i < m_; i++)
        b_[i + p * m_] = basic[p] < m_ ? (i == basic[p] ? 1.0 : 0.0)
                                       : -lp.val[i + (basic[p] - m_) * m_];
  }
  Vector solve(Vector x, bool transposed) const {
    std::vector<Vector> a(m_, Vector(m_));
    for (int i = 0; i < m_; i++)
      for (int j = 0; j < m_; j++)
        a[i][j] = transposed ? b_[j + i * m_] : b_[i + j * m_];
    for (int k = 0; k < m_; k++) {
      int p = k;
      for (int i = k; i < m_; i++)
        if (std::fabs(a[i][k]) > std::fabs(a[p][k])) p = i;
      std::swap(a[k], a[p]);
      std::swap(x[k], x[p]);
      for (int i = 0; i < m_; i++) {
        if (i == k) continue;
        const double f = a[i][k] / a[k][k];
        for (int j = k; j < m_; j++) a[i][j] -= f * a[k][j];
        x[i] -= f * x[k];
      }
    }
    for (int k = 0; k < m_; k++) x[k] /= a[k][k];
    return x;
  }

 private:
  int m_;
  Vector b_;
};

// A basis of rows and columns in turn, whose solution is known only to 1e-5.
struct Rough {
  static constexpr int kM = 12, kN = 18;
  Lp lp{kM, kN};
  std::vector<int> basic, bind = std::vector<int>(kM + kN);
  Vector prim = Vector(kM + kN), dual = Vector(kM + kN);

  explicit Rough(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (double& a : lp.val) a = any(random) * std::ldexp(1.0, random() % 20);
    for (double& c : lp.c) c = any(random);
    for (int k = 0; k < kM; k++) basic.push_back(k % 2 ? k : kM + k);
    for (int p = 0; p < kM; p++) bind[basic[p]] = p + 1;
    for (double& x : prim) x = any(random);
    for (int i = 0; i < kM; i++) dual[i] = bind[i] ? 0.0 : any(random);
    run();
    for (int k = 0; k < kM + kN; k++) {
      if (bind[k] != 0) prim[k] *= 1.0 + 1e-5 * any(random);
      if (k < kM) dual[k] *= 1.0 + 1e-5 * any(random);
    }
  }

  int run() {
    const Basis basis(lp, basic);
    Vector w(kM);
    for (int step = 0;; step++) {
      const Solve solve = refine(lp.view(), bind.data(), step, prim.data(),
                                 dual.data(), w.data());
      if (solve == Solve::kNothing) return step;
      w = basis.solve(w, solve == Solve::kBtran);
    }
  }

  // Returns the largest componentwise backward errors of rows and basic
  // columns.
  std::pair<double, double> errors() const {
    double rows = 0.0, columns = 0.0;
    for (int i = 0; i < kM; i++) {
      long double r = prim[i], size = std::fabs(prim[i]);
      for (int j = 0; j < kN; j++) {
        const long double t =
            static_cast<long double>(lp.val[i + j * kM]) * prim[kM + j];
        r -= t;
        size += std::fabs(t);
      }
      rows = std::max<double>(rows, std::fabs(r) / size);
    }
    for (int j = 0; j < kN; j++) {
      long double r = lp.c[j] - static_cast<long double>(dual[kM + j]);
      long double size = std::fabs(lp.c[j]) + std::fabs(dual[kM + j]);
      for (int i = 0; i < kM; i++) {
        const long double t =
            static_cast<long double>(lp.val[i + j * kM]) * dual[i];
        r -= t;
        size += std::fabs(t);
      }
      columns = std::max<double>(columns, std::fabs(r) / size);
    }
    return {rows, columns};
  }
};

// Rounding the solution to doubles leaves only half an eps.
START_TEST(refined_to_rounding) {
  Rough rough(1 + _i);
  const auto before = rough.errors();
  ck_assert_double_gt(before.first, 1e-9);
  ck_assert_double_gt(before.second, 1e-9);
  ck_assert_int_eq(rough.run(), 4);
  const auto after = rough.errors();
  ck_assert_double_le(after.first, 2.0 * DBL_EPSILON);
  ck_assert_double_le(after.second, 2.0 * DBL_EPSILON);
  for (int k = 0; k < Rough::kM + Rough::kN; k++)
    if (rough.bind[k] != 0) ck_assert_double_eq(rough.dual[k], 0.0);
}
END_TEST

// The last column is twice the first one, which is basic, so that its reduced
// cost is 0.  The rounding of the multipliers leaves some other number.
START_TEST(rounding_is_no_cost) {
  Rough rough(1 + _i);
  const int last = Rough::kN - 1;
  for (int i = 0; i < Rough::kM; i++)
    rough.lp.val[i + last * Rough::kM] = 2.0 * rough.lp.val[i];
  rough.lp.c[last] = 2.0 * rough.lp.c[0];
  ck_assert_int_eq(rough.bind[Rough::kM + last], 0);
  rough.run();
  ck_assert_double_eq(rough.dual[Rough::kM + last], 0.0);
  ck_assert_double_gt(std::fabs(rough.dual[Rough::kM + 1]), 0.0);
}
END_TEST

TCase* point_cases() {
  TCase* tests = tcase_create("points");
  tcase_add_test(tests, sign_in_good_units);
  tcase_add_test(tests, scaled_already);
  tcase_add_test(tests, scaling_is_kept);
  tcase_add_test(tests, objective_is_never_scaled_down);
  tcase_add_test(tests, wrong_side);
  tcase_add_test(tests, wrong_side_of_a_wide_range);
  tcase_add_test(tests, as_accurate_as_stored);
  tcase_add_loop_test(tests, refined_to_rounding, 0, 50);
  tcase_add_loop_test(tests, rounding_is_no_cost, 0, 50);
  return tests;
}
