// check_units.cpp (unit tests of the library's small parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "accounts.hpp"
#include "claims.hpp"
#include "commands.hpp"
#include "crews.hpp"
#include "departures.hpp"
#include "forms.hpp"
#include "freed.hpp"
#include "guards.hpp"
#include "inversions.hpp"
#include "kept.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/large_pages.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/host/dense_ops.hpp"
#include "libgpuinv/host/pending_changes.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/simplex/working_lp.hpp"
#include "libgpuinv/sparse/dense_column.hpp"
#include "libgpuinv/sparse/sparse_columns.hpp"
#include "limits.hpp"
#include "long_steps.hpp"
#include "parts.hpp"
#include "places.hpp"
#include "plans.hpp"
#include "points.hpp"
#include "ranks.hpp"
#include "residuals.hpp"
#include "reviews.hpp"
#include "sloppy.hpp"
#include "starts.hpp"
#include "steps.hpp"
#include "turns.hpp"
#include "ways.hpp"
#include "weights.hpp"
#include "workers.hpp"

using gpuinv::Backend;
using gpuinv::SparseColumns;
using gpuinv::SparseVector;

// | 1 0 |
// | 2 3 |
static SparseColumns lower() {
  SparseColumns b;
  const int ind[] = {1, 0};
  const double first[] = {2.0, 1.0}, second[] = {3.0, 0.0};
  b.reset(2);
  b.set_column(1, 2, ind, second);
  b.set_column(0, 2, ind, first);
  return b;
}

START_TEST(columns_enter_in_any_order) {
  SparseColumns b = lower();
  ck_assert_int_eq(b.missing(), 0);
  ck_assert_uint_eq(b.nnz(), 3);
  ck_assert_int_eq(b.length(1), 1);  // the zero was dropped
  const std::vector<std::size_t>& ptr = b.compress();
  ck_assert_uint_eq(ptr[0], 0);
  ck_assert_uint_eq(ptr[1], 2);
  ck_assert_uint_eq(ptr[2], 3);
  ck_assert_double_eq(b.values(0)[ptr[2] - 1], 3.0);
  ck_assert_double_eq(b.norm1(), 3.0);
}
END_TEST

START_TEST(columns_are_replaced) {
  SparseColumns b = lower();
  const int rows[] = {0, 1};
  const double longer[] = {5.0, 6.0};
  for (int t = 0; t < 100; t++) {
    b.set_column(1, 2, rows, longer);  // grows
    ck_assert_uint_eq(b.nnz(), 4);
    b.set_column(1, 1, rows, longer);  // shrinks
    ck_assert_uint_eq(b.nnz(), 3);
    ck_assert_double_eq(b.values(1)[0], 5.0);
    ck_assert_double_eq(b.values(0)[0], 2.0);
  }
  b.set_column(0, 0, nullptr, nullptr);
  ck_assert_uint_eq(b.compress()[2], 1);
}
END_TEST

START_TEST(options_are_read) {
  const gpuinv::Options none = gpuinv::parse_options(nullptr);
  ck_assert(none.backend == Backend::kAuto && none.device == -1);
  const gpuinv::Options all = gpuinv::parse_options(
      " backend=cuda device=3\tupdates=50 memory=123456789012 pivots=128 ");
  ck_assert(all.backend == Backend::kCuda && all.device == 3);
  ck_assert(all.updates == 50 && all.pivots == 128);
  ck_assert_uint_eq(all.memory, 123456789012u);
  ck_assert(gpuinv::parse_options("backend=host").backend == Backend::kHost);
}
END_TEST

static int refused_element(double bad, int at) {
  double x[4] = {1.0, 2.0, 3.0, 4.0};
  x[at] = bad;
  try {
    gpuinv::require_finite(4, x, "x");
  } catch (const gpuinv::Error& e) {
    const std::string what = e.what();
    return what.back() - '0';
  }
  return -1;
}

START_TEST(non_finite_is_found) {
  for (int at = 0; at < 4; at++) {
    ck_assert_int_eq(refused_element(NAN, at), at);
    ck_assert_int_eq(refused_element(-INFINITY, at), at);
    ck_assert_int_eq(refused_element(1e308, at), -1);
  }
}
END_TEST

