// folded_cases.cpp (linear programs without the columns that equations give)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <cmath>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/crossover/crossover.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/crossover/folded_lp.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/session/rival.hpp"
#include "libgpuinv/simplex/standard_start.hpp"

using gpuinv::FoldedLp;
using gpuinv::SimplexResult;

namespace testing {
namespace {

// A random LP with as many new columns as new rows: each row says that its
// column is the sum of some others, and has no slack.  The column has a cost
// and is in `longest` - 1 of the old rows, too.
class Definitions {
 public:
  Definitions(int m, int nn, int count, int longest) : random_(m, nn, 0.1) {
    WorkingLp& lp = random_.lp;
    std::vector<std::vector<int>> rows(lp.n);
    for (int r = m; r < m + count; r++)
      for (int t = 0; t < 3; t++) rows[pick(m, m + nn)].push_back(r);
    for (int k = 0; k < lp.n; k++) {
      for (int t = random_.ptr[k]; t < random_.ptr[k + 1]; t++)
        put(random_.ind[t], random_.val[t]);
      for (int r : rows[k])
        if (ind_.back() != r) put(r, -1.0);
      ptr_.push_back(static_cast<int>(ind_.size()));
    }
    for (int k = m; k < m + nn; k++) {  // none is free
      lp.l[k] = 0.0;
      lp.u[k] = 4.0;
      random_.slack.at[k - m] = At::kLower;
    }
    for (int r = m; r < m + count; r++) define(r, longest);
    lp.ptr = {ptr_.data(), 0};
    lp.ind = {ind_.data(), 0};
    lp.val = {val_.data(), val_.size()};
  }

  WorkingLp& lp() { return random_.lp; }
  const SimplexBasis& start() const { return random_.slack; }

 private:
  static int pick(int from, int to) {
    return std::uniform_int_distribution<int>(from, to - 1)(generator);
  }
  void put(int i, double a) {
    ind_.push_back(i);
    val_.push_back(a);
  }
  void define(int r, int longest) {
    WorkingLp& lp = random_.lp;
    const int m = random_.slack.nonbasic.front();
    const int first = pick(0, m - longest);
    for (int i = first; i < first + longest - 1; i++)
      put(i, pick(0, 2) ? 0.5 : -1.0);
    put(r, 1.0);
    ptr_.push_back(static_cast<int>(ind_.size()));
    lp.b.push_back(0.0);
    lp.c.push_back(pick(-2, 3));
    lp.l.push_back(-kInf);
    lp.u.push_back(kInf);
    random_.slack.basic.push_back(lp.n++);
    lp.m++;
  }

