// misuse_cases.cpp (conformance: bad input and calls out of order)
// SPDX-License-Identifier: GPL-3.0-or-later

// Every refusal names the fault and its place, and leaves the object usable.

#include <climits>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Column;
using testing::Inverse;

static const Basis kIdentity = {{{0}, {1.0}}, {{1}, {1.0}}};

static bool works(Inverse& inverse) {
  std::vector<double> x = {3.0, 4.0};
  return inverse.factorize(kIdentity) == GPUINV_OK &&
         inverse.ftran(x) == GPUINV_OK && x[0] == 3.0 && x[1] == 4.0;
}

// Returns the status of `misuse` if the message contains `text` and the object
// works afterwards.
template <class Misuse>
static int refusal(const char* text, Misuse misuse) {
  Inverse inverse(conformance_options());
  const int status = misuse(inverse);
  if (inverse.last_error().find(text) == std::string::npos) return -1;
  return works(inverse) ? status : -2;
}

static int begin_with(int m, const char* text) {
  return refusal(text, [m](Inverse& i) { return i.api->begin(i.basis, 0, m); });
}

static int begin_from(int base) {
  return refusal("is neither 0 nor 1",
                 [base](Inverse& i) { return i.api->begin(i.basis, base, 2); });
}

// Messages use the caller's indices.
static int column_from_one(int j, int row, const char* text) {
  return refusal(text, [&](Inverse& i) {
    i.api->begin(i.basis, 1, 2);
    return i.enter(j, {{row}, {1.0}});
  });
}

START_TEST(bases) {
  ck_assert_int_eq(begin_from(2), GPUINV_INVALID);
  ck_assert_int_eq(begin_from(-1), GPUINV_INVALID);
  ck_assert_int_eq(column_from_one(0, 1, "column 0 is"), GPUINV_INVALID);
  ck_assert_int_eq(column_from_one(3, 1, "column 3 is"), GPUINV_INVALID);
  ck_assert_int_eq(column_from_one(2, 0, "column 2: row 0"), GPUINV_INVALID);
  ck_assert_int_eq(column_from_one(2, 3, "column 2: row 3"), GPUINV_INVALID);
  ck_assert_int_eq(column_from_one(2, INT_MIN, "row"), GPUINV_INVALID);
}
END_TEST

START_TEST(sizes) {
  ck_assert_int_eq(begin_with(0, "m = 0"), GPUINV_INVALID);
  ck_assert_int_eq(begin_with(-5, "m = -5"), GPUINV_INVALID);
}
END_TEST

static int column_with(int j, const Column& c, const char* text) {
  return refusal(text, [&](Inverse& i) {
    i.api->begin(i.basis, 0, 2);
    return i.enter(j, c);
  });
}

START_TEST(columns) {
  ck_assert_int_eq(column_with(0, {{0}, {NAN}}, "row 0"), GPUINV_NONFINITE);
  ck_assert_int_eq(column_with(1, {{1}, {-INFINITY}}, "column 1"),
                   GPUINV_NONFINITE);
  ck_assert_int_eq(column_with(0, {{2}, {1.0}}, "row 2"), GPUINV_INVALID);
  ck_assert_int_eq(column_with(0, {{-1}, {1.0}}, "row -1"), GPUINV_INVALID);
  ck_assert_int_eq(column_with(0, {{1, 1}, {1.0, 1.0}}, "twice"),
                   GPUINV_INVALID);
  ck_assert_int_eq(column_with(2, {{0}, {1.0}}, "column 2"), GPUINV_INVALID);
  ck_assert_int_eq(column_with(-1, {{0}, {1.0}}, "column -1"), GPUINV_INVALID);
  ck_assert_int_eq(column_with(0, {{0, 1, 0}, {1.0, 1.0, 1.0}}, "len = 3"),
                   GPUINV_INVALID);
}
END_TEST

static int column_twice() {
  return refusal("entered before", [](Inverse& i) {
    i.enter(kIdentity);
    return i.enter(1, {});
  });
}

static int null_arrays(const int* len) {
  return refusal("NULL", [len](Inverse& i) {
    i.api->begin(i.basis, 0, 2);
    return i.api->columns(i.basis, 0, 2, len, nullptr, nullptr);
  });
}

static int null_columns(const int* len) {
  return refusal("NULL", [len](Inverse& i) {
    const int* const ind[] = {nullptr, nullptr};
    const double* const val[] = {nullptr, nullptr};
    i.api->begin(i.basis, 0, 2);
    return i.api->columns(i.basis, 0, 2, len, ind, val);
  });
}

