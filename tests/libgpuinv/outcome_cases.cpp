// outcome_cases.cpp (conformance: singular bases, limits, repair)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Column;
using testing::Inverse;

static int factorize_status(const Basis& b) {
  Inverse inverse(conformance_options());
  return inverse.factorize(b);
}

START_TEST(empty_column_is_singular) {
  ck_assert_int_eq(factorize_status({{{0}, {1.0}}, {{}, {}}}), GPUINV_SINGULAR);
  ck_assert_int_eq(factorize_status({{{}, {}}}), GPUINV_SINGULAR);
}
END_TEST

START_TEST(equal_columns_are_singular) {
  ck_assert_int_eq(
      factorize_status({{{0, 1}, {1.0, 2.0}}, {{0, 1}, {2.0, 4.0}}}),
      GPUINV_SINGULAR);
}
END_TEST

//  1 1; 1 1+d | has cond = 4/d.
START_TEST(near_singular_is_ill_conditioned) {
  const double d = std::ldexp(1.0, -51);
  ck_assert_int_eq(
      factorize_status({{{0, 1}, {1.0, 1.0}}, {{0, 1}, {1.0, 1.0 + d}}}),
      GPUINV_ILLCOND);
  ck_assert_int_eq(
      factorize_status({{{0, 1}, {1.0, 1.0}}, {{0, 1}, {1.0, 1.0 + 1e-10}}}),
      GPUINV_OK);
}
END_TEST

static int zero_status(int m) {
  Inverse inverse(conformance_options());
  return inverse.factorize(Basis(m));
}

START_TEST(zero_matrix_is_singular) {
  ck_assert_int_eq(zero_status(1), GPUINV_SINGULAR);
  ck_assert_int_eq(zero_status(7), GPUINV_SINGULAR);
}
END_TEST

static const Basis kIdentity = {{{0}, {1.0}}, {{1}, {1.0}}};

static int update_status(const std::string& words, const Column& a) {
  Inverse inverse(conformance_options() + words);
  if (inverse.factorize(kIdentity) != GPUINV_OK) return -1;
  return inverse.update(0, a);
}

START_TEST(outcomes_of_update) {
  ck_assert_int_eq(update_status("", {{1}, {1.0}}), GPUINV_SINGULAR);
  ck_assert_int_eq(update_status("", {{}, {}}), GPUINV_SINGULAR);
  ck_assert_int_eq(update_status("", {{0, 1}, {1e-8, 1.0}}), GPUINV_ILLCOND);
  ck_assert_int_eq(update_status("", {{0, 1}, {1.0, 1e8}}), GPUINV_ILLCOND);
  ck_assert_int_eq(update_status("", {{0, 1}, {2.0, 1.0}}), GPUINV_OK);
}
END_TEST

static int updates_until_limit(const std::string& words) {
  Inverse inverse(conformance_options() + words);
  if (inverse.factorize(kIdentity) != GPUINV_OK) return -1;
  for (int count = 0;; count++) {
    const int status = inverse.update(0, {{0, 1}, {2.0 + count, 1.0}});
    if (status != GPUINV_OK) return status == GPUINV_LIMIT ? count : -1;
  }
}

START_TEST(limit_of_updates) {
  ck_assert_int_eq(updates_until_limit(" updates=1"), 1);
  ck_assert_int_eq(updates_until_limit(" updates=7"), 7);
  // without the word a device that other processes use is left sooner
  ck_assert_int_eq(updates_until_limit(" repeat=yes"), 100);
}
END_TEST

// After a failed update the matrix contains the new column, so that it can be
// factorized again; there is no inverse.
static int after_failed_update() {
  Inverse inverse(conformance_options());
  inverse.factorize(kIdentity);
  inverse.update(0, {{1}, {3.0}});
  int ind[2];
  double val[2];
  std::vector<double> x(2, 1.0);
  if (inverse.api->get_column(inverse.basis, 0, ind, val) != 1) return -1;
  return ind[0] == 1 && val[0] == 3.0 ? inverse.ftran(x) : -1;
}

START_TEST(failed_update_gives_up_inverse) {
  ck_assert_int_eq(after_failed_update(), GPUINV_STATE);
}
END_TEST

TCase* outcome_cases() {
  TCase* tcase = tcase_create("outcomes");
  tcase_add_test(tcase, empty_column_is_singular);
  tcase_add_test(tcase, equal_columns_are_singular);
  tcase_add_test(tcase, near_singular_is_ill_conditioned);
  tcase_add_test(tcase, zero_matrix_is_singular);
  tcase_add_test(tcase, outcomes_of_update);
  tcase_add_test(tcase, limit_of_updates);
  tcase_add_test(tcase, failed_update_gives_up_inverse);
  return tcase;
}
