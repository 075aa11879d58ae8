// review_caller.hpp (a caller of reviews)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <climits>
#include <string>
#include <vector>

#include "libgpuinv/lp/review.hpp"

namespace gpuinv::testing {

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
  // A bound is violated by so little that the point passes, in a bad scaling.
  void search_for_more_exact(double violation) {
    expect({GPUINV_STEP_JUDGE});
    judge(violation, 0.0, 2);
    expect({GPUINV_STEP_SCALE, GPUINV_STEP_SOLVE});
  }
  void expect(const std::vector<int>& steps) {
    for (const int one : steps) {
      gpuinv::next_step(r, best,
                        [&](int, const std::string& text) { said += text; });
      ck_assert_int_eq(r.step, one);
    }
  }
};

}  // namespace gpuinv::testing
