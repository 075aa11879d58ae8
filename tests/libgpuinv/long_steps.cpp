// long_steps.cpp (the dual ratio test past bounds of boxed variables)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "long_steps.hpp"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/simplex/long_steps.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "tests/kernels/tableau_lp.hpp"

namespace rules = gpuinv::rules;
using gpuinv::At;
using gpuinv::HostInverseTableau;
using gpuinv::HostTableau;
using gpuinv::LongSteps;
using gpuinv::Steps;
using gpuinv::Tableau;
using gpuinv::tests::TableauLp;

namespace {

constexpr int kColumns = 200;

// x - sum of y_j = -need, x >= 0, 0 <= y_j <= 1 at costs 1, 2, 3, ...: x is
// -need at the start.  A second row has half of each y_j.
TableauLp make_shop(double need, double width) {
  TableauLp made;
  made.lp.m = 2;
  made.lp.n = kColumns + 2;
  for (int k = 0; k < kColumns + 2; k++) {
    const bool slack = k < 2;
    for (int i = 0; i < 2; i++) {
      if (slack && i != k) continue;
      made.matrix->ind.push_back(i);
      made.matrix->val.push_back(slack ? 1.0 : i == 0 ? -1.0 : 0.5);
    }
    made.matrix->ptr.push_back(static_cast<int>(made.matrix->ind.size()));
    // costs rise against the order of columns
    made.lp.c.push_back(slack ? 0.0 : kColumns + 2.0 - k);
    made.lp.l.push_back(k == 1 ? -HUGE_VAL : 0.0);
    made.lp.u.push_back(slack ? HUGE_VAL : width);
    (slack ? made.basis.basic : made.basis.nonbasic).push_back(k);
  }
  made.lend(0);
  made.lp.b = {-need, 0.0};
  made.basis.at.assign(kColumns, At::kLower);
  gpuinv::SimplexState& s = made.state;
  s.basic = made.basis.basic;
  s.nonbasic = made.basis.nonbasic;
  s.at = made.basis.at;
  s.beta = made.lp.b;
  s.basic_lower = {0.0, -HUGE_VAL};
  s.basic_upper = {HUGE_VAL, HUGE_VAL};
  s.row_scale.assign(2, 1.0f);
  s.lower.assign(kColumns, 0.0);
  s.upper.assign(kColumns, width);
  s.d.assign(made.lp.c.begin() + 2, made.lp.c.end());
  s.col_scale.assign(kColumns, 1.0f);
  return made;
}

struct Run {
  gpuinv::Batch batch;
  gpuinv::SimplexState state;
};

Run run(Tableau& tableau, const TableauLp& made, Steps steps) {
  ck_assert(tableau.build(made.lp, made.basis));
  tableau.push(made.state);
  Run so_far;
  so_far.batch = tableau.dual(1000, {1e-9, 1e-9, 1e-9}, steps);
  tableau.pull(so_far.state);
  return so_far;
}

// The cheapest `need` units are bought, the last of them in part.
void check_shop(const Run& end, double need) {
  const gpuinv::SimplexState& s = end.state;
  ck_assert_int_eq(static_cast<int>(end.batch.stop),
                   static_cast<int>(gpuinv::Stop::kOptimal));
  double bought = 0.0;
  for (int j = 0; j < kColumns; j++) {
    const bool above = s.at[j] == At::kUpper;
    const int k = s.nonbasic[j];
    if (k >= 2) {
      ck_assert(above == (kColumns + 2 - k < need));
      ck_assert(above ? s.d[j] <= 0.0 : s.d[j] >= 0.0);
      bought += above;
    }
  }
  for (int i = 0; i < 2; i++) {
    if (s.basic[i] < 2) continue;
    ck_assert_double_eq_tol(s.beta[i], need - std::floor(need), 1e-12);
    bought += s.beta[i];
  }
  ck_assert_double_eq_tol(bought, need, 1e-12);
  for (int i = 0; i < 2; i++)
    if (s.basic[i] == 1) ck_assert_double_eq_tol(s.beta[i], -need / 2, 1e-12);
}

}  // namespace

// A few pivots, where each bound by itself would take one: buckets are some
// three in a hundred wide.
START_TEST(bounds_are_passed) {
  HostTableau tableau;
  HostInverseTableau inverse;
  for (Tableau* t :
       {static_cast<Tableau*>(&tableau), static_cast<Tableau*>(&inverse)}) {
    for (const double need : {0.5, 1.5, 10.5, 100.5, 199.5}) {
      const Run end = run(*t, make_shop(need, 1.0), Steps::kLong);
      check_shop(end, need);
      ck_assert_int_le(end.batch.pivots, 8);
      ck_assert_int_ge(end.batch.passed, static_cast<int>(need) - 8);
    }
  }
}
END_TEST

// A pivot for each bound, and none passed.
START_TEST(short_steps_pass_none) {
  HostTableau tableau;
  const Run end = run(tableau, make_shop(10.5, 1.0), Steps::kShort);
  check_shop(end, 10.5);
  ck_assert_int_eq(end.batch.pivots, 11);
  ck_assert_int_eq(end.batch.passed, 0);
}
END_TEST

