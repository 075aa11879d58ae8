// runner_cases.cpp (crossovers as a whole, and whether there is to be one)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"

namespace testing {
namespace {

// Ten runs of twenty problems, in turn, so that none finds the memory as the
// run before has left it.
START_TEST(runs_are_alike) {
  constexpr int kRuns = 10, kProblems = 20;
  std::vector<std::unique_ptr<RandomLp>> problems;
  for (int t = 0; t < kProblems; t++)
    problems.push_back(
        std::make_unique<RandomLp>(6 + 4 * t, 12 + 9 * t, t % 3 ? 0.1 : 0.4));
  std::vector<gpuinv::SimplexResult> first;
  std::string said;
  for (int run = 0; run < kRuns; run++) {
    for (int t = 0; t < kProblems; t++) {
      const RandomLp& random = *problems[t];
      const auto result = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                     control(), tools(&said));
      if (run == 0) first.push_back(result);
      ck_assert_int_eq(result.pivots, first[t].pivots);
      ck_assert(result.basis.basic == first[t].basis.basic);
      ck_assert(result.basis.nonbasic == first[t].basis.nonbasic);
      ck_assert(result.basis.at == first[t].basis.at);
    }
  }
}
END_TEST

// The iterations of a method to which no point is good enough, or 0 if rounding
// makes a point exactly optimal all the same, as that of a few in a hundred
// LPs.
int iterations_in_vain(const RandomLp& random, bool each_row) {
  std::string said;
  gpuinv::InteriorForm form(random.lp);
  gpuinv::InteriorControl out_of_reach;
  out_of_reach.tolerance = 1e-30;
  out_of_reach.certificates = false;
  out_of_reach.each_row = each_row;
  const auto solver = tools(&said).interior(form.take_problem(), out_of_reach);
  while (solver->step()) continue;
  const gpuinv::InteriorStatus status = solver->solution().status;
  if (status == gpuinv::InteriorStatus::kOptimal) return 0;
  ck_assert(status == gpuinv::InteriorStatus::kNoProgress);
  ck_assert(gpuinv::is_near(solver->iteration()));
  return solver->iteration().count;
}

// Where no point can be good enough, the method ends soon after the last one
// that was better, if the point is to start something else.
START_TEST(starts_end_where_they_stall) {
  int judged = 0;
  for (int t = 0; t < 10; t++) {
    const RandomLp random(40, 90, 0.2);
    const int soon = iterations_in_vain(random, false);
    const int late = iterations_in_vain(random, true);
    if (soon == 0 || late == 0) continue;
    ck_assert_int_lt(soon + 5, late);
    judged++;
  }
  ck_assert_int_ge(judged, 1);
}
END_TEST

// The caller is told the violations of the start, and may refuse to cross over
// from there, as it does where the simplex method is shorter.
START_TEST(warm_starts_are_left_to_others) {
  const RandomLp random(40, 90, 0.2);
  std::string said;
  auto unasked = tools(&said);
  unasked.asked = false;
  std::vector<gpuinv::Violations> told;
  bool warm_ones = true;
  unasked.start = [&](const gpuinv::WorkingLp& lp,
                      const gpuinv::Violations& violations) {
    told.push_back(violations);
    if (!warm_ones && gpuinv::is_warm(lp, violations))
      throw gpuinv::Error(GPUINV_LATER, "");
  };
  const auto first =
      gpuinv::solve_by_crossover(random.lp, random.slack, control(), unasked);
  ck_assert_int_eq(told.size(), 1);
  ck_assert(!gpuinv::is_warm(random.lp, told[0]));
  warm_ones = false;
  try {
    gpuinv::solve_by_crossover(random.lp, first.basis, control(), unasked);
    ck_abort_msg("crossover from an optimal basis");
  } catch (const gpuinv::Error& e) {
    ck_assert_int_eq(e.status(), GPUINV_LATER);
  }
  ck_assert_int_eq(told[1].primal + told[1].dual, 0);
  warm_ones = true;
  const auto second =
      gpuinv::solve_by_crossover(random.lp, first.basis, control(), unasked);
  ck_assert(gpuinv::is_basis(random.lp, second.basis));
  ck_assert_int_eq(second.claim, GPUINV_CLAIM_OPTIMAL);
}
END_TEST

// An interior point method that tells whether it is still there.
class Counted : public gpuinv::InteriorSolver {
 public:
  Counted(std::unique_ptr<InteriorSolver> solver, int* count)
      : solver_(std::move(solver)), count_(count) {
    ++*count_;
  }
  ~Counted() override { --*count_; }
  std::string description() const override { return solver_->description(); }
  bool step() override { return solver_->step(); }
  const gpuinv::InteriorIteration& iteration() const override {
    return solver_->iteration();
  }
  gpuinv::InteriorSolution solution() override { return solver_->solution(); }
  gpuinv::InteriorLp take_problem() override { return solver_->take_problem(); }

