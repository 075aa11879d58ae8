// freed.cpp (starts without bounds that follow from rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "freed.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/simplex/changed_basis.hpp"
#include "libgpuinv/simplex/freed_start.hpp"
#include "libgpuinv/simplex/implied_bounds.hpp"
#include "seed.hpp"
#include "tests/kernels/tableau_lp.hpp"

using gpuinv::At;
using gpuinv::FreedStart;
using gpuinv::SimplexBasis;
using gpuinv::SimplexControl;
using gpuinv::SimplexResult;
using gpuinv::WorkingLp;
using gpuinv::tests::TableauLp;

namespace {

const SimplexControl kControl = {1e-7, 1e-7, 1e-9, 100000, {}};

// Adds a column with these elements.
void add(TableauLp* to, double c, double l, double u,
         const std::vector<std::pair<int, double>>& elements) {
  for (const auto& [i, a] : elements) {
    to->matrix->ind.push_back(i);
    to->matrix->val.push_back(a);
  }
  to->matrix->ptr.push_back(static_cast<int>(to->matrix->ind.size()));
  to->lp.c.push_back(c);
  to->lp.l.push_back(l);
  to->lp.u.push_back(u);
  to->lp.n++;
}

// A production plan: columns 0..m-1 are slacks, s_i = 0 but for every fifth
// row, where s_i <= 0.  Then each row says what is stored at the end of a
// period: y_i = y_{i-1} + (what is made) - demand, y_i >= 0 or, where little is
// demanded, only what is made.  Slacks are basic.
TableauLp make_plan(unsigned seed, int m) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> real(0.5, 1.5);
  TableauLp made;
  made.lp.m = m;
  for (int i = 0; i < m; i++)
    add(&made, 0.0, i % 5 ? 0.0 : -HUGE_VAL, 0.0, {{i, 1.0}});
  for (int i = 0; i < m; i++) {
    const bool last = i + 1 == m || i % 7 == 6;
    std::vector<std::pair<int, double>> elements = {{i, -1.0}};
    if (!last) elements.emplace_back(i + 1, real(rng));
    add(&made, real(rng), 0.0, i % 3 == 0 ? 1e3 : HUGE_VAL, elements);
  }
  for (int j = 0; j < 2 * m; j++) {
    std::vector<std::pair<int, double>> elements = {{j % m, real(rng)}};
    if (j % 3 == 0) elements.emplace_back((j + 5) % m, -0.2 * real(rng));
    if (elements.size() == 2 && elements[1].first < elements[0].first)
      std::swap(elements[0], elements[1]);
    add(&made, j % 4 == 0 ? -real(rng) : real(rng), 0.0, 3.0, elements);
  }
  for (int i = 0; i < m; i++)
    made.lp.b.push_back(i % 4 == 3 ? -real(rng) : real(rng));
  made.lend(static_cast<int>(seed % 2));
  for (int k = 0; k < made.lp.n; k++)
    (k < m ? made.basis.basic : made.basis.nonbasic).push_back(k);
  made.basis.at.assign(made.lp.n - m, At::kLower);
  return made;
}

SimplexResult solve(const WorkingLp& lp, const SimplexBasis& start,
                    const std::vector<char>& freed) {
  gpuinv::HostInverseTableau tableau;
  SimplexControl control = kControl;
  control.freed = &freed;
  return gpuinv::solve_simplex(tableau, lp, start, control);
}

// x of a basis.
std::vector<double> point(const WorkingLp& lp, const SimplexBasis& basis) {
  gpuinv::HostInverseTableau tableau;
  ck_assert(tableau.build(lp, basis));
  std::vector<double> z(lp.n - lp.m + 1), beta(lp.m), x(lp.n);
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    x[k] = basis.at[j] == At::kFree    ? 0.0
           : basis.at[j] == At::kLower ? lp.l[k]
                                       : lp.u[k];
    z[j] = -x[k];
  }
  z.back() = 1.0;
  tableau.multiply(z.data(), beta.data(), nullptr, nullptr);
  for (int p = 0; p < lp.m; p++) x[basis.basic[p]] = beta[p];
  return x;
}