static int negative_count() {
  return refusal("count = -1", [](Inverse& i) {
    i.api->begin(i.basis, 0, 2);
    return i.api->columns(i.basis, 0, -1, nullptr, nullptr, nullptr);
  });
}

// The first of two columns has been entered, although the second is refused.
static int first_of_two() {
  return refusal("column 0 was entered before", [](Inverse& i) {
    const int len[] = {1, 1}, rows[] = {0, 2};
    const double one = 1.0;
    const int* const ind[] = {rows, rows + 1};
    const double* const val[] = {&one, &one};
    i.api->begin(i.basis, 0, 2);
    ck_assert_int_eq(i.api->columns(i.basis, 0, 2, len, ind, val),
                     GPUINV_INVALID);
    return i.enter(0, {{0}, {1.0}});
  });
}

// Of many columns, which threads enter, those before a bad one stay.
static int bad_in_the_middle() {
  constexpr int kSize = 700, kBad = 300;
  std::vector<int> rows(kSize), len(kSize, kSize);
  std::iota(rows.begin(), rows.end(), 1);
  std::vector<int> outside = rows;
  outside[5] = kSize + 1;
  const std::vector<double> values(kSize, 1.0);
  std::vector<const int*> ind(kSize, rows.data());
  const std::vector<const double*> val(kSize, values.data());
  ind[kBad] = outside.data();
  return refusal("column 300 was entered before", [&](Inverse& i) {
    i.api->begin(i.basis, 1, kSize);
    ck_assert_int_eq(
        i.api->columns(i.basis, 1, kSize, len.data(), ind.data(), val.data()),
        GPUINV_INVALID);
    ck_assert_ptr_nonnull(
        std::strstr(i.last_error().c_str(), "column 301: row 701"));
    const auto enter = [&](int j) {
      return i.api->columns(i.basis, j, 1, len.data(), ind.data(), val.data());
    };
    ck_assert_int_eq(enter(kBad + 1), GPUINV_OK);
    return enter(kBad);
  });
}

START_TEST(columns_again) {
  ck_assert_int_eq(column_twice(), GPUINV_INVALID);
  const int len[] = {0, 1};
  ck_assert_int_eq(null_arrays(nullptr), GPUINV_INVALID);
  ck_assert_int_eq(null_arrays(len), GPUINV_INVALID);
  ck_assert_int_eq(null_columns(len), GPUINV_INVALID);
  ck_assert_int_eq(negative_count(), GPUINV_INVALID);
  ck_assert_int_eq(first_of_two(), GPUINV_INVALID);
  ck_assert_int_eq(bad_in_the_middle(), GPUINV_INVALID);
}
END_TEST

START_TEST(columns_that_are_none) {
  Inverse inverse(conformance_options());
  int ind[2];
  double val[2];
  ck_assert_int_eq(inverse.factorize(kIdentity), GPUINV_OK);
  for (int j : {INT_MIN, -1, 2, INT_MAX})
    ck_assert_int_eq(inverse.api->get_column(inverse.basis, j, ind, val), -1);
  inverse.api->begin(inverse.basis, 1, 2);
  for (int j : {INT_MIN, 0, 3, INT_MAX})
    ck_assert_int_eq(inverse.api->get_column(inverse.basis, j, ind, val), -1);
}
END_TEST

static int update_with(int k, const Column& c, const char* text) {
  Inverse inverse(conformance_options());
  std::vector<double> x = {3.0, 4.0};
  inverse.factorize(kIdentity);
  const int status = inverse.update(k, c);
  if (inverse.last_error().find(text) == std::string::npos) return -1;
  // nothing has changed
  return inverse.ftran(x) == GPUINV_OK && x[0] == 3.0 ? status : -2;
}

START_TEST(updates) {
  ck_assert_int_eq(update_with(2, {{0}, {1.0}}, "column 2"), GPUINV_INVALID);
  ck_assert_int_eq(update_with(-1, {{0}, {1.0}}, "column -1"), GPUINV_INVALID);
  ck_assert_int_eq(update_with(0, {{0}, {NAN}}, "not finite"),
                   GPUINV_NONFINITE);
  ck_assert_int_eq(update_with(0, {{0, 0}, {1.0, 1.0}}, "twice"),
                   GPUINV_INVALID);
}
END_TEST