 private:
  const std::unique_ptr<InteriorSolver> solver_;
  int* const count_;
};

// The factors of the normal equations and of a basis, each of which may be the
// larger part of all memory, are not held at the same time.
START_TEST(factors_follow_one_another) {
  const RandomLp random(40, 90, 0.2);
  std::string said;
  int methods = 0, asked = 0;
  auto counting = tools(&said);
  counting.interior = [&](gpuinv::InteriorLp lp,
                          const gpuinv::InteriorControl& c) {
    return std::make_unique<Counted>(tools(&said).interior(std::move(lp), c),
                                     &methods);
  };
  counting.tableau = [&]() -> std::shared_ptr<gpuinv::Tableau> {
    asked++;
    ck_assert_int_eq(methods, 0);
    return nullptr;
  };
  gpuinv::solve_by_crossover(random.lp, random.slack, control(), counting);
  ck_assert_int_eq(asked, 1);
}
END_TEST

// Sizes, entries of L and seconds as measured on two cores.
START_TEST(pays_where_it_does) {
  using gpuinv::crossover_may_pay;
  using gpuinv::crossover_pays;
  ck_assert(!crossover_may_pay({27, 59, 110}));                   // afiro
  ck_assert(!crossover_may_pay({1404, 2757, 15873}));             // cycle
  ck_assert(!crossover_may_pay({707, 5365, 20349}));              // woodw
  ck_assert(crossover_pays({403, 6586, 38099}, 8e4, 0.1));        // d6cube
  ck_assert(crossover_pays({5983, 12177, 38000}, 1.5e6, 1.0));    // dfl001
  ck_assert(crossover_pays({3192, 9254, 36000}, 2e6, 1.9));       // qap12
  ck_assert(crossover_pays({15336, 30000, 70000}, 2e5, 0.3));     // stocfor3
  ck_assert(!crossover_pays({57422, 65000, 320000}, 1e9, 1200));  // radio
  ck_assert(!crossover_pays({1000, 3000, 10000}, 1e5, 10.0));
  ck_assert(!crossover_pays({24617, 38601, 170966, 24371}, 2.08e7, 63.0));
  ck_assert(crossover_pays({6330, 22907, 101280}, 9.17e6, 23.0));   // qap15
  ck_assert(crossover_pays({49944, 198000, 379000}, 3.4e6, 10.0));  // pds-30
  ck_assert(crossover_may_pay({25, 10525, 129043}));                // fit2d
  ck_assert(crossover_pays({25, 10525, 129043}, 325, 0.3));
  ck_assert(!crossover_may_pay({1000, 2000, 1001000}));
}
END_TEST

// A metabolic model is solved from few demands; qap12 has few, too, but all of
// its rows depend on one another.
START_TEST(few_demands_need_few_pivots) {
  gpuinv::Size model = {2436, 4227, 15000};  // salmonella
  const double many = gpuinv::simplex_seconds(model, 23518);
  ck_assert(gpuinv::crossover_pays(model, 23518, 0.055));
  model.demands = 5;
  ck_assert(gpuinv::simplex_seconds(model, 23518) < 0.25 * many);
  ck_assert(!gpuinv::crossover_pays(model, 23518, 0.055));
  gpuinv::Size qap = {3192, 9254, 36000};
  qap.demands = 24;
  ck_assert(gpuinv::crossover_pays(qap, 2.5e6, 1.9));
  ck_assert(gpuinv::crossover_pays(qap, 2.5e6, 4.8, {126, 158}));
}
END_TEST

// Bases of arcs are forests: a multicommodity flow, with 2.25 elements of a
// column in tight rows, which GLPK solved in half the time of crossover.  Where
// no pivot was timed yet, crossover must be clearly faster.
START_TEST(forests_do_not_fill) {
  gpuinv::Size flow = {5000, 21000, 61000, 1000, 40};
  ck_assert(gpuinv::crossover_pays(flow, 2.45e6, 4.5, {130, 100}));
  flow.tight_elements = 2.25;
  ck_assert(!gpuinv::crossover_pays(flow, 2.45e6, 4.5, {130, 100}));
  ck_assert(gpuinv::crossover_pays(flow, 2.45e6, 4.5, {130, 100, 0.0, 1e-3}));
  flow.tight_elements = 3.0;
  ck_assert(gpuinv::crossover_pays(flow, 2.45e6, 4.5, {130, 100}));
}
END_TEST

// A method that gets stuck returns its best point, wherever it ended.
START_TEST(best_point_counts) {
  gpuinv::InteriorIteration last;
  ck_assert(!gpuinv::is_near(last));
  last.primal_residual = last.dual_residual = last.gap = 1.0;
  last.best = 1e-4;
  ck_assert(gpuinv::is_near(last));
}
END_TEST

// A search tells more than a size: a Markov decision process with all of its
// rows violated, a tenth of all elements where violated rows will fill the
// basis, a search that has lasted twelve times as long as crossover
// would, and pivots that take longer than usual.
START_TEST(searches_correct_estimates) {
  using gpuinv::crossover_may_pay;
  using gpuinv::crossover_pays;
  const gpuinv::Size mdp = {8000, 10000, 56000, 8000};
  ck_assert(!crossover_pays(mdp, 2e6, 2.6));
  ck_assert(crossover_pays(mdp, 2e6, 2.6, {73, 7927}));
  ck_assert(!crossover_pays(mdp, 2e6, 2.6, {3500, 1000}));
  const gpuinv::Size tenth = {1500, 3000, 100000, 1500};
  ck_assert(!crossover_pays(tenth, 1.1e6, 1.3, {52, 100}));
  ck_assert(crossover_pays(tenth, 1.1e6, 1.3, {52, 1104}));
  const gpuinv::Size cutstock = {200, 4800, 14000};
  ck_assert(!crossover_may_pay(cutstock));
  ck_assert(!crossover_may_pay(cutstock, {300}));
  ck_assert(crossover_may_pay(cutstock, {4000}));
  ck_assert(!crossover_pays(cutstock, 4e4, 0.25, {4000}));
  ck_assert(crossover_pays(cutstock, 4e4, 0.25, {9000}));
  const gpuinv::Size leontief = {2000, 8000, 20000, 2000};
  ck_assert(!crossover_pays(leontief, 2e6, 2.6, {800, 1200}));
  ck_assert(crossover_pays(leontief, 2e6, 2.6, {800, 1200, 0.0, 2e-3}));
  const gpuinv::Declined before = {cutstock, 4000, 0.0, 4e4, 0.25};
  ck_assert(!gpuinv::is_worth_a_look(before, {7000}));
  ck_assert(gpuinv::is_worth_a_look(before, {7700}));
}
END_TEST

// The first pivots tell more than a size, too, but later ones take longer: a
// crew of 163 rows, and a plan of 12 periods, whose basis is hardly fuller than
// its matrix when the search begins.
START_TEST(first_pivots_are_timed) {
  using gpuinv::crossover_pays;
  const gpuinv::Size crew = {163, 28179, 297701};
  ck_assert(gpuinv::simplex_seconds(crew, 1e4, {20, 100, 2e-4}) <
            gpuinv::simplex_seconds(crew, 1e4, {20, 100}));
  ck_assert(!crossover_pays(crew, 1e4, 0.4, {20, 100, 1e-4}));
  ck_assert(crossover_pays(crew, 1e4, 0.4, {20, 100, 4e-4}));
  const gpuinv::Size plan = {5700, 15900, 33750, 5700};
  ck_assert(crossover_pays(plan, 5.4e5, 0.4, {130, 100, 1e-4}));
  ck_assert(!crossover_pays(plan, 5.4e5, 0.4, {130, 100, 1e-5}));
  ck_assert(!crossover_pays(plan, 5.4e5, 0.4, {12000, 10, 1e-4, 1e-5}));
}
END_TEST

// Two rows, x1 - s1 = 1 and x2 - x3 + s2 = 0 with s1 >= 0 and 0 <= s2 <= 1.
START_TEST(demands_are_counted) {
  const std::vector<int> ptr = {0, 1, 2, 3, 4, 5};
  const std::vector<int> ind = {0, 0, 1, 1, 1};
  const std::vector<double> val = {-1.0, 1.0, 1.0, 1.0, -1.0};
  gpuinv::WorkingLp lp;
  lp.m = 2;
  lp.n = 5;  // s1, x1, s2, x2, x3
  lp.ptr = {ptr.data(), 0};
  lp.ind = {ind.data(), 0};
  lp.val = {val.data(), val.size()};
  lp.b = {1.0, 0.0};
  lp.l = {0.0, 0.0, 0.0, 0.0, 0.0};
  lp.u = {testing::kInf, 5.0, 1.0, 5.0, 5.0};
  lp.c = {0.0, 1.0, 0.0, 1.0, 1.0};
  ck_assert_int_eq(gpuinv::count_demands(lp), 1);  // the first row
  ck_assert(gpuinv::count_tight_elements(lp, {0, 0}) == 1.0);
  ck_assert(gpuinv::count_tight_elements(lp, {1, 0}) < 1.0);
  lp.c[3] = -1.0;
  ck_assert_int_eq(gpuinv::count_demands(lp), 2);  // and x2 improves
  lp.l[1] = 2.0;
  ck_assert_int_eq(gpuinv::count_demands(lp), 1);  // x1 = 2, s1 = 1
  lp.l[3] = 3.0;
  ck_assert_int_eq(gpuinv::count_demands(lp), 2);  // x2 = 3, s2 = -3
  lp.l[4] = lp.u[4] = 3.0;
  ck_assert_int_eq(gpuinv::count_demands(lp), 1);  // x3 = 3
  lp.l[3] = -testing::kInf;
  lp.u[3] = testing::kInf;
  ck_assert_int_eq(gpuinv::count_demands(lp), 2);  // x2 is free, x3 = 3
}
END_TEST

// s + 1e-6*x + z = 1.5 with s = 0.5 and x = 1e6.  As x falls, s reaches its
// bound 1 first; z should take the place of s, not x with its tiny pivot.
START_TEST(tiny_pivots_are_put_off) {
  RandomLp one(1, 0, 0.0);
  WorkingLp& lp = one.lp;
  one.add(0, 1e-6);
  one.add(0, 1.0);
  lp.n = 3;
  lp.l.assign(3, 0.0);
  lp.u = {1.0, 1e7, 5.0};
  lp.c.assign(3, 0.0);
  lp.b = {1.5};
  lp.ptr = {one.ptr.data(), 0};
  lp.ind = {one.ind.data(), 0};
  lp.val = {one.val.data(), one.val.size()};
  one.slack.nonbasic = {1, 2};
  one.slack.at = {At::kLower, At::kLower};
  BasisFactor factor;
  const auto result = gpuinv::cross_over(
      lp, one.slack, {{0.5, 1e6, 0.0}, {0.0}}, factor, Interrupt());
  ck_assert_int_eq(result.basis.basic[0], 2);
  ck_assert_int_eq(result.counts.primal_pushes, 1);
}
END_TEST

// Returns c'x at the basis.
double objective(const WorkingLp& lp, const SimplexBasis& basis) {
  gpuinv::Scattered x(lp.m);
  x.value = lp.b;
  double sum = 0.0;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    if (basis.at[j] == At::kFree) continue;
    const double value = basis.at[j] == At::kLower ? lp.l[k] : lp.u[k];
    sum += lp.c[k] * value;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      x.value[lp.ind[t]] -= lp.val[t] * value;
  }
  x.gather();
  BasisFactor factor;
  ck_assert(factor.factorize(lp, basis.basic).empty());
  factor.ftran(&x);
  for (int p = 0; p < lp.m; p++) sum += lp.c[basis.basic[p]] * x.value[p];
  return sum;
}