// A 2 by 2 matrix with ld = 3; 99 is padding.
START_TEST(twins_by_hand) {
  double binv[] = {1.0, 0.0, 99.0, -2.0, 0.5, 99.0};
  SparseVector a;
  double y[2];
  const double dense[] = {0.0, 4.0};
  a.gather(2, dense);
  ck_assert_int_eq(a.nnz(), 1);
  gpuinv::host::gather_columns(2, 3, binv, a, y);
  ck_assert(y[0] == 0.0 && y[1] == 2.0);
  gpuinv::host::combine_rows(2, 3, binv, a, y);
  ck_assert(y[0] == -8.0 && y[1] == 2.0);
  ck_assert_double_eq(gpuinv::host::column_abs_sum(2, 3, binv), 3.0);
}
END_TEST

// The first change gives (2, -0.25; -1, 0.25); the second divides row 0 by -1
// and then subtracts it from row 1.
START_TEST(changes_by_hand) {
  double b0[] = {1.0, 0.0, -2.0, 0.5}, y[] = {0.0, 0.0};
  const double first[] = {1.0, 2.0}, second[] = {-1.0, 1.0};
  const double want[] = {-2.0, 0.25, 1.0, 0.0};
  gpuinv::host::PendingChanges changes;
  changes.reset(2, 2, 2);
  changes.append(1, first, b0);
  ck_assert(b0[0] == 1.0 && b0[1] == 0.0 && b0[2] == 0.0 && b0[3] == 0.0);
  changes.add_ftran({{0}, {1.0}}, y);
  ck_assert(y[0] == 1.0 && y[1] == -1.0);
  changes.append(0, second, b0);
  ck_assert(changes.full());
  changes.add_btran({{0}, {1.0}}, y);
  ck_assert(y[0] == -1.0 && y[1] == -0.75);
  changes.fold(b0);
  ck_assert(changes.count() == 0);
  for (int t = 0; t < 4; t++) ck_assert_double_eq(b0[t], want[t]);
}
END_TEST

START_TEST(norm_of_nan_is_nan) {
  for (int at = 0; at < 4; at++) {  // in the first column, and in the last
    double binv[] = {1.0, 3.0, 5.0, 2.0};
    binv[at] = NAN;
    ck_assert(std::isnan(gpuinv::host::column_abs_sum(2, 2, binv)));
  }
}
END_TEST

START_TEST(dense_columns_are_seen) {
  using gpuinv::Rows;
  using gpuinv::rows_of;
  const int up[] = {1, 2, 3}, down[] = {3, 2, 1}, mixed[] = {1, 3, 2};
  ck_assert(rows_of(3, 1, 3, up) == Rows::kAscending);
  ck_assert(rows_of(3, 1, 3, down) == Rows::kDescending);
  ck_assert(rows_of(3, 1, 3, mixed) == Rows::kListed);
  ck_assert(rows_of(3, 0, 3, up) == Rows::kListed);
  ck_assert(rows_of(3, 1, 2, up) == Rows::kListed);
  ck_assert(rows_of(1, 3, 1, down) == Rows::kAscending);
  ck_assert(rows_of(3, 1, 0, nullptr) == Rows::kListed);
}
END_TEST

START_TEST(blocks_are_finite) {
  const double none[] = {NAN, -NAN, INFINITY, -INFINITY};
  for (int count = 1; count < 20; count++) {
    std::vector<double> x(count, -DBL_MAX);
    ck_assert(gpuinv::all_finite(count, x.data()));
    for (int t = 0; t < count; t++) {
      for (double bad : none) {
        x[t] = bad;
        ck_assert(!gpuinv::all_finite(count, x.data()));
      }
      x[t] = DBL_TRUE_MIN;
    }
  }
}
END_TEST

