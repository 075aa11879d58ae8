// test_choose_solve.cpp (choice of a solve, padded layout; no device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include <check.h>

#include <cstdlib>

#include "kernels/layout.hpp"
#include "libgpuinv/device/choose_solve.hpp"

namespace {

using namespace gpuinv::device;
namespace kernels = gpuinv::kernels;

START_TEST(sectors_are_counted_once) {
  const int near[] = {0, 1, 2, 3};
  const int apart[] = {3, 4, 11, 12};
  ck_assert_uint_eq(count_sectors(0, nullptr), 0);
  ck_assert_uint_eq(count_sectors(4, near), 1);
  ck_assert_uint_eq(count_sectors(4, apart), 4);
}
END_TEST

START_TEST(ftran_takes_the_fewer_bytes) {
  const int spread[] = {0, 4, 8, 12};
  const int dense_run[] = {0, 1, 2, 3};
  ck_assert(choose_ftran(17, 0, nullptr) == SolvePath::kZero);
  // Four sectors of 32 bytes against 8 m bytes per row: equal at m = 16.
  ck_assert(choose_ftran(17, 4, spread) == SolvePath::kSparse);
  ck_assert(choose_ftran(16, 4, spread) == SolvePath::kDense);
  // Neighbours share a sector.
  ck_assert(choose_ftran(5, 4, dense_run) == SolvePath::kSparse);
  // A dense vector has no indices.
  ck_assert(choose_ftran(4, 4, nullptr) == SolvePath::kDense);
  ck_assert(choose_ftran(1, 1, nullptr) == SolvePath::kDense);
}
END_TEST

START_TEST(btran_takes_rows_while_they_are_fewer) {
  ck_assert(choose_btran(10, 0) == SolvePath::kZero);
  ck_assert(choose_btran(10, 1) == SolvePath::kRow);
  ck_assert(choose_btran(10, 2) == SolvePath::kSparse);
  ck_assert(choose_btran(10, 9) == SolvePath::kSparse);
  ck_assert(choose_btran(10, 10) == SolvePath::kDense);
  ck_assert(choose_btran(1, 1) == SolvePath::kDense);
}
END_TEST

START_TEST(layout_pads_up_and_does_not_overflow) {
  ck_assert_uint_eq(kernels::leading_dimension(1), 16);
  ck_assert_uint_eq(kernels::leading_dimension(16), 16);
  ck_assert_uint_eq(kernels::leading_dimension(17), 32);
  ck_assert_uint_eq(kernels::padded_rows(1), 8);
  ck_assert_uint_eq(kernels::padded_rows(8), 8);
  ck_assert_uint_eq(kernels::padded_rows(9), 16);
  // More than 2^31 elements.
  ck_assert(kernels::matrix_elements(60000) == std::size_t{3600000000u});
}
END_TEST

}  // namespace

int main() {
  Suite* suite = suite_create("choose_solve");
  TCase* cases = tcase_create("host");
  tcase_add_test(cases, sectors_are_counted_once);
  tcase_add_test(cases, ftran_takes_the_fewer_bytes);
  tcase_add_test(cases, btran_takes_rows_while_they_are_fewer);
  tcase_add_test(cases, layout_pads_up_and_does_not_overflow);
  suite_add_tcase(suite, cases);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
