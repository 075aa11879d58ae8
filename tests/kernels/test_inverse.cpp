// test_inverse.cpp (inverse on the device: factorize, solve, update)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <initializer_list>

#include "tests/kernels/inverse_cases.hpp"
#include "tests/kernels/suites.hpp"

namespace gpuinv::tests {
namespace {

// Bounds in units of the rounding of m operations.  Inversion by LU with
// partial pivoting leaves residuals of this size times a modest growth.
constexpr double kResidualBound = 10.0;
constexpr double kNormBound = 1.0;
constexpr double kSolveBound = 2.0;

// Changes kept pending: as the inverse chooses, none, a few, and as many as
// possible.
constexpr int kPivots[] = {0, 1, 23, 128};

void check_result(const InverseResult& r, int m, double residual_bound,
                  double solve_bound = kSolveBound) {
  ck_assert_msg(r.thrown[0] == '\0', "m = %d: %s", m, r.thrown);
  ck_assert_msg(r.residual <= residual_bound, "m = %d: residual %g, bound %g",
                m, r.residual, residual_bound);
  ck_assert_msg(r.norm <= kNormBound, "m = %d: norm is off by %g", m, r.norm);
  ck_assert_msg(r.solve <= solve_bound, "m = %d: solve is off by %g", m,
                r.solve);
  ck_assert_msg(r.wrong == 0, "m = %d: %ld wrong", m, r.wrong);
}

START_TEST(factorize_dense) {
  const int m = kSizes[_i];
  check_result(run_factorize(Family::kDense, seed() + m, m), m, kResidualBound);
}
END_TEST

START_TEST(factorize_sparse) {
  const int m = kSizes[_i];
  check_result(run_factorize(Family::kSparse, seed() + m, m), m,
               kResidualBound);
}
END_TEST

START_TEST(factorize_permutation) {
  const int m = kSizes[_i];
  const InverseResult r = run_factorize(Family::kPermutation, seed() + m, m);
  check_result(r, m, 0.0);
}
END_TEST

// The elements of the inverse are rounded once, and so is the residual.
START_TEST(factorize_slacks) {
  const int m = kSizes[_i];
  const InverseResult r = run_factorize(Family::kSlacks, seed() + m, m);
  check_result(r, m, 1.0);
}
END_TEST

START_TEST(factorize_half_slacks) {
  const int m = kSizes[_i];
  check_result(run_factorize(Family::kHalfSlacks, seed() + m, m), m,
               kResidualBound);
}
END_TEST

START_TEST(factorize_parts) {
  const int m = kSizes[_i];
  for (const Family family : {Family::kTriangular, Family::kParts})
    check_result(run_factorize(family, seed() + m, m), m, kResidualBound);
}
END_TEST

START_TEST(no_room_for_a_kernel) {
  const int m = 1800;
  for (const Family family : {Family::kHalfSlacks, Family::kParts})
    check_result(run_without_room(family, seed(), m), m, kResidualBound);
}
END_TEST

// Pivots are at least a tenth of the largest element.  In theory errors may
// grow by a factor at each update.  In fact, 500 updates leave residuals below
// 5 units and backward errors below 1e-14 (host loops, 300 seeds), with changes
// pending 13 units and 3e-14, the latter also as solves show them.
START_TEST(updates) {
  const int m = kSizes[_i];
  const int count = m <= 3 ? 50 : 500;  // some are pending at the end
  for (const Family family :
       {Family::kSparse, Family::kPermutation, Family::kSlacks,
        Family::kHalfSlacks, Family::kParts}) {
    for (const int pivots : kPivots) {
      const InverseResult r =
          run_updates(family, seed() + m, m, pivots, count, 1e3);
      check_result(r, m, 100.0, pivots > 1 ? 100.0 : kSolveBound);
    }
  }
}
END_TEST

START_TEST(same_bits_every_time) {
  const int m = kSizes[_i];
  for (const int pivots : kPivots)
    check_result(run_twice(seed() + m, m, pivots), m, 0.0);
}
END_TEST

START_TEST(no_allocation_after_the_first) {
  for (const int pivots : kPivots) {
    long bytes = -1;
    const InverseResult r = run_without_allocation(seed(), 700, pivots, &bytes);
    check_result(r, 700, 0.0);
    ck_assert_msg(bytes <= 0, "%ld bytes were allocated", bytes);
  }
}
END_TEST

}  // namespace

Suite* inverse_suite() {
  Suite* suite = suite_create("inverse");
  TCase* cases = tcase_create("sizes");
  tcase_set_timeout(cases, 0);
  tcase_add_loop_test(cases, factorize_dense, 0, kSizeCount);
  tcase_add_loop_test(cases, factorize_sparse, 0, kSizeCount);
  tcase_add_loop_test(cases, factorize_permutation, 0, kSizeCount);
  tcase_add_loop_test(cases, factorize_slacks, 0, kSizeCount);
  tcase_add_loop_test(cases, factorize_half_slacks, 0, kSizeCount);
  tcase_add_loop_test(cases, factorize_parts, 0, kSizeCount);
  tcase_add_loop_test(cases, updates, 0, kSizeCount);
  tcase_add_loop_test(cases, same_bits_every_time, 0, kSizeCount);
  tcase_add_test(cases, no_allocation_after_the_first);
  tcase_add_test(cases, no_room_for_a_kernel);
  suite_add_tcase(suite, cases);
  return suite;
}

}  // namespace gpuinv::tests