void check_bounds(const WorkingLp& lp, const std::vector<double>& x) {
  for (int k = 0; k < lp.n; k++) {
    ck_assert_double_ge(x[k], lp.l[k] - 2e-7 * (1.0 + std::fabs(lp.l[k])));
    ck_assert_double_le(x[k], lp.u[k] + 2e-7 * (1.0 + std::fabs(lp.u[k])));
  }
}

double objective(const WorkingLp& lp, const std::vector<double>& x) {
  double sum = 0.0;
  for (int k = 0; k < lp.n; k++) sum += lp.c[k] * x[k];
  return sum;
}

void check_same_optimum(const WorkingLp& lp, const SimplexResult& expected,
                        const SimplexResult& got) {
  ck_assert_int_eq(expected.claim, got.claim);
  ck_assert(gpuinv::is_basis(lp, got.basis));
  if (expected.claim != GPUINV_CLAIM_OPTIMAL) return;
  const std::vector<double> x = point(lp, got.basis);
  check_bounds(lp, x);
  const double best = objective(lp, point(lp, expected.basis));
  ck_assert_double_le(std::fabs(objective(lp, x) - best),
                      1e-6 * (1.0 + std::fabs(best)));
}

// The LP without all bounds of these variables.
WorkingLp without_bounds(WorkingLp lp, const std::vector<int>& variables) {
  for (int k : variables) {
    lp.l[k] = -HUGE_VAL;
    lp.u[k] = HUGE_VAL;
  }
  return lp;
}

}  // namespace

// x_0 = x_1 + 1, x_1 = x_2, all >= 0 and x_2 <= 4: x_1 follows from x_2, and
// x_0 from x_1; x_2 is what they follow from.
START_TEST(bounds_follow_in_a_chain) {
  TableauLp made;
  made.lp.m = 2;
  add(&made, 1.0, 0.0, HUGE_VAL, {{0, 1.0}});
  add(&made, 1.0, 0.0, HUGE_VAL, {{0, -1.0}, {1, 1.0}});
  add(&made, 1.0, 0.0, 4.0, {{1, -1.0}});
  made.lp.b = {1.0, 0.0};
  made.lend(0);
  const std::vector<int> expected = {0, 1};
  ck_assert(gpuinv::implied_free(made.lp, {}) == expected);
}
END_TEST

// x_0 = x_1, both between 0 and 4: each follows from the other, not both.
START_TEST(no_bounds_follow_in_a_circle) {
  TableauLp made;
  made.lp.m = 1;
  add(&made, -1.0, 0.0, 4.0, {{0, 1.0}});
  add(&made, 0.0, 0.0, 4.0, {{0, -1.0}});
  made.lp.b = {0.0};
  made.lend(0);
  ck_assert_int_eq(gpuinv::implied_free(made.lp, {}).size(), 1);
  made.lp.u[1] = HUGE_VAL;  // x_1 <= 4 follows from x_0, and no other bound
  ck_assert_int_eq(gpuinv::implied_free(made.lp, {}).size(), 1);
  made.lp.b = {-1.0};  // x_0 = x_1 - 1 may be -1, and x_1 = x_0 + 1 >= 1
  const std::vector<int> got = gpuinv::implied_free(made.lp, {});
  ck_assert_int_eq(got.size(), 1);
  ck_assert_int_eq(got.front(), 1);
}
END_TEST

// Without their bounds, the optimum is the same and within them.
START_TEST(bounds_that_follow_are_not_needed) {
  const unsigned seed = testing::seed();
  std::size_t found = 0;
  for (unsigned s = seed; s < seed + 20; s++) {
    const TableauLp made = make_plan(s, 40);
    const std::vector<int> variables = gpuinv::implied_free(made.lp, {});
    found += variables.size();
    const WorkingLp less = without_bounds(made.lp, variables);
    SimplexBasis start = made.basis;
    for (std::size_t j = 0; j < start.nonbasic.size(); j++)
      if (!std::isfinite(less.l[start.nonbasic[j]])) start.at[j] = At::kFree;
    const SimplexResult all = solve(made.lp, made.basis, {});
    const SimplexResult few = solve(less, start, {});
    ck_assert_int_eq(all.claim, few.claim);
    if (all.claim != GPUINV_CLAIM_OPTIMAL) continue;
    const std::vector<double> x = point(less, few.basis);
    check_bounds(made.lp, x);
    const double best = objective(made.lp, point(made.lp, all.basis));
    ck_assert_double_le(std::fabs(objective(made.lp, x) - best),
                        1e-6 * (1.0 + std::fabs(best)));
  }
  ck_assert_int_gt(found, 20);
}
END_TEST

