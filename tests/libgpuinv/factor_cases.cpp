// factor_cases.cpp (factors of sparse bases)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "random_lp.hpp"
#include "seed.hpp"

namespace testing {
namespace {

using gpuinv::BasisFactor;
using gpuinv::Interrupt;
using gpuinv::Scattered;
using gpuinv::WorkingLp;

// Returns ||B*x - a|| over || |B|*|x| + |a| ||, or that of the transpose, in
// the maximum norm.  Pushes need no more, because their result is certified.
double backward_error(const WorkingLp& lp, const std::vector<int>& basic,
                      bool transposed, const std::vector<double>& a,
                      const std::vector<double>& x) {
  std::vector<double> r(a), size(lp.m);
  for (int i = 0; i < lp.m; i++) size[i] = std::fabs(a[i]);
  for (int p = 0; p < lp.m; p++) {
    for (std::size_t t = lp.ptr[basic[p]]; t < lp.ptr[basic[p] + 1]; t++) {
      const int i = lp.ind[t];
      const int to = transposed ? p : i, from = transposed ? i : p;
      r[to] -= lp.val[t] * x[from];
      size[to] += std::fabs(lp.val[t] * x[from]);
    }
  }
  double worst = 0.0, most = 0.0;
  for (int i = 0; i < lp.m; i++) {
    worst = std::max(worst, std::fabs(r[i]));
    most = std::max(most, size[i]);
  }
  return worst / most;
}

void check_solves(BasisFactor& factor, const WorkingLp& lp,
                  const std::vector<int>& basic, double most) {
  for (bool transposed : {false, true}) {
    for (int count : {1, lp.m}) {
      Scattered x(lp.m);
      for (int s = 0; s < count; s++) {
        const int i = count == 1 ? lp.m / 2 : s;
        x.add(i, uniform(1.0, 2.0));
      }
      const std::vector<double> a = x.value;
      transposed ? factor.btran(&x) : factor.ftran(&x);
      for (int i = 0; i < lp.m; i++)
        ck_assert(x.value[i] == 0.0 || x.listed(i));
      ck_assert_double_le(backward_error(lp, basic, transposed, a, x.value),
                          most);
    }
  }
}

// Each lane of a panel equals a single solve up to rounding, whatever the
// others contain.
void check_panel(BasisFactor& factor, const WorkingLp& lp,
                 const std::vector<int>& basic, double most) {
  for (bool transposed : {false, true}) {
    gpuinv::Panel x(lp.m);
    for (int l = 0; l < gpuinv::kLanes - 1; l++)
      for (int s = 0; s <= l * l; s++)
        x.add((7 * l + s) % lp.m, uniform(1.0, 2.0), l);
    const gpuinv::Panel a = x;
    transposed ? factor.btran(&x) : factor.ftran(&x);
    for (int l = 0; l < gpuinv::kLanes; l++) {
      std::vector<double> one(lp.m), solution(lp.m);
      for (int i = 0; i < lp.m; i++) {
        ck_assert(x.zero(i) || x.listed(i));
        one[i] = a.at(i)[l];
        solution[i] = x.at(i)[l];
        if (l == gpuinv::kLanes - 1) ck_assert(solution[i] == 0.0);
      }
      if (l < gpuinv::kLanes - 1)
        ck_assert_double_le(
            backward_error(lp, basic, transposed, one, solution), most);
    }
  }
}

// Puts column k, from that lane of the last panel, in the place of the slack
// where its pivot is largest.  Returns false if that pivot is small.
bool take_in(BasisFactor& factor, const WorkingLp& lp, int k, int lane,
             std::vector<int>* basic) {
  Scattered alpha(lp.m);
  for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
    alpha.add(lp.ind[t], lp.val[t]);
  factor.ftran(&alpha);
  int p = -1;
  for (int i : alpha.index)
    if ((*basic)[i] < lp.m &&
        (p < 0 || std::fabs(alpha.value[i]) > std::fabs(alpha.value[p])))
      p = i;
  if (p < 0 || std::fabs(alpha.value[p]) < 0.5) return false;
  factor.update(p, lane);
  (*basic)[p] = k;
  return true;
}

// Solves sparse and dense right-hand sides before and after column updates.
START_TEST(factor_solves) {
  const RandomLp random(5 + 20 * _i, 9 + 25 * _i, _i % 2 ? 0.05 : 0.4);
  const WorkingLp& lp = random.lp;
  std::vector<int> basic = random.slack.basic;
  BasisFactor factor;
  ck_assert(factor.factorize(lp, basic).empty());
  check_solves(factor, lp, basic, 1e-15);
  check_panel(factor, lp, basic, 1e-15);
  int changes = 0;
  for (int first = lp.m; first + 3 <= lp.n && changes < 40; first += 3) {
    gpuinv::Panel panel(lp.m);
    for (int l = 0; l < 3; l++)
      for (std::size_t t = lp.ptr[first + l]; t < lp.ptr[first + l + 1]; t++)
        panel.add(lp.ind[t], lp.val[t], l);
    factor.ftran(&panel);
    for (int l : {1, 0, 2})
      changes += take_in(factor, lp, first + l, l, &basic);
  }
  ck_assert_int_gt(changes, 0);
  check_solves(factor, lp, basic, 1e-10);
  check_panel(factor, lp, basic, 1e-10);
  ck_assert(factor.factorize(lp, basic).empty());
  check_solves(factor, lp, basic, 1e-12);
  check_panel(factor, lp, basic, 1e-12);
}
END_TEST

// By the numbers of the analysis, before factors are there.
START_TEST(factor_obeys_a_limit) {
  const RandomLp random(60, 150, 0.4);
  const WorkingLp& lp = random.lp;
  std::vector<int> basic = random.slack.basic;
  for (int i = 0; i < lp.m; i++) basic[i] = lp.m + i % (lp.n - lp.m);
  const auto try_with = [&](std::size_t memory) -> std::string {
    try {
      BasisFactor(memory).factorize(lp, basic);
      return "";
    } catch (const gpuinv::Error& e) {
      ck_assert_int_eq(e.status(), GPUINV_NOMEM);
      return e.what();
    }
  };
  const std::string told = try_with(1000);
  ck_assert(told.find("exceed memory=1000") != told.npos);
  const double needed = std::atof(told.c_str() + told.find(" of ") + 4);
  ck_assert_double_gt(needed, 12.0 * lp.m * lp.m / 2);
  ck_assert(try_with(static_cast<std::size_t>(needed) - 1) != "");
  ck_assert(try_with(static_cast<std::size_t>(needed) + 1) == "");
  ck_assert(try_with(0) == "");
}
END_TEST

// What is said to be lacking makes the matrix regular.
START_TEST(factor_finds_defects) {
  RandomLp random(30, 40, 0.2);
  const WorkingLp& lp = random.lp;
  std::vector<int> basic = random.slack.basic;
  // a singular matrix: the same column twice
  basic[3] = lp.m + 5;
  basic[4] = lp.m + 5;
  BasisFactor factor;
  for (int round = 0; round < 3; round++) {
    const auto defects = factor.factorize(lp, basic);
    if (round == 0) ck_assert_uint_ge(defects.size(), 1);
    for (const auto& defect : defects) basic[defect.position] = defect.row;
    if (defects.empty()) break;
  }
  ck_assert(factor.factorize(lp, basic).empty());
}
END_TEST

// After an interrupted factorization there are no factors: solves are
// interrupted, too, until the next one.
START_TEST(interrupted_factor_is_none) {
  const RandomLp random(500, 600, 0.5);
  const WorkingLp& lp = random.lp;
  std::vector<int> dense = random.slack.basic;
  for (int i = 0; i < lp.m; i++) dense[i] = lp.m + i;
  const std::atomic<bool> cancel{true};
  const auto interrupted = [](const auto& work) {
    try {
      work();
      return false;
    } catch (const gpuinv::Interrupted&) {
      return true;
    }
  };
  BasisFactor factor;
  ck_assert(factor.factorize(lp, random.slack.basic).empty());
  ck_assert(interrupted([&] {
    factor.factorize(lp, dense, {&cancel, Interrupt::Clock::time_point::max()});
  }));
  Scattered x(lp.m);
  x.add(0, 1.0);
  ck_assert(interrupted([&] { factor.ftran(&x); }));
  ck_assert(interrupted([&] { factor.btran(&x); }));
  ck_assert(factor.factorize(lp, random.slack.basic).empty());
  ck_assert(!interrupted([&] { factor.ftran(&x); }));
}
END_TEST

}  // namespace

TCase* factor_cases() {
  TCase* tcase = tcase_create("factor");
  tcase_set_timeout(tcase, 120.0);
  tcase_add_loop_test(tcase, factor_solves, 0, 8);
  tcase_add_test(tcase, factor_obeys_a_limit);
  tcase_add_test(tcase, factor_finds_defects);
  tcase_add_test(tcase, interrupted_factor_is_none);
  return tcase;
}

}  // namespace testing
