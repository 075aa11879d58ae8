// reviews.cpp (unit tests of reviews of answers)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "reviews.hpp"

#include <climits>
#include <string>
#include <vector>

#include "libgpuinv/lp/review.hpp"

namespace {

enum { kOk = 0, kFail = 5, kObjUpper = 7, kIterations = 8, kTime = 9 };
enum { kUndefined = 1, kFeasible, kInfeasible, kNoFeasible };
enum { kPrimal = 1, kDualPrimal = 2 };

// A caller of review(): the test says what GLPK would say.
struct Caller {
  gpuinv_review r{};
  gpuinv::ReviewedPoint best;
  std::vector<double> prim = std::vector<double>(100), dual = prim;
  std::vector<int> stat = std::vector<int>(100);
  std::string said;

  explicit Caller(int ret, int pbs_stat = kFeasible, int dbs_stat = kFeasible) {
    r.last = 1;
    r.size = 100;
    r.tol = 1e-6;
    r.meth = kPrimal;
    r.tol_bnd = 1e-9;
    r.tol_dj = 1e-5;
    r.it_left = r.tm_left = INT_MAX;
    r.exists = 1;
    r.fz = 10.0;
    r.err = -1.0;
    r.kkt.objective = 2.0;
    r.prim = prim.data();
    r.dual = dual.data();
    r.stat = stat.data();
    answer(ret, pbs_stat, dbs_stat);
  }
  void answer(int ret, int pbs_stat = kFeasible, int dbs_stat = kFeasible) {
    r.ret = ret;
    r.pbs_stat = pbs_stat;
    r.dbs_stat = dbs_stat;
  }
  // kkt says that a side is wrong by so much.
  void judge(double primal, double dual, int bad = 0, double share = 0.0) {
    r.kkt.pb = primal;
    r.kkt.db = dual;
    r.kkt.worst = primal > dual ? primal : dual;
    r.kkt.share = share;
    r.kkt.bad = bad;
  }
  void expect(const std::vector<int>& steps) {
    for (const int one : steps) {
      gpuinv::next_step(r, best,
                        [&](int, const std::string& text) { said += text; });
      ck_assert_int_eq(r.step, one);
    }
  }
};

}  // namespace

START_TEST(good_solution) {
  Caller known(kOk);
  known.r.err = 1e-7;
  known.expect({GPUINV_STEP_DONE});
  Caller judged(kOk);
  judged.expect({GPUINV_STEP_JUDGE});
  judged.judge(1e-7, 0.0);
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
  caller.expect({GPUINV_STEP_DONE});
  ck_assert_int_eq(caller.r.pbs_stat, kNoFeasible);
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
  caller.expect({GPUINV_STEP_DONE});
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
  tcase_add_test(tests, accepted_point_stays);
  tcase_add_test(tests, factorization_is_kept);
  tcase_add_test(tests, best_is_kept);
  tcase_add_test(tests, claims);
  tcase_add_test(tests, claim_within_tolerance);
  tcase_add_test(tests, misled_search);
  tcase_add_test(tests, other_method_fails);
  tcase_add_test(tests, inverse_is_not_believed);
  tcase_add_test(tests, basis_is_left_to_primal);
  tcase_add_test(tests, limits);
  tcase_add_test(tests, rounds_fail);
  return tests;
}