// A look at the rows alone skips no column that a row implies a bound of.
START_TEST(rows_are_skipped_rightly) {
  int implied = 0, skipped = 0;
  std::mt19937 rng(testing::seed());
  for (int trial = 0; trial < 200; trial++) {
    TableauLp made;
    const int m = made.lp.m = 1 + trial % 3;
    std::uniform_int_distribution<int> small(-3, 3);
    for (int i = 0; i < m; i++)
      add(&made, 0.0, trial % 2 ? -1.0 : 0.0, trial % 5 ? 0.0 : HUGE_VAL,
          {{i, 1.0}});
    for (int j = 0; j < 4; j++)
      add(&made, 0.0, 0.0, 1.0 + std::abs(small(rng)),
          {{j % m, 1.0 + std::abs(small(rng))}});
    for (int i = 0; i < m; i++) made.lp.b.push_back(small(rng) * 4.0);
    made.lend(trial % 2);
    const gpuinv::ImpliedBounds bounds(made.lp, {});
    for (int k = m; k < made.lp.n; k++) {
      gpuinv::Implied each;
      for (std::size_t t = made.lp.ptr[k]; t < made.lp.ptr[k + 1]; t++) {
        each.upper = each.upper || bounds.implies(t, k, true);
        each.lower = each.lower || bounds.implies(t, k, false);
      }
      const gpuinv::Implied all = bounds.of(k);
      ck_assert(all.upper == each.upper && all.lower == each.lower);
      each.upper || each.lower ? implied++ : skipped++;
    }
  }
  ck_assert_int_gt(implied, 50);
  ck_assert_int_gt(skipped, 50);
}
END_TEST

// 1 <= x_j <= 2 and sum x = n + 1 imply the upper bounds, if no column is
// missing in the sums, which threads share here.
START_TEST(long_rows_are_summed_up) {
  constexpr int kRows = 200, kColumns = 1000;
  TableauLp made;
  made.lp.m = kRows;
  std::vector<std::pair<int, double>> column;
  for (int i = 0; i < kRows; i++) {
    add(&made, 0.0, 0.0, 0.0, {{i, 1.0}});
    column.emplace_back(i, 1.0);
    made.lp.b.push_back(kColumns + 1.0);
  }
  for (int j = 0; j < kColumns; j++) add(&made, 0.0, 1.0, 2.0, column);
  made.lend(false);
  const gpuinv::ImpliedBounds bounds(made.lp, {});
  for (int k = kRows; k < made.lp.n; k++) {
    const gpuinv::Implied implied = bounds.of(k);
    ck_assert(implied.upper && !implied.lower);
  }
}
END_TEST

