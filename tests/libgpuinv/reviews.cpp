// reviews.cpp (unit tests of reviews of solutions)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "reviews.hpp"

#include "review_caller.hpp"

using namespace gpuinv::testing;

START_TEST(good_solution) {
  Caller known(kOk);
  known.r.err = 1e-7;
  known.expect({GPUINV_STEP_DONE});
  Caller judged(kOk);
  judged.expect({GPUINV_STEP_JUDGE});
  judged.judge(1e-7, 0.0);
  ck_assert(gpuinv::is_plain(judged.r));
  judged.expect({GPUINV_STEP_DONE});
  ck_assert_int_eq(judged.r.ret, kOk);
}
END_TEST

START_TEST(refined_solution) {
  Caller caller(kOk);
  caller.r.err = 1e-5;
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(1e-5, 0.0);
  caller.expect({GPUINV_STEP_REFINE});
  caller.judge(1e-8, 0.0);
  caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_DONE});
  ck_assert_str_eq(caller.said.c_str(), "");
}
END_TEST

// Tolerances follow the scale factors, then the accuracy that is missed.
START_TEST(search_goes_on) {
  Caller caller(kOk);
  gpuinv_review& r = caller.r;
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-2);
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SCALE, GPUINV_STEP_SOLVE});
  ck_assert_str_eq(caller.said.c_str(),
                   "Continuing on problem as given (error = 1.0e-02)...");
  ck_assert_int_eq(r.careful, 1);
  ck_assert_int_eq(r.keep, 0);
  ck_assert_int_eq(r.it_lim, 1202);
  ck_assert_double_eq(r.tol_bnd, 1e-9);
  ck_assert_double_eq_tol(r.tol_dj, 5e-9, 1e-20);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-3);
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE});
  ck_assert_double_eq_tol(r.tol_dj, 5e-13, 1e-20);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-9);
  caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_DONE});
  ck_assert_int_eq(r.ret, kOk);
}
END_TEST

// What the range of a variable makes of a tiny reduced cost is searched for
// again, but GLPK's tests have the last word.
START_TEST(wide_range) {
  Caller caller(kOk);
  gpuinv_review& r = caller.r;
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-7, 1, 1e-3);
  caller.expect({GPUINV_STEP_REFINE});
  caller.judge(0.0, 1e-7, 1, 1e-3);
  caller.expect({GPUINV_STEP_SOLVE, GPUINV_STEP_JUDGE});
  const double tol_dj = r.tol_dj;
  caller.judge(0.0, 1e-7, 1, 1e-4);
  caller.expect({GPUINV_STEP_REFINE});
  caller.judge(0.0, 1e-7, 1, 1e-4);
  caller.expect({GPUINV_STEP_SOLVE});
  ck_assert_double_eq_tol(r.tol_dj, 1e-3 * tol_dj, 1e-20);
  caller.answer(kIterations);
  caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-7, 1, 1e-4);
  caller.expect({GPUINV_STEP_DONE});
  ck_assert_double_eq(r.kkt.worst, 1e-7);
  ck_assert_int_eq(r.ret, kOk);
}
END_TEST

// Bounds that are hardly violated may be worth much if the matrix is badly
// scaled, whatever the factors are.
START_TEST(small_violations) {
  for (const int bad : {0, 1, 2}) {
    Caller caller(kOk);
    gpuinv_review& r = caller.r;
    r.tol_bnd = 1e-7;
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(9e-8, 0.0, bad);
    ck_assert_int_eq(gpuinv::is_plain(r), bad == 0);
    if (bad == 0) {
      caller.expect({GPUINV_STEP_DONE});
      continue;
    }
    if (bad == 2) caller.expect({GPUINV_STEP_SCALE});
    caller.expect({GPUINV_STEP_SOLVE});
    ck_assert_int_eq(r.keep, bad == 1);
    ck_assert_double_eq_tol(r.tol_bnd, 1e-9, 1e-20);
    caller.answer(kOk, kNoFeasible, kUndefined);
    caller.expect({GPUINV_STEP_PROVE});
    r.failed = 1;
    caller.expect({GPUINV_STEP_SOLVE});
    caller.answer(kFail, kUndefined, kUndefined);
    caller.expect({GPUINV_STEP_STORE});
    caller.answer(kOk);
    caller.expect({GPUINV_STEP_SOLVE, GPUINV_STEP_JUDGE});
    caller.judge(1e-10, 0.0, bad);
    caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_DONE});
    ck_assert_int_eq(r.ret, kOk);
  }
}
END_TEST

