// hand_cases.cpp (conformance: bases small enough for pencil and paper)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Inverse;

// Returns inv(B)*a or inv(B')*a, NaN if anything fails.
static std::vector<double> solve(const Basis& b, std::vector<double> x,
                                 bool transposed) {
  Inverse inverse(conformance_options());
  const std::vector<double> failed(x.size(), NAN);
  if (inverse.factorize(b) != GPUINV_OK) return failed;
  const int status = transposed ? inverse.btran(x) : inverse.ftran(x);
  return status == GPUINV_OK ? x : failed;
}

static double ftran_at(const Basis& b, const std::vector<double>& a, int i) {
  return solve(b, a, false)[i];
}

static double btran_at(const Basis& b, const std::vector<double>& a, int i) {
  return solve(b, a, true)[i];
}

static Basis two_by_two() {  // | 2 1 |  inverse | 1 -1 |
  return {{{0, 1}, {2.0, 1.0}}, {{1, 0}, {1.0, 1.0}}};  // | 1 1 |  |-1  2 |
}

START_TEST(one_row) {
  ck_assert_double_eq(ftran_at({{{0}, {4.0}}}, {2.0}, 0), 0.5);
  ck_assert_double_eq(btran_at({{{0}, {-4.0}}}, {2.0}, 0), -0.5);
}
END_TEST

START_TEST(two_rows) {
  ck_assert_double_eq_tol(ftran_at(two_by_two(), {3.0, 5.0}, 0), -2.0, 1e-14);
  ck_assert_double_eq_tol(ftran_at(two_by_two(), {3.0, 5.0}, 1), 7.0, 1e-14);
  ck_assert_double_eq_tol(btran_at(two_by_two(), {0.0, 1.0}, 0), -1.0, 1e-14);
  ck_assert_double_eq_tol(btran_at(two_by_two(), {0.0, 1.0}, 1), 2.0, 1e-14);
}
END_TEST

static double norm_of(const Basis& b) {
  Inverse inverse(conformance_options());
  return inverse.factorize(b) == GPUINV_OK ? inverse.inverse_norm() : NAN;
}

START_TEST(norm_is_exact) {
  ck_assert_double_eq_tol(norm_of(two_by_two()), 3.0, 1e-14);
  ck_assert_double_eq(norm_of({{{0}, {0.25}}}), 4.0);
}
END_TEST

// Column 1 of the identity becomes (1, 2, 4)'; x is solved by hand.
static double after_update(int i) {
  Inverse inverse(conformance_options());
  Basis b = {{{0}, {1.0}}, {{1}, {1.0}}, {{2}, {1.0}}};
  std::vector<double> x = {1.0, 2.0, 5.0};
  if (inverse.factorize(b) != GPUINV_OK) return NAN;
  if (inverse.update(1, {{2, 0, 1}, {4.0, 1.0, 2.0}}) != GPUINV_OK) return NAN;
  return inverse.ftran(x) == GPUINV_OK ? x[i] : NAN;
}

START_TEST(three_rows_updated) {
  ck_assert_double_eq(after_update(0), 0.0);
  ck_assert_double_eq(after_update(1), 1.0);
  ck_assert_double_eq(after_update(2), 1.0);
}
END_TEST

// The same column by FTRAN first, whose result update may then use, with
// another FTRAN in between, as in GLPK's dual simplex.
static double after_ftran_and_update() {
  Inverse inverse(conformance_options());
  Basis b = {{{0}, {1.0}}, {{1}, {1.0}}, {{2}, {1.0}}};
  std::vector<double> a = {1.0, 2.0, 4.0}, other = {0.0, 0.0, 1.0};
  std::vector<double> x = {1.0, 2.0, 5.0};
  if (inverse.factorize(b) != GPUINV_OK) return NAN;
  inverse.ftran(a);
  inverse.ftran(other);
  inverse.update(1, {{0, 1, 2}, {1.0, 2.0, 4.0}});
  return inverse.ftran(x) == GPUINV_OK ? x[0] + 10 * x[1] + 100 * x[2] : NAN;
}

START_TEST(update_uses_ftran) {
  ck_assert_double_eq(after_ftran_and_update(), 110.0);
}
END_TEST

// The same with indices from 1, as in GLPK; elements 0 of its arrays belong to
// somebody else.
static double counted_from_one() {
  Inverse inverse(conformance_options());
  const gpuinv_api& api = *inverse.api;
  const int rows[] = {1, 2, 3, 1, 2, 3};
  const double values[] = {1.0, 1.0, 1.0, 1.0, 2.0, 4.0};
  double norm = 0.0, val[3], x[] = {1.0, 2.0, 5.0};
  int ind[3];
  if (api.begin(inverse.basis, 1, 3) != GPUINV_OK) return NAN;
  const int lens[] = {1, 1, 1};
  const int* const inds[] = {rows, rows + 1, rows + 2};
  const double* const vals[] = {values, values + 1, values + 2};
  if (api.columns(inverse.basis, 1, 3, lens, inds, vals) != GPUINV_OK)
    return NAN;
  if (api.factorize(inverse.basis, &norm) != GPUINV_OK || norm != 1.0)
    return NAN;
  if (api.matrix_norm(inverse.basis) != 1.0) return NAN;
  if (api.update(inverse.basis, 2, 3, rows + 3, values + 3) != GPUINV_OK)
    return NAN;
  if (api.matrix_norm(inverse.basis) != 7.0) return NAN;
  if (api.get_column(inverse.basis, 2, ind, val) != 3) return NAN;
  if (api.get_column(inverse.basis, 0, ind, val) != -1) return NAN;
  if (api.ftran(inverse.basis, x) != GPUINV_OK) return NAN;
  return ind[0] + 10 * ind[1] + 100 * ind[2] + 1000 * val[2] + x[1];
}

START_TEST(base_one) { ck_assert_double_eq(counted_from_one(), 4322.0); }
END_TEST

// A structural zero of the solution must be exactly zero: 0.3 - 0.1*3 leaves
// -5.6e-17.
START_TEST(dirt_is_flushed) {
  const Basis b = {{{0, 1}, {1.0, 0.1}}, {{1, 2}, {1.0, 1.0}}, {{2}, {1.0}}};
  ck_assert_double_eq(ftran_at(b, {3.0, 0.3, 0.0}, 1), 0.0);
}
END_TEST

TCase* hand_cases() {
  TCase* tcase = tcase_create("hand");
  tcase_add_test(tcase, one_row);
  tcase_add_test(tcase, two_rows);
  tcase_add_test(tcase, norm_is_exact);
  tcase_add_test(tcase, three_rows_updated);
  tcase_add_test(tcase, update_uses_ftran);
  tcase_add_test(tcase, base_one);
  tcase_add_test(tcase, dirt_is_flushed);
  return tcase;
}
