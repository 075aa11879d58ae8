// farkas_cases.cpp (proofs that there is no feasible solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <cmath>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/host/host_tableau.hpp"

namespace testing {
namespace {

// Wants of each row a large part of what it can be.  Together this is too much
// for the columns.
void want_too_much(RandomLp* random) {
  WorkingLp& lp = random->lp;
  std::vector<double> most(lp.m, 0.0);
  for (int k = lp.m; k < lp.n; k++) {
    lp.l[k] = 0.0;
    lp.u[k] = 4.0;
    random->slack.at[k - lp.m] = At::kLower;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      most[lp.ind[t]] += std::fmax(0.0, -4.0 * lp.val[t]);
  }
  for (int i = 0; i < lp.m; i++) {
    lp.l[i] = 0.9 * most[i];
    lp.u[i] = i % 2 ? kInf : most[i];
  }
}

// Returns whether y'A*x = y'b for no x within its bounds.
bool excludes_all(const WorkingLp& lp, const std::vector<double>& y) {
  long double least = 0.0L, greatest = 0.0L;
  for (int i = 0; i < lp.m; i++) {
    least -= static_cast<long double>(y[i]) * lp.b[i];
    greatest -= static_cast<long double>(y[i]) * lp.b[i];
  }
  for (int k = 0; k < lp.n; k++) {
    long double d = 0.0L;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      d += static_cast<long double>(lp.val[t]) * y[lp.ind[t]];
    if (std::fabs(d) < 1e-12L) continue;
    least += d > 0.0L ? d * lp.l[k] : d * lp.u[k];
    greatest += d > 0.0L ? d * lp.u[k] : d * lp.l[k];
  }
  return least > 1e-9L || greatest < -1e-9L;
}

START_TEST(last_row_is_a_proof) {
  RandomLp random(8 + 5 * _i, 12 + 4 * _i, _i % 2 ? 0.2 : 0.6);
  want_too_much(&random);
  gpuinv::HostTableau tableau;
  gpuinv::SimplexResult result =
      gpuinv::solve_simplex(tableau, random.lp, random.slack, control());
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_INFEASIBLE);
  const SimplexBasis basis = result.basis;
  gpuinv::prove_infeasible(random.lp, 0, {}, &result);
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_NO_PRIMAL);
  ck_assert_uint_eq(result.ray.size(), random.lp.m);
  ck_assert(excludes_all(random.lp, result.ray));
  ck_assert(result.basis.basic == basis.basic);
}
END_TEST

START_TEST(wrong_claims_stay_claims) {
  const RandomLp random(30, 50, 0.2);
  for (int p = -1; p < random.lp.m; p++) {
    gpuinv::SimplexResult result = {GPUINV_CLAIM_INFEASIBLE, 0, random.slack};
    result.row = p;
    gpuinv::prove_infeasible(random.lp, 0, {}, &result);
    ck_assert_int_eq(result.claim, GPUINV_CLAIM_INFEASIBLE);
    ck_assert(result.ray.empty());
  }
}
END_TEST

START_TEST(an_interruption_is_no_error) {
  RandomLp random(30, 50, 0.2);
  want_too_much(&random);
  gpuinv::HostTableau tableau;
  const gpuinv::SimplexResult end =
      gpuinv::solve_simplex(tableau, random.lp, random.slack, control());
  ck_assert_int_eq(end.claim, GPUINV_CLAIM_INFEASIBLE);
  const std::atomic<bool> stop{true};
  const Interrupt stopped(&stop, Interrupt::Clock::time_point::max());
  gpuinv::SimplexResult result = end;
  gpuinv::prove_infeasible(random.lp, 0, stopped, &result);
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_INFEASIBLE);
  ck_assert(result.basis.basic == end.basis.basic);
}
END_TEST

}  // namespace

TCase* farkas_cases() {
  TCase* cases = tcase_create("farkas");
  tcase_add_loop_test(cases, last_row_is_a_proof, 0, 10);
  tcase_add_test(cases, wrong_claims_stay_claims);
  tcase_add_test(cases, an_interruption_is_no_error);
  return cases;
}

}  // namespace testing