// So may those of what is found after a failure: one more round keeps them to
// the smallest tolerance.
START_TEST(small_violation_of_a_later_point) {
  Caller caller(kFail, kUndefined, kUndefined);
  caller.r.tol_bnd = 1e-7;
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(1.0, 1.0, 2);
  caller.expect({GPUINV_STEP_SCALE, GPUINV_STEP_SOLVE});
  for (const double tolerance : {1e-7, 1e-9}) {
    ck_assert_double_eq_tol(caller.r.tol_bnd, tolerance, 1e-20);
    caller.answer(kOk);
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(0.9 * tolerance + 3e-8, 0.0, 2);  // the second one is better
    if (tolerance > 1e-9) caller.expect({GPUINV_STEP_SOLVE});
  }
  caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_DONE});
  ck_assert_int_eq(caller.r.ret, kOk);
}
END_TEST

// If the search for a better one comes to nothing, the solution that passed is
// the answer.
START_TEST(search_from_accepted_point) {
  for (const int end : {kFail, kIterations, kTime}) {
    Caller caller(kOk);
    caller.search_for_more_exact(9e-8);
    caller.answer(end, kUndefined, kUndefined);
    caller.expect({GPUINV_STEP_STORE});
    caller.r.pbs_stat = caller.r.dbs_stat = kFeasible;
    caller.expect({GPUINV_STEP_DONE});
    ck_assert_int_eq(caller.r.ret, kOk);
  }
  // the errors of a worse point are not those of the answer
  Caller caller(kOk);
  caller.search_for_more_exact(9e-8);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(0.0, 1e-3, 2);
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_STORE, GPUINV_STEP_JUDGE});
  caller.judge(9e-8, 0.0, 2);
  caller.expect({GPUINV_STEP_DONE});
  ck_assert_int_eq(caller.r.ret, kOk);
  // one that is more exact is, though its error is larger
  Caller other(kOk);
  other.search_for_more_exact(9e-8);
  other.expect({GPUINV_STEP_JUDGE});
  other.dual[7] = 5.0;
  other.judge(0.0, 2e-7, 2);
  other.expect({GPUINV_STEP_STORE, GPUINV_STEP_DONE});
  ck_assert_double_eq(other.dual[7], 5.0);
}
END_TEST

// What GLPK's tests accept stays: neither a point that they refuse nor the
// user's limit takes it away.
START_TEST(accepted_point_stays) {
  for (const bool limit : {false, true}) {
    Caller caller(kOk);
    gpuinv_review& r = caller.r;
    caller.prim[7] = 7.0;
    caller.expect({GPUINV_STEP_JUDGE});
    for (int k = 0; k < 2; k++) {
      caller.judge(0.0, 1e-7, 1, 1e-3);
      if (k == 0) caller.expect({GPUINV_STEP_REFINE});
    }
    if (limit) r.it_left = 7;
    caller.expect({GPUINV_STEP_SOLVE});
    caller.prim[7] = 8.0;
    if (limit) {
      caller.answer(kIterations);
    } else {
      caller.expect({GPUINV_STEP_JUDGE});
      caller.judge(1e-5, 0.0, 1);
      caller.expect({GPUINV_STEP_REFINE});
      caller.judge(1e-5, 0.0, 1);
    }
    caller.expect({GPUINV_STEP_STORE});
    ck_assert_double_eq(caller.prim[7], 7.0);
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(0.0, 1e-7, 1);
    caller.expect({GPUINV_STEP_DONE});
    ck_assert_int_eq(r.ret, kOk);
  }
}
END_TEST

// A factorization on the CPU in a good scaling is used again.
START_TEST(factorization_is_kept) {
  for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
    Caller caller(kOk);
    caller.r.on_gpu = on_gpu;
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(1e-3, 0.0, 1);
    caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE});
    ck_assert_int_eq(caller.r.keep, !on_gpu);
  }
}
END_TEST