START_TEST(work_is_shared_out) {
  ck_assert_int_eq(gpuinv::parts_for(0), 1);
  ck_assert_int_eq(gpuinv::parts_for(1 << 20), 1);
  for (int parts : {1, 2, 7}) {
    std::vector<int> done(parts, 0);
    gpuinv::parallel_for(parts, [&](int part) { done[part]++; });
    ck_assert(done == std::vector<int>(parts, 1));
  }
}
END_TEST

// Vectors on both sides of the size from which they are mapped.
START_TEST(large_vectors_keep_their_elements) {
  const std::size_t least = gpuinv::kLeastLarge / sizeof(int);
  gpuinv::LargeVector<int> x;
  for (std::size_t count : {least / 2, least - 1, least, 3 * least + 1}) {
    const std::size_t old = x.size();
    x.resize(count);
    std::iota(x.begin() + old, x.end(), static_cast<int>(old));
  }
  gpuinv::LargeVector<int> y(x);
  x.resize(2);
  x.shrink_to_fit();
  ck_assert_int_eq(x[1], 1);
  std::size_t same = 0;
  while (same < y.size() && y[same] == static_cast<int>(same)) same++;
  ck_assert_uint_eq(same, y.size());
}
END_TEST

START_TEST(no_room_for_large_vector) {
  gpuinv::LargeVector<char> x;
  bool refused = false;
  try {
    x.reserve(std::size_t{1} << 60);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  ck_assert(refused);
  ck_assert_uint_eq(x.capacity(), 0);
}
END_TEST

// Large enough for several threads; columns with every row, in ascending,
// descending and random order.
struct LargeLp {
  static constexpr int kRows = 1000, kColumns = 2 * kRows;

  LargeLp() : b(kRows, 1.0), zero(kColumns, 0.0), flag(kRows, 0) {
    for (int k = 0; k < kColumns; k++) {
      head.push_back(k);
      const int first = static_cast<int>(ind.size());
      for (int i = 0; i < (k < kRows ? 1 : kRows); i++)
        ind.push_back(k < kRows ? k : k % 3 == 0 ? kRows - 1 - i : i);
      if (k >= kRows && k % 3 == 1) std::swap(ind[first], ind[first + k % 7]);
      ptr.push_back(static_cast<int>(ind.size()));
    }
    val.assign(ind.size(), 1.0);
  }
  gpuinv_lp view() const {
    return {0,           kRows,       kColumns,    ptr.data(),
            ind.data(),  val.data(),  b.data(),    zero.data(),
            zero.data(), zero.data(), head.data(), flag.data()};
  }
  // Returns the error message, or "" if there is none.
  std::string refusal() const {
    try {
      gpuinv::borrow_lp(view());
    } catch (const gpuinv::Error& e) {
      return e.what();
    }
    return "";
  }

  std::vector<int> ptr{0}, ind, head;
  std::vector<double> val, b, zero;
  std::vector<char> flag;
};

START_TEST(large_matrix_is_checked) {
  LargeLp lp;
  ck_assert(lp.refusal() == "");
  for (int k : {1000, 1001, 1500, 1998, 1999}) {
    const int t = lp.ptr[k] + 5, row = lp.ind[t], next = lp.ind[t + 1];
    const std::string column = " of column " + std::to_string(k);
    lp.ind[t] = LargeLp::kRows;
    ck_assert(lp.refusal() == "lp: row 1000" + column + " does not exist");
    lp.ind[t] = next;
    ck_assert(lp.refusal() ==
              "lp: row " + std::to_string(next) + column + " occurs twice");
    lp.ind[t] = row;
    lp.val[t] = NAN;
    ck_assert(lp.refusal() ==
              "lp: row " + std::to_string(row) + column + " is not finite");
    lp.val[t] = 1.0;
  }
  lp.val[lp.ptr[1700]] = lp.val[lp.ptr[1200]] = INFINITY;  // the first counts
  ck_assert(lp.refusal().find("column 1200") != std::string::npos);
}
END_TEST

// All numbers are integers, so sums are exact in any order.
START_TEST(residual_of_lp) {
  LargeLp given;
  for (std::size_t t = 0; t < given.val.size(); t++)
    given.val[t] = t % 11 - 5.0;
  for (int i = 0; i < LargeLp::kRows; i++) given.b[i] = i % 7;
  const gpuinv::WorkingLp lp = gpuinv::borrow_lp(given.view());
  std::vector<double> x(LargeLp::kColumns), r(given.b);
  for (int k = 0; k < LargeLp::kColumns; k++) x[k] = k % 5 - 2.0;
  for (int k = 0; k < LargeLp::kColumns; k++)
    for (int t = given.ptr[k]; t < given.ptr[k + 1]; t++)
      r[given.ind[t]] -= given.val[t] * x[k];
  double worst = 0.0;
  for (double v : r) worst = std::max(worst, std::fabs(v));
  ck_assert_double_eq(gpuinv::relative_residual(lp, x), worst / 10.0);
  for (int k : {3, 1001, 1002, 1999}) {
    const double old = x[k];
    x[k] = NAN;
    ck_assert(std::isnan(gpuinv::relative_residual(lp, x)));
    x[k] = old;
  }
}
END_TEST

// x_0 >= 0, x_1 free, x_2 <= 1, and one row.
static bool stands(int basic, std::vector<int> nonbasic,
                   std::vector<gpuinv::At> at) {
  gpuinv::WorkingLp lp;
  lp.m = 1;
  lp.n = 3;
  lp.l = {0.0, -HUGE_VAL, -HUGE_VAL};
  lp.u = {HUGE_VAL, HUGE_VAL, 1.0};
  return gpuinv::is_basis(lp, {{basic}, nonbasic, at});
}

START_TEST(basis_is_checked) {
  using gpuinv::At;
  ck_assert(stands(1, {0, 2}, {At::kLower, At::kUpper}));
  ck_assert(stands(0, {2, 1}, {At::kUpper, At::kFree}));
  ck_assert(!stands(0, {2, 1}, {At::kLower, At::kFree}));
  ck_assert(!stands(0, {2, 1}, {At::kUpper, At::kLower}));
  ck_assert(!stands(1, {0, 2}, {At::kFree, At::kUpper}));
  ck_assert(!stands(2, {0, 2}, {At::kLower, At::kUpper}));
  ck_assert(!stands(3, {0, 2}, {At::kLower, At::kUpper}));
  ck_assert(!stands(1, {0}, {At::kLower}));
}
END_TEST

int main() {
  Suite* suite = suite_create("units");
  TCase* tcase = tcase_create("all");
  suite_add_tcase(suite, tcase);
  for (TCase* cases :
       {part_cases(),      shared_factor_cases(), shared_inverse_cases(),
        point_cases(),     claim_cases(),         start_cases(),
        command_cases(),   review_cases(),        review_claim_cases(),
        residual_cases(),  sloppy_cases(),        account_cases(),
        weight_cases(),    form_cases(),          way_cases(),
        inversion_cases(), freed_cases(),         turn_cases(),
        long_step_cases(), worker_cases(),        guard_cases(),
        crew_cases(),      step_cases(),          departure_cases(),
        limit_cases(),     place_cases(),         kept_cases(),
        plan_cases(),      launch_cases(),        rank_cases()})
    suite_add_tcase(suite, cases);
  tcase_add_test(tcase, columns_enter_in_any_order);
  tcase_add_test(tcase, columns_are_replaced);
  tcase_add_test(tcase, options_are_read);
  tcase_add_test(tcase, non_finite_is_found);
  tcase_add_test(tcase, twins_by_hand);
  tcase_add_test(tcase, changes_by_hand);
  tcase_add_test(tcase, norm_of_nan_is_nan);
  tcase_add_test(tcase, dense_columns_are_seen);
  tcase_add_test(tcase, blocks_are_finite);
  tcase_add_test(tcase, work_is_shared_out);
  tcase_add_test(tcase, large_vectors_keep_their_elements);
  tcase_add_test(tcase, no_room_for_large_vector);
  tcase_add_test(tcase, large_matrix_is_checked);
  tcase_add_test(tcase, residual_of_lp);
  tcase_add_test(tcase, basis_is_checked);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
