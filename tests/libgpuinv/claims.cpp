// claims.cpp (unit tests of proofs that there is no optimum)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "claims.hpp"

#include <cfloat>
#include <utility>
#include <vector>

#include "libgpuinv/interior/claim.hpp"

using gpuinv::Claim;
using gpuinv::Proven;
using gpuinv::Solve;
using Vector = std::vector<double>;

namespace {

// One row r = a x + b y, and a basis of one variable: row 0, or column 1 or 2.
struct Tiny {
  std::vector<int> ptr{0, 1, 2}, ind{0, 0};
  Vector val, c{0.0, 0.0}, l, u, prim;
  std::vector<int> bind{0, 0, 0};
  Vector rows{1.0}, columns{1.0, 1.0};
  double pivot;  // the basis matrix

  Tiny(Vector row, int basic, Vector values)
      : val(std::move(row)),
        l(3, -DBL_MAX),
        u(3, DBL_MAX),
        prim(std::move(values)) {
    bind[basic] = 1;
    pivot = basic == 0 ? 1.0 : -val[basic - 1];
  }
  gpuinv_interior_lp view() const {
    return {0,          1,        2,   0,        ptr.data(), ind.data(),
            val.data(), c.data(), 0.0, l.data(), u.data()};
  }
  // How the claim is proven with a system solved `error` times too large.
  Proven proof(bool unbounded, int some, Solve expected, double error = 1.0) {
    const Claim claim{unbounded,
                      bind.data(),
                      some,
                      prim.data(),
                      {rows.data(), columns.data(), 0}};
    double w = 0.0;
    ck_assert(ray_system(view(), claim, &w) == expected);
    if (expected == Solve::kNothing) return Proven::kNo;
    w *= error / pivot;
    return proves(view(), claim, &w);
  }
  bool proven(bool unbounded, int some, Solve expected, double error = 1.0) {
    return proof(unbounded, some, expected, error) != Proven::kNo;
  }
};

// x + y >= bound, 0 <= x, y <= 1, at x = y = 1.
Tiny sum_at_least(double bound) {
  Tiny lp({1.0, 1.0}, 0, {2.0, 1.0, 1.0});
  lp.l = {bound, 0.0, 0.0};
  lp.u = {DBL_MAX, 1.0, 1.0};
  return lp;
}

// minimize -x subject to x - y <= 0, at x = y = 0, x basic.
Tiny along_the_diagonal() {
  Tiny lp({1.0, -1.0}, 1, {0.0, 0.0, 0.0});
  lp.c = {-1.0, 0.0};
  lp.l = {-DBL_MAX, 0.0, 0.0};
  lp.u = {0.0, DBL_MAX, DBL_MAX};
  return lp;
}

}  // namespace

START_TEST(infeasible_or_not) {
  ck_assert(sum_at_least(3.0).proven(false, 0, Solve::kBtran));
  ck_assert(sum_at_least(3.0).proven(false, 1, Solve::kBtran));
  // A multiplier may have any size, but must not be zero.
  ck_assert(sum_at_least(3.0).proven(false, 0, Solve::kBtran, 9.0));
  ck_assert(!sum_at_least(3.0).proven(false, 0, Solve::kBtran, 0.0));
  // The row is satisfied: nothing is violated, whatever was claimed.
  ck_assert(!sum_at_least(2.0).proven(false, 0, Solve::kBtran));
  // So it is, where the values are wrong.
  Tiny wrong = sum_at_least(2.0);
  wrong.prim = {1.0, 1.0, 1.0};
  ck_assert(!wrong.proven(false, 0, Solve::kBtran));
}
END_TEST

// 0 <= x, y <= 1 and x + y >= b: what GLPK's tests accept of each bound, 1e-6 *
// (1 + |b|), adds up to 7e-6.
START_TEST(far_or_near) {
  for (const double miss : {1e-8, 6e-6})
    ck_assert(sum_at_least(2.0 + miss).proof(false, 0, Solve::kBtran) ==
              Proven::kAsGiven);
  ck_assert(sum_at_least(2.0 + 8e-6).proof(false, 0, Solve::kBtran) ==
            Proven::kFar);
  // less than that is no violation for the simplex method
  ck_assert(!sum_at_least(2.0 + 1e-9).proven(false, 0, Solve::kBtran));
  // x + y <= -1.2e-8 with x, y >= 0: the one bound is 0 but for rounding
  Tiny rounded({1.0, 1.0}, 0, {0.0, 0.0, 0.0});
  rounded.l = {-DBL_MAX, 0.0, 0.0};
  rounded.u[0] = -1.2e-8;
  ck_assert(rounded.proof(false, 0, Solve::kBtran) == Proven::kAsGiven);
  // x - 1e-9 y <= -1, x >= 0, y <= 1: y >= 1e9 would do
  Tiny weighed({1.0, -1e-9}, 0, {0.0, 0.0, 1.0});
  weighed.l = {-DBL_MAX, 0.0, 0.0};
  weighed.u = {-1.0, DBL_MAX, 1.0};
  ck_assert(weighed.proof(false, 0, Solve::kBtran) == Proven::kFar);
}
END_TEST

START_TEST(unbounded_or_not) {
  ck_assert(along_the_diagonal().proven(true, 3, Solve::kFtran));
  ck_assert(!along_the_diagonal().proven(true, 3, Solve::kFtran, -1.0));
  ck_assert(!along_the_diagonal().proven(true, 3, Solve::kFtran, 2.0));
  Tiny bounded = along_the_diagonal();
  bounded.u[2] = 1e9;
  ck_assert(!bounded.proven(true, 3, Solve::kFtran));
  // No direction is known, or the variable named is basic.
  along_the_diagonal().proven(true, 0, Solve::kNothing);
  along_the_diagonal().proven(true, 2, Solve::kNothing);
}
END_TEST

TCase* claim_cases() {
  TCase* tests = tcase_create("claims");
  tcase_add_test(tests, infeasible_or_not);
  tcase_add_test(tests, far_or_near);
  tcase_add_test(tests, unbounded_or_not);
  return tests;
}