static int solve_with(double bad, bool transposed) {
  Inverse inverse(conformance_options());
  inverse.factorize(kIdentity);
  std::vector<double> x = {7.0, bad};
  const int status = transposed ? inverse.btran(x) : inverse.ftran(x);
  return x[0] == 7.0 && works(inverse) ? status : -1;
}

START_TEST(right_hand_sides) {
  for (int transposed = 0; transposed < 2; transposed++) {
    ck_assert_int_eq(solve_with(NAN, transposed), GPUINV_NONFINITE);
    ck_assert_int_eq(solve_with(INFINITY, transposed), GPUINV_NONFINITE);
  }
}
END_TEST

// inv(B)*a overflows: the input is finite, the result is not.
static int overflow() {
  Inverse inverse(conformance_options());
  if (inverse.factorize({{{0}, {1e-200}}, {{1}, {1e-200}}}) != GPUINV_OK)
    return -1;
  std::vector<double> x = {1e200, 0.0};
  const int status = inverse.ftran(x);
  return x[0] == 1e200 && works(inverse) ? status : -2;
}

START_TEST(results) { ck_assert_int_eq(overflow(), GPUINV_NONFINITE); }
END_TEST

static int verb_before_factorize(int verb) {
  return refusal("needs", [verb](Inverse& i) -> int {
    std::vector<double> x(2, 1.0);
    switch (verb) {
      case 0:
        return i.ftran(x);
      case 1:
        return i.btran(x);
      case 2:
        return i.update(0, {{0}, {1.0}});
      case 3:
        return i.api->factorize(i.basis, nullptr);
      default:
        return i.enter(0, {});
    }
  });
}

static int factorize_unfinished() {
  return refusal("1 columns", [](Inverse& i) {
    i.api->begin(i.basis, 0, 2);
    i.enter(0, {{0}, {1.0}});
    return i.api->factorize(i.basis, nullptr);
  });
}

START_TEST(order_of_calls) {
  for (int verb = 0; verb < 5; verb++)
    ck_assert_int_eq(verb_before_factorize(verb), GPUINV_STATE);
  ck_assert_int_eq(factorize_unfinished(), GPUINV_STATE);
}
END_TEST

static int create_status(const std::string& words, const char* text) {
  Inverse inverse(std::string(conformance_options()) + words);
  return inverse.last_error().find(text) != std::string::npos
             ? inverse.created()
             : -1;
}

START_TEST(option_text) {
  ck_assert_int_eq(create_status(" colour=red", "colour=red"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" backend=rocm", "rocm"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" updates", "updates"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" updates=0", "range"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" pivots=0", "range"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" pivots=129", "range"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" updates=1x", "number"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" device=-1", "number"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" backend=3", "not one of auto, cuda, host"),
                   GPUINV_INVALID);
  ck_assert_int_eq(create_status(" form=6", "form=6"), GPUINV_INVALID);
  ck_assert_int_eq(create_status(" devices=0 form=2", ""), GPUINV_OK);
  ck_assert_int_eq(create_status(" memory=99999999999999999999999", "range"),
                   GPUINV_INVALID);
  ck_assert_int_eq(create_status(" backend=cuda device=4095", ""),
                   GPUINV_CANNOT);
  ck_assert_int_eq(create_status(" backend=1 devices=1073741824", ""),
                   GPUINV_CANNOT);
}
END_TEST

static int over_memory() {
  Inverse inverse(std::string(conformance_options()) + " memory=300000000");
  if (inverse.api->begin(inverse.basis, 0, 20000) != GPUINV_CANNOT) return -1;
  return works(inverse) ? 0 : -2;
}

START_TEST(memory_limit) { ck_assert_int_eq(over_memory(), 0); }
END_TEST

TCase* misuse_cases() {
  TCase* tcase = tcase_create("misuse");
  tcase_add_test(tcase, bases);
  tcase_add_test(tcase, sizes);
  tcase_add_test(tcase, columns);
  tcase_add_test(tcase, columns_again);
  tcase_add_test(tcase, columns_that_are_none);
  tcase_add_test(tcase, updates);
  tcase_add_test(tcase, right_hand_sides);
  tcase_add_test(tcase, results);
  tcase_add_test(tcase, order_of_calls);
  tcase_add_test(tcase, option_text);
  tcase_add_test(tcase, memory_limit);
  return tcase;
}