// What is worse than before is forgotten; the caller judges what remains.
START_TEST(best_is_kept) {
  Caller caller(kOk);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(1e-3, 0.0, 1);
  caller.prim[7] = 7.0;
  caller.stat[7] = 3;
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE, GPUINV_STEP_JUDGE});
  caller.judge(1e-2, 0.0, 1);
  caller.prim[7] = caller.dual[7] = 8.0;
  caller.stat[7] = 1;
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_STORE});
  ck_assert_double_eq(caller.prim[7], 7.0);
  ck_assert_double_eq(caller.dual[7], 0.0);
  ck_assert_int_eq(caller.stat[7], 3);
  caller.expect({GPUINV_STEP_JUDGE, GPUINV_STEP_DONE});
}
END_TEST

// The primal method goes on from a basis that the dual one has left; if it
// fails, the user's method begins again.
START_TEST(basis_is_left_to_primal) {
  for (const int ret : {kOk, kIterations, kFail}) {
    Caller caller(kOk, kUndefined, kUndefined);
    caller.r.left = 1;
    caller.r.meth = kDualPrimal;
    caller.expect({GPUINV_STEP_SOLVE});
    ck_assert_int_eq(caller.r.meth, kPrimal);
    ck_assert_int_eq(caller.r.it_lim, 300);
    ck_assert_int_eq(caller.r.fresh, 0);
    caller.answer(ret);
    if (ret != kOk) {
      caller.expect({GPUINV_STEP_SOLVE});
      ck_assert_int_eq(caller.r.meth, kDualPrimal);
      ck_assert_int_eq(caller.r.it_lim, INT_MAX);
      ck_assert_int_eq(caller.r.fresh, 1);
      caller.answer(kOk);
    }
    caller.r.err = 0.0;
    caller.expect({GPUINV_STEP_DONE});
    ck_assert_int_eq(caller.r.fresh, 0);
  }
}
END_TEST

// After a limit the search does not go on.  A solution that happens to be
// optimal is judged; statuses by the inverse on a GPU are, too.
START_TEST(limits) {
  for (const int ret : {kObjUpper, kIterations, kTime}) {
    Caller caller(ret);
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(0.0, 1e-2);
    caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_STORE, GPUINV_STEP_JUDGE,
                   GPUINV_STEP_DONE});
    ck_assert_int_eq(caller.r.ret, ret);
    ck_assert_str_eq(caller.said.c_str(), "");
  }
  Caller cut(kTime, kFeasible, kInfeasible);
  cut.r.on_gpu = 1;
  cut.expect({GPUINV_STEP_JUDGE, GPUINV_STEP_DENY});
  Caller own(kTime, kFeasible, kInfeasible);
  own.expect({GPUINV_STEP_DONE});
}
END_TEST

// The most pivots of a round are no limit of the user's.
START_TEST(rounds_fail) {
  for (const int left : {INT_MAX, 50}) {
    Caller caller(kFail, kUndefined, kUndefined);
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(1.0, 1.0, 2);
    ck_assert(!gpuinv::is_plain(caller.r));
    caller.expect({GPUINV_STEP_SCALE});
    caller.r.it_left = left;
    caller.expect({GPUINV_STEP_SOLVE});
    caller.answer(kIterations, kInfeasible, kInfeasible);
    caller.expect({GPUINV_STEP_DONE});
    ck_assert_int_eq(caller.r.ret, kFail);
  }
  Caller good(kFail, kUndefined, kUndefined);
  good.expect({GPUINV_STEP_JUDGE});
  good.judge(1.0, 1.0, 1);
  good.expect({GPUINV_STEP_DONE});
}
END_TEST

TCase* review_cases() {
  TCase* tests = tcase_create("reviews");
  tcase_add_test(tests, good_solution);
  tcase_add_test(tests, refined_solution);
  tcase_add_test(tests, search_goes_on);
  tcase_add_test(tests, wide_range);
  tcase_add_test(tests, small_violations);
  tcase_add_test(tests, small_violation_of_a_later_point);
  tcase_add_test(tests, search_from_accepted_point);
  tcase_add_test(tests, accepted_point_stays);
  tcase_add_test(tests, factorization_is_kept);
  tcase_add_test(tests, best_is_kept);
  tcase_add_test(tests, basis_is_left_to_primal);
  tcase_add_test(tests, limits);
  tcase_add_test(tests, rounds_fail);
  return tests;
}