// B*ftran(a) = a and B'*btran(c) = c, after changes, too.
START_TEST(changed_bases_are_solved) {
  const unsigned seed = testing::seed();
  for (unsigned s = seed; s < seed + 10; s++) {
    const TableauLp made = gpuinv::tests::make_lp(
        s, 200, 60, gpuinv::tests::Start::kTriangular, false);
    const WorkingLp& lp = made.lp;
    std::vector<int> basic = made.basis.basic;
    gpuinv::ChangedBasis basis(lp);
    ck_assert(basis.begin(basic));
    std::vector<double> y(lp.m, 1.0);
    basis.btran(&y);
    for (int p = 0; p < lp.m; p++) {
      double sum = 0.0;
      for (std::size_t t = lp.ptr[basic[p]]; t < lp.ptr[basic[p] + 1]; t++)
        sum += lp.val[t] * y[lp.ind[t]];
      ck_assert_double_eq_tol(sum, 1.0, 1e-8);
    }
    int changes = 0;
    for (int k : made.basis.nonbasic) {
      std::vector<double> rest(lp.m);
      for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
        rest[lp.ind[t]] = lp.val[t];
      const gpuinv::Scattered& alpha = basis.ftran_column(k);
      const std::vector<double>& a = alpha.value;
      if (changes == 0) {
        std::vector<double> same = rest;
        basis.ftran(&same);
        ck_assert(a == same);
      }
      std::vector<char> listed(lp.m, 0);
      for (int p : alpha.index) listed[p] = 1;
      for (int p = 0; p < lp.m; p++) ck_assert(listed[p] || a[p] == 0.0);
      ck_assert(std::is_sorted(alpha.index.begin(), alpha.index.end()));
      double size = 1.0;
      for (int p = 0; p < lp.m; p++) {
        size = std::max(size, std::fabs(a[p]));
        for (std::size_t t = lp.ptr[basic[p]]; t < lp.ptr[basic[p] + 1]; t++)
          rest[lp.ind[t]] -= lp.val[t] * a[p];
      }
      for (double r : rest) ck_assert_double_le(std::fabs(r), 1e-8 * size);
      const int p = static_cast<int>(std::max_element(a.begin(), a.end(),
                                                      [](double v, double w) {
                                                        return std::fabs(v) <
                                                               std::fabs(w);
                                                      }) -
                                     a.begin());
      if (std::fabs(a[p]) < 0.1) continue;
      basis.replace(p, alpha);
      basic[p] = k;
      changes++;
    }
    ck_assert_int_gt(changes, 10);
  }
}
END_TEST

// A cold start gets freed variables, all of them basic, and leads to the same
// optimum; one that is feasible stays.
START_TEST(cold_starts_are_freed) {
  const unsigned seed = testing::seed();
  int freed = 0, changed = 0;
  for (unsigned s = seed; s < seed + 20; s++) {
    const TableauLp made = make_plan(s, 60);
    const FreedStart start = gpuinv::free_start(made.lp, made.basis, kControl);
    ck_assert(gpuinv::is_basis(made.lp, start.basis));
    ck_assert_int_eq(start.freed.size(), made.lp.n);
    for (int k : start.basis.nonbasic) ck_assert(!start.freed[k]);
    for (int k : start.basis.basic) freed += start.freed[k];
    changed += start.basis.basic != made.basis.basic;
    const SimplexResult expected = solve(made.lp, made.basis, {});
    check_same_optimum(made.lp, expected,
                       solve(made.lp, start.basis, start.freed));
    const FreedStart warm =
        gpuinv::free_start(made.lp, expected.basis, kControl);
    ck_assert(warm.freed.empty() && warm.basis.basic == expected.basis.basic);
  }
  ck_assert_int_gt(freed, 20);
  ck_assert_int_gt(changed, 10);
}
END_TEST

// Bounds count again at the end, even where the caller is wrong about them.
START_TEST(bounds_come_back) {
  const unsigned seed = testing::seed();
  for (unsigned s = seed; s < seed + 20; s++) {
    const TableauLp made = make_plan(s, 40);
    std::vector<char> freed(made.lp.n, 0);
    for (std::size_t i = 0; i < made.basis.basic.size(); i += 2)
      freed[made.basis.basic[i]] = 1;
    check_same_optimum(made.lp, solve(made.lp, made.basis, {}),
                       solve(made.lp, made.basis, freed));
  }
}
END_TEST

TCase* freed_cases() {
  TCase* cases = tcase_create("freed");
  tcase_add_test(cases, bounds_follow_in_a_chain);
  tcase_add_test(cases, no_bounds_follow_in_a_circle);
  tcase_add_test(cases, bounds_that_follow_are_not_needed);
  tcase_add_test(cases, rows_are_skipped_rightly);
  tcase_add_test(cases, long_rows_are_summed_up);
  tcase_add_test(cases, changed_bases_are_solved);
  tcase_add_test(cases, cold_starts_are_freed);
  tcase_add_test(cases, bounds_come_back);
  return cases;
}