  RandomLp random_;
  std::vector<int> ptr_ = {0}, ind_;
  std::vector<double> val_;
};

SimplexResult solved(const WorkingLp& lp, const SimplexBasis& start) {
  gpuinv::HostSparseTableau tableau{Interrupt()};
  return gpuinv::solve_simplex(tableau, lp, start, control());
}

SimplexResult solved(const FoldedLp& folded) {
  const auto start = gpuinv::standard_start(folded.rest(), folded.rest().n);
  ck_assert(start.has_value());
  ck_assert(gpuinv::is_basis(folded.rest(), *start));
  return solved(folded.rest(), *start);
}

double objective(const WorkingLp& lp, const std::vector<double>& x) {
  double sum = 0.0;
  for (int k = 0; k < lp.n; k++) sum += lp.c[k] * x[k];
  return sum;
}

void check_optimal(const WorkingLp& lp, const SimplexBasis& basis) {
  check_basis(lp, basis);
  BasisFactor factor;
  const auto violations = gpuinv::count_violations(lp, basis, factor);
  ck_assert_int_eq(violations->primal, 0);
  ck_assert_int_eq(violations->dual, 0);
}

// The rest's optimum is that of the whole LP: primal and dual feasible, and of
// the same objective.  A crossover makes a basis of it.
START_TEST(optimum_of_the_rest) {
  const int m = 15 + 10 * _i, count = 10 + 10 * _i;
  Definitions some(m, 30 + 25 * _i, count, 2 + _i % 4);
  const WorkingLp& lp = some.lp();
  const FoldedLp folded(lp);
  ck_assert(folded.pays());
  ck_assert_int_le(folded.rest().m, m + count / 4);
  const SimplexResult rest = solved(folded);
  ck_assert_int_eq(rest.claim, solved(lp, some.start()).claim);
  if (rest.claim != GPUINV_CLAIM_OPTIMAL) return;  // few are infeasible
  const gpuinv::InteriorSample sample = folded.sample(rest.basis);
  ck_assert_double_le(gpuinv::relative_residual(lp, sample.x), 1e-12);
  const std::vector<double> d = gpuinv::reduced_costs(lp, sample.y);
  double dual = 0.0;  // of the bounds, as b = 0
  for (int k = 0; k < lp.n; k++) {
    ck_assert_double_ge(sample.x[k], lp.l[k] - 1e-6);
    ck_assert_double_le(sample.x[k], lp.u[k] + 1e-6);
    if (std::fabs(d[k]) > 1e-7) dual += d[k] * (d[k] > 0.0 ? lp.l[k] : lp.u[k]);
  }
  const double primal = objective(lp, sample.x);
  ck_assert_double_le(std::fabs(primal - dual), 1e-5 * (1 + std::fabs(primal)));
  BasisFactor factor;
  check_optimal(lp, gpuinv::cross_over(lp, some.start(), sample, factor, {},
                                       gpuinv::PushWatch(nullptr))
                        .basis);
}
END_TEST

// y'A*x = y'b for no x within its bounds.
void check_proof(const WorkingLp& lp, const std::vector<double>& y) {
  ck_assert_uint_eq(y.size(), lp.m);
  double least = 0.0, greatest = 0.0;
  for (int k = 0; k < lp.n; k++) {
    double d = 0.0;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      d += lp.val[t] * y[lp.ind[t]];
    if (std::fabs(d) < 1e-9) continue;
    least += d > 0.0 ? d * lp.l[k] : d * lp.u[k];
    greatest += d > 0.0 ? d * lp.u[k] : d * lp.l[k];
  }
  ck_assert(least > 1e-6 || greatest < -1e-6);
}

START_TEST(proof_of_the_rest) {
  Definitions some(20, 45, 20, 2 + _i);
  WorkingLp& lp = some.lp();
  lp.l[4] = 1e6;
  lp.u[4] = kInf;
  const FoldedLp folded(lp);
  SimplexResult rest = solved(folded);
  gpuinv::prove_infeasible(folded.rest(), 0, {}, &rest);
  ck_assert_int_eq(rest.claim, GPUINV_CLAIM_NO_PRIMAL);
  check_proof(lp, folded.proof(rest.ray));
}
END_TEST

START_TEST(few_definitions_do_not_pay) {
  Definitions few(40, 90, 5, 2);
  ck_assert(!FoldedLp(few.lp()).pays());
}
END_TEST

// A rival ends with a basis of the whole LP, with an objective limit, too.
START_TEST(rivals_fold) {
  Definitions some(25, 60, 30, 2 + _i % 3);
  gpuinv::SimplexControl limited = control();
  if (_i >= 3) limited.obj_ul = 1e9;
  gpuinv::Rival rival(some.lp(), some.start(), limited);
  ck_assert(rival.wait({}));
  ck_assert_int_eq(rival.rows() < some.lp().m, _i < 3);
  const bool optimal = rival.result().claim == GPUINV_CLAIM_OPTIMAL;
  ck_assert(optimal || rival.result().claim == GPUINV_CLAIM_NO_PRIMAL);
  if (optimal) check_optimal(some.lp(), rival.result().basis);
}
END_TEST

// One that could not fold half of the rows says so.
START_TEST(rivals_tell_whether_they_fold) {
  Definitions some(25, 60, 30, 3), few(40, 90, 5, 2);
  gpuinv::Rival folds(some.lp(), some.start(), control());
  ck_assert(folds.wait({}) && !folds.whole());
  gpuinv::Rival whole(few.lp(), few.start(), control());
  whole.wait({});
  ck_assert(whole.whole());
}
END_TEST

}  // namespace

TCase* folded_cases() {
  TCase* tcase = tcase_create("folded");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, optimum_of_the_rest, 0, 12);
  tcase_add_loop_test(tcase, proof_of_the_rest, 0, 4);
  tcase_add_test(tcase, few_definitions_do_not_pay);
  tcase_add_loop_test(tcase, rivals_fold, 0, 6);
  tcase_add_test(tcase, rivals_tell_whether_they_fold);
  return tcase;
}

}  // namespace testing
