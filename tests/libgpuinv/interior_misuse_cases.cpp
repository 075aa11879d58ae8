// interior_misuse_cases.cpp (conformance: what an interior method refuses)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cfloat>
#include <cmath>
#include <cstring>

#include "conformance.hpp"
#include "interior_testing.hpp"

using testing::Interior;
using testing::InteriorData;

// On a device the first steps tell what is wrong.
static int refused(const InteriorData& data, const char* text) {
  Interior interior;
  int status = interior.start(data);
  if (status == GPUINV_OK)
    status = interior.finish();
  else if (interior.handle != nullptr)
    return -2;
  const char* error = interior.api->last_error(interior.session);
  return std::strstr(error, text) != nullptr ? status : -1;
}

template <class Spoil>
static int refused_after(Spoil spoil, const char* text) {
  InteriorData data = testing::two_by_two(1, 0);
  spoil(data);
  return refused(data, text);
}

START_TEST(bad_problems) {
  using D = InteriorData;
  const int invalid = GPUINV_INVALID, nonfinite = GPUINV_NONFINITE;
  const struct {
    void (*spoil)(InteriorData&);
    const char* text;
    int status;
  } cases[] = {
      {[](D& d) { d.base = 2; }, "base = 2", invalid},
      {[](D& d) { d.m = 0; }, "m = 0", invalid},
      {[](D& d) { d.n = -1; }, "n = -1", invalid},
      {[](D& d) { d.ptr[0] = 0; }, "ptr", invalid},
      {[](D& d) { d.ptr[1] = 9; }, "ptr descends at column 2", invalid},
      {[](D& d) { d.ind[3] = 3; }, "row 3 of column 2", invalid},
      {[](D& d) { d.ind[0] = 0; }, "row 0 of column 1", invalid},
      {[](D& d) { std::vector<int>().swap(d.ind); }, "ind is NULL", invalid},
      {[](D& d) { d.ind[1] = 1; }, "row 1 of column 1 occurs twice", invalid},
      {[](D& d) { d.val[2] = NAN; }, "row 1 of column 2", nonfinite},
      {[](D& d) { d.val[2] = INFINITY; }, "row 1 of column 2", nonfinite},
      {[](D& d) { d.c[1] = NAN; }, "cost 2", nonfinite},
      {[](D& d) { d.c0 = INFINITY; }, "c0", nonfinite},
      {[](D& d) { d.l[0] = NAN; }, "lower bound of row 1", nonfinite},
      {[](D& d) { d.u[3] = NAN; }, "upper bound of column 2", nonfinite},
      {[](D& d) { d.l[2] = DBL_MAX; }, "bound of column 1 is plus", invalid},
      {[](D& d) { d.u[1] = -DBL_MAX; }, "bound of row 2 is minus", invalid},
      {[](D& d) { d.l[1] = 8.0; }, "of row 2 is above the upper", invalid},
      {[](D& d) { d.l[2] = 4.0; }, "of column 1 is above", invalid},
  };
  for (const auto& each : cases)
    ck_assert_int_eq(refused_after(each.spoil, each.text), each.status);
}
END_TEST

START_TEST(bad_parameters) {
  const gpuinv_iptcp good = testing::interior_parameters();
  const struct {
    gpuinv_iptcp parm;
    const char* text;
  } cases[] = {
      {{0.0, 9, 9.0, 2}, "tol = 0"},  {{1.0, 9, 9.0, 2}, "tol = 1"},
      {{NAN, 9, 9.0, 2}, "tol"},      {{0.1, -1, 9.0, 2}, "it_lim = -1"},
      {{0.1, 9, -1.0, 2}, "tm_lim"},  {{0.1, 9, NAN, 2}, "tm_lim"},
      {{0.1, 9, 9.0, -1}, "ord_alg"}, {{0.1, 9, 9.0, 4}, "ord_alg"}};
  for (const auto& each : cases) {
    Interior interior;
    interior.parm = each.parm;
    ck_assert_int_eq(interior.start(testing::two_by_two(0, 0)), GPUINV_INVALID);
    ck_assert_ptr_nonnull(
        std::strstr(interior.api->last_error(interior.session), each.text));
    interior.parm = good;
    ck_assert_int_eq(interior.solve(testing::two_by_two(0, 0)), GPUINV_OK);
  }
}
END_TEST

static int with_options(const char* words, const char* text) {
  Interior interior;
  interior.options += words;
  const int status = interior.solve(testing::two_by_two(0, 0));
  const char* error = interior.api->last_error(interior.session);
  return std::strstr(error, text) != nullptr ? status : -1;
}

START_TEST(option_text) {
  ck_assert_int_eq(with_options(" precision=half", "precision=half"),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_options(" precision=3", "precision=3"), GPUINV_INVALID);
  ck_assert_int_eq(with_options(" normal=round", "normal=round"),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_options(" backend=cuda device=4095", ""),
                   GPUINV_CANNOT);
  for (const char* words : {" precision=double", " precision=1", " normal=auto",
                            " normal=dense", testing::other_form()})
    ck_assert_int_eq(with_options(words, ""), GPUINV_OK);
}
END_TEST

START_TEST(null_arguments) {
  Interior interior;
  const gpuinv_api* api = interior.api;
  const InteriorData data = testing::two_by_two(0, 0);
  const gpuinv_interior_lp lp = data.view();
  gpuinv_interior* none = nullptr;
  int done = 0;
  double x[4];
  ck_assert_int_eq(api->interior_create(NULL, NULL, &lp, &interior.parm, &none),
                   GPUINV_INVALID);
  ck_assert_int_eq(
      api->interior_create(interior.session, NULL, &lp, &interior.parm, NULL),
      GPUINV_INVALID);
  ck_assert_int_eq(
      api->interior_create(interior.session, NULL, NULL, &interior.parm, &none),
      GPUINV_INVALID);
  ck_assert_int_eq(
      api->interior_create(interior.session, NULL, &lp, NULL, &none),
      GPUINV_INVALID);
  ck_assert_int_eq(api->interior_step(NULL, &done), GPUINV_INVALID);
  ck_assert_int_eq(api->interior_result(NULL, &done, &done, x, x, x),
                   GPUINV_INVALID);
  api->interior_delete(NULL);
  ck_assert_int_eq(interior.solve(data), GPUINV_OK);
  ck_assert_int_eq(api->interior_step(interior.handle, NULL), GPUINV_INVALID);
  ck_assert_int_eq(
      api->interior_result(interior.handle, &done, &done, x, x, NULL),
      GPUINV_INVALID);
}
END_TEST

START_TEST(order_of_calls) {
  Interior interior;
  ck_assert_int_eq(interior.start(testing::two_by_two(0, 0)), GPUINV_OK);
  ck_assert_int_eq(interior.result(), GPUINV_STATE);
  ck_assert_int_eq(interior.finish(), GPUINV_OK);
  const int done = interior.done;
  ck_assert_int_eq(interior.step(), GPUINV_OK);  // after the end
  ck_assert_int_eq(interior.done, done);
  ck_assert_int_eq(interior.result(), GPUINV_OK);
}
END_TEST

TCase* interior_misuse_cases() {
  TCase* tcase = tcase_create("interior_misuse");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, bad_problems);
  tcase_add_test(tcase, bad_parameters);
  tcase_add_test(tcase, option_text);
  tcase_add_test(tcase, null_arguments);
  tcase_add_test(tcase, order_of_calls);
  return tcase;
}