// Small costs and large values lead to the optimum, too: in an energy model
// usual values are 1e10 times usual reduced costs.  A basic value may be
// outside of its bounds by 1e-7 of their size, which moves the objective as
// far.
START_TEST(costs_may_be_small) {
  constexpr int kProblems = 20;
  constexpr double kMoved = 1e-6;
  for (int t = 0; t < kProblems; t++) {
    const RandomLp random(20 + 4 * t, 50 + 9 * t, 0.1);
    std::string said;
    const auto reference = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                      control(), tools(&said));
    const double best = objective(random.lp, reference.basis);
    for (int power : {10, 20}) {
      WorkingLp lp = random.lp;
      for (double& c : lp.c) c = std::ldexp(c, -power);
      for (auto* values : {&lp.b, &lp.l, &lp.u})
        for (double& v : *values) v = std::ldexp(v, power);
      const auto result =
          gpuinv::solve_by_crossover(lp, random.slack, control(), tools(&said));
      check_basis(lp, result.basis);
      ck_assert_double_eq_tol(objective(random.lp, result.basis), best,
                              kMoved * (1.0 + std::fabs(best)));
    }
  }
}
END_TEST

}  // namespace

TCase* runner_cases() {
  TCase* tcase = tcase_create("runner");
  tcase_set_timeout(tcase, 120.0);
  tcase_add_test(tcase, runs_are_alike);
  tcase_add_test(tcase, starts_end_where_they_stall);
  tcase_add_test(tcase, warm_starts_are_left_to_others);
  tcase_add_test(tcase, factors_follow_one_another);
  tcase_add_test(tcase, pays_where_it_does);
  tcase_add_test(tcase, few_demands_need_few_pivots);
  tcase_add_test(tcase, forests_do_not_fill);
  tcase_add_test(tcase, best_point_counts);
  tcase_add_test(tcase, searches_correct_estimates);
  tcase_add_test(tcase, first_pivots_are_timed);
  tcase_add_test(tcase, demands_are_counted);
  tcase_add_test(tcase, tiny_pivots_are_put_off);
  tcase_add_test(tcase, costs_may_be_small);
  return tcase;
}

}  // namespace testing
