// review_claims.cpp (unit tests of reviews of claims without a solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review_caller.hpp"
#include "reviews.hpp"

using namespace gpuinv::testing;

// A claim in a good scaling, or one that is proven, stands.
START_TEST(claims) {
  Caller scaled(kOk, kNoFeasible, kUndefined);
  scaled.expect({GPUINV_STEP_JUDGE});
  scaled.judge(1.0, 1.0, 0);
  scaled.expect({GPUINV_STEP_DONE});
  for (int failed = 0; failed < 2; failed++) {
    Caller caller(kOk, kNoFeasible, kUndefined);
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(1.0, 1.0, 1);
    caller.expect({GPUINV_STEP_PROVE});
    caller.r.failed = failed;
    caller.expect({failed ? GPUINV_STEP_SOLVE : GPUINV_STEP_DONE});
  }
  // The values of an unbounded problem must be feasible.
  Caller values(kOk, kFeasible, kNoFeasible);
  values.expect({GPUINV_STEP_JUDGE});
  values.judge(1e-3, 1.0, 1);
  values.expect({GPUINV_STEP_PROVE, GPUINV_STEP_SOLVE});
}
END_TEST

// A point feasible by GLPK's tolerance alone makes that smaller for one round.
START_TEST(claim_within_tolerance) {
  for (const double asked : {1e-7, 1e-12})
    for (const bool first : {true, false}) {
      Caller caller(kOk, first ? kFeasible : kNoFeasible, kNoFeasible);
      caller.r.tol_bnd = asked;
      caller.expect({GPUINV_STEP_JUDGE});
      caller.judge(2e-6, 1.0, 1);
      caller.r.failed = 1;
      caller.expect({GPUINV_STEP_PROVE, GPUINV_STEP_SOLVE});
      const double smaller = asked < 5e-9 ? asked : 5e-9;
      ck_assert_double_eq_tol(caller.r.tol_bnd, first ? smaller : asked, 1e-20);
      caller.answer(kOk, kFeasible, kNoFeasible);
      caller.expect({GPUINV_STEP_PROVE, GPUINV_STEP_SOLVE});
      if (!first) ck_assert_double_eq_tol(caller.r.tol_bnd, smaller, 1e-20);
      caller.answer(kFail, kUndefined, kUndefined);
      caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_SOLVE});
      ck_assert_double_eq_tol(caller.r.tol_bnd, first ? smaller : asked, 1e-20);
    }
}
END_TEST

// A claim that is not proven makes the method change, but not in the last
// round, where the claim counts if the side was wrong before.
START_TEST(misled_search) {
  Caller caller(kOk);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(1e-3, 0.0, 1);
  caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE});
  caller.answer(kOk, kNoFeasible, kUndefined);
  for (const int meth : {kDualPrimal, kPrimal}) {
    caller.expect({GPUINV_STEP_PROVE});
    caller.r.failed = 1;
    caller.expect({GPUINV_STEP_SOLVE});
    ck_assert_int_eq(caller.r.meth, meth);
  }
  caller.expect({GPUINV_STEP_PROVE, GPUINV_STEP_DONE});
  ck_assert_int_eq(caller.r.pbs_stat, kNoFeasible);
}
END_TEST

// A point that GLPK's tests accept is taken back if nothing feasible is near
// the problem, but not if the numbers of the problem may be to blame.
START_TEST(nothing_is_feasible) {
  for (const int failed : {GPUINV_OK, GPUINV_ILLCOND}) {
    Caller caller(kOk);
    caller.search_for_more_exact(9e-8);
    caller.answer(kOk, kNoFeasible, kUndefined);
    caller.expect({GPUINV_STEP_PROVE});
    caller.r.failed = failed;
    if (failed == GPUINV_ILLCOND) {
      caller.expect({GPUINV_STEP_STORE});
      caller.answer(kOk);
    }
    caller.expect({GPUINV_STEP_DONE});
    ck_assert_int_eq(caller.r.pbs_stat == kNoFeasible, failed == GPUINV_OK);
    if (failed == GPUINV_ILLCOND)
      ck_assert(caller.said.find("Keeping the solution") != std::string::npos);
  }
  // one that keeps the bounds stays in any case
  Caller exact(kOk);
  exact.expect({GPUINV_STEP_JUDGE});
  exact.judge(0.0, 1e-3, 1);
  exact.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE});
  exact.answer(kOk, kNoFeasible, kUndefined);
  exact.expect({GPUINV_STEP_PROVE, GPUINV_STEP_STORE});
}
END_TEST