// Not enough to be had, or a bound that is too far to be passed.
START_TEST(what_cannot_be_passed) {
  HostTableau tableau;
  const Run none = run(tableau, make_shop(kColumns + 0.5, 1.0), Steps::kLong);
  ck_assert_int_eq(static_cast<int>(none.batch.stop),
                   static_cast<int>(gpuinv::Stop::kNoPivot));
  const Run far = run(tableau, make_shop(1e-3, 1e6), Steps::kLong);
  ck_assert_int_eq(far.batch.pivots, 1);
  for (const At at : far.state.at) ck_assert(at == At::kLower);
}
END_TEST

// The host tests a byte where the device tests the bound and both limits.
START_TEST(moves_tell_the_same) {
  constexpr double kTol = 1e-7, kInf = rules::kInfinity;
  const std::vector<std::pair<double, double>> limits = {
      {0.0, 1.0}, {0.0, 0.0}, {0.0, kInf}, {-kInf, 0.0}, {-kInf, kInf}};
  for (const auto& [lower, upper] : limits)
    for (const int at : {rules::kAtLower, rules::kAtUpper, 2})
      for (const double r : {-1.0, -kTol, -0.0, 0.0, kTol, 1.0}) {
        const unsigned moves = rules::moves_of(at, lower, upper);
        ck_assert_int_eq(rules::may_move(r, moves, kTol),
                         rules::dual_candidate(r, at, lower, upper, kTol));
        const bool improves =
            rules::primal_score(r, 1.0f, at, lower, upper, kTol) > 0.0f;
        ck_assert_int_eq(rules::may_move(-r, moves, kTol), improves);
      }
}
END_TEST

START_TEST(buckets_are_in_order) {
  for (const double least : {1e-12, 1e-7, 1.0, 1e6}) {
    ck_assert_int_eq(rules::step_bucket(1.0, least, least), 0);
    ck_assert_int_eq(rules::step_bucket(1.0, -1.0, least), 0);
    int last = 0;
    for (double step = least; step < 1e300; step *= 1.01) {
      const int bucket = rules::step_bucket(1.0, step, least);
      // Check writes a message for each of its assertions, which takes far
      // longer than a comparison.
      if (bucket < last || bucket >= rules::kBuckets ||
          rules::step_bucket(-2.0, -2.0 * step, least) != bucket)
        ck_abort_msg("step %g of bucket %d, after bucket %d", step, bucket,
                     last);
      last = bucket;
    }
    ck_assert_int_eq(last, rules::kBuckets - 1);
  }
}
END_TEST

// A share is never too small, and its sum never wraps.
START_TEST(shares_are_rounded_up) {
  ck_assert(rules::rate_share(1.0, 0.0, HUGE_VAL, 1.0) == rules::kWholeRate);
  ck_assert(rules::rate_share(1.0, 0.0, 1.0, 1.0) == rules::kWholeRate);
  ck_assert(rules::rate_share(1e-300, 0.0, 1.0, 1e300) == 1);
  ck_assert(rules::rate_share(NAN, 0.0, 1.0, 1.0) == rules::kWholeRate);
  std::uint64_t sum = 0;
  for (int j = 0; j < 3; j++) sum += rules::rate_share(1.0, 0.0, 1.0, 3.0);
  ck_assert(sum >= rules::kWholeRate);
}
END_TEST

// Long steps begin where many variables are boxed, and end with the first batch
// that passes few.
START_TEST(choice_by_counts) {
  LongSteps choice;
  ck_assert(choice.steps() == Steps::kShort);
  choice.begin(199, 10);
  ck_assert(choice.steps() == Steps::kShort);
  ck_assert_int_eq(choice.budget(512), 512);

  choice.begin(200, 10);
  ck_assert(choice.steps() == Steps::kLong);
  ck_assert_int_eq(choice.budget(5), 5);
  ck_assert_int_eq(choice.budget(512), 16);  // a trial
  choice.judge({gpuinv::Stop::kBudget, 16, 0, 0, -1, 16 * 6});
  ck_assert(choice.steps() == Steps::kLong);
  ck_assert_int_eq(choice.budget(512), 512);
  choice.judge({gpuinv::Stop::kBudget, 512, 0, 0, -1, 512 * 6 - 1});
  ck_assert(choice.steps() == Steps::kShort);
  choice.judge({gpuinv::Stop::kBudget, 512, 0, 0, -1, 0});
  ck_assert(choice.steps() == Steps::kShort);

  LongSteps network;
  network.begin_in_network(19, 10);
  ck_assert(network.steps() == Steps::kShort);
  network.begin_in_network(20, 10);
  network.judge({gpuinv::Stop::kBudget, 512, 0, 0, -1, 0});
  ck_assert(network.steps() == Steps::kLong);
}
END_TEST

START_TEST(choice_by_the_caller) {
  LongSteps choice;
  choice.insist();
  ck_assert(choice.steps() == Steps::kLong);
  ck_assert_int_eq(choice.budget(512), 512);
  choice.judge({gpuinv::Stop::kBudget, 512, 0, 0, -1, 0});
  ck_assert(choice.steps() == Steps::kLong);
}
END_TEST

TCase* long_step_cases() {
  TCase* cases = tcase_create("long steps");
  tcase_add_test(cases, bounds_are_passed);
  tcase_add_test(cases, short_steps_pass_none);
  tcase_add_test(cases, what_cannot_be_passed);
  tcase_add_test(cases, buckets_are_in_order);
  tcase_add_test(cases, moves_tell_the_same);
  tcase_add_test(cases, shares_are_rounded_up);
  tcase_add_test(cases, choice_by_counts);
  tcase_add_test(cases, choice_by_the_caller);
  return cases;
}
