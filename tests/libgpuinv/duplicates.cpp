// duplicates.cpp (unit tests of rows that repeat others)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "duplicates.hpp"

#include <cmath>
#include <ctime>

#undef fail  // a macro of Check that conflicts with a name of Presolve

#include "libgpuinv/interior/presolve.hpp"

// Rows of one pattern, every second one a multiple of the one before.  To
// compare each with each would take seconds.
START_TEST(rows_alike_take_no_time) {
  constexpr int kRows = 40000, kColumns = 3;
  gpuinv::InteriorLp lp;
  lp.m = kRows;
  lp.n = kColumns;
  lp.start.push_back(0);
  for (int j = 0; j < kColumns; j++) {
    for (int i = 0; i < kRows; i++) {
      lp.row.push_back(i);
      lp.value.push_back((1 + i % 2) * (1.0 + j * (i / 2)));
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
  }
  for (int i = 0; i < kRows; i++) lp.row_lower.push_back(1.0 + i % 2);
  lp.row_upper.assign(kRows, HUGE_VAL);
  lp.c.assign(kColumns, 1.0);
  lp.lower.assign(kColumns, 0.0);
  lp.upper.assign(kColumns, HUGE_VAL);
  const std::clock_t begin = std::clock();
  const gpuinv::Presolve presolve(lp);
  const double seconds = static_cast<double>(std::clock() - begin);
  ck_assert_int_eq(presolve.reduced().m, kRows / 2);
  ck_assert_double_le(seconds, 0.5 * CLOCKS_PER_SEC);
}
END_TEST

TCase* duplicate_cases() {
  TCase* tests = tcase_create("duplicates");
  tcase_add_test(tests, rows_alike_take_no_time);
  return tests;
}