// What a ray proves of the presolved problem may be a rounding error of the
// presolver: the optimum goes to the last word on the user's problem.
START_TEST(presolved_optimum_is_kept) {
  for (const int last : {0, 1}) {
    Caller caller(kOk);
    caller.r.last = last;
    caller.expect({GPUINV_STEP_JUDGE});
    caller.judge(0.0, 1e-4, 1);
    caller.expect({GPUINV_STEP_REFINE, GPUINV_STEP_SOLVE});
    caller.answer(kOk, kFeasible, kNoFeasible);
    caller.expect({GPUINV_STEP_PROVE});
    if (last != 0) {
      caller.expect({GPUINV_STEP_DONE});
      ck_assert_int_eq(caller.r.dbs_stat, kNoFeasible);
      continue;
    }
    caller.expect({GPUINV_STEP_STORE});
    caller.answer(kOk);
    caller.expect({GPUINV_STEP_DONE});
  }
}
END_TEST

// If the other method fails then, the one that made the claim has the last
// round.
START_TEST(other_method_fails) {
  Caller caller(kOk, kNoFeasible, kUndefined);
  caller.expect({GPUINV_STEP_JUDGE});
  caller.judge(1.0, 1.0, 1);
  caller.expect({GPUINV_STEP_PROVE});
  caller.r.failed = 1;
  caller.expect({GPUINV_STEP_SOLVE});
  const int first = caller.r.meth;
  caller.answer(kOk, kNoFeasible, kUndefined);
  caller.expect({GPUINV_STEP_PROVE, GPUINV_STEP_SOLVE});
  ck_assert_int_ne(caller.r.meth, first);
  caller.answer(kIterations, kInfeasible, kInfeasible);
  caller.expect({GPUINV_STEP_STORE, GPUINV_STEP_SOLVE});
  ck_assert_int_eq(caller.r.meth, first);
  caller.answer(kOk, kNoFeasible, kUndefined);
  caller.expect({GPUINV_STEP_PROVE, GPUINV_STEP_DONE});
  ck_assert_int_eq(caller.r.ret, kOk);
  ck_assert_int_eq(caller.r.pbs_stat, kNoFeasible);
}
END_TEST

// The CPU confirms what rests on the inverse on a GPU, with the user's method
// and what is left of the limits.
START_TEST(inverse_is_not_believed) {
  Caller failed(kFail, kUndefined, kUndefined), node(kOk),
      claim(kOk, kFeasible, kNoFeasible);
  for (Caller* caller : {&failed, &node, &claim}) {
    caller->r.on_gpu = 1;
    caller->r.it_left = 7;
  }
  node.r.tree = 1;
  claim.r.failed = 1;
  claim.expect({GPUINV_STEP_PROVE});
  for (Caller* caller : {&failed, &node, &claim}) {
    caller->expect({GPUINV_STEP_SOLVE});
    ck_assert_int_eq(caller->r.it_lim, 7);
    ck_assert_int_eq(caller->r.careful, 0);
    caller->r.on_gpu = 0;
    caller->r.err = 0.0;
    caller->answer(kOk);
    caller->expect({GPUINV_STEP_DONE});
  }
}
END_TEST

TCase* review_claim_cases() {
  TCase* tests = tcase_create("review claims");
  tcase_add_test(tests, claims);
  tcase_add_test(tests, claim_within_tolerance);
  tcase_add_test(tests, misled_search);
  tcase_add_test(tests, nothing_is_feasible);
  tcase_add_test(tests, presolved_optimum_is_kept);
  tcase_add_test(tests, other_method_fails);
  tcase_add_test(tests, inverse_is_not_believed);
  return tests;
}
