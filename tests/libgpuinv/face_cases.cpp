// face_cases.cpp (from interior solutions to bases by the simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "crossover_testing.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/face.hpp"
#include "libgpuinv/crossover/fill_gaps.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"

namespace testing {
namespace {

using gpuinv::HostTableau;
using gpuinv::InteriorSample;

// If a tableau is available, the simplex method finishes, without pushes.  The
// start basis is by a sparse LU, then by a dense one.
START_TEST(crosses_over_the_face) {
  const int size = _i % 10;
  const RandomLp random(8 + 9 * size, 14 + 20 * size, size % 2 ? 0.1 : 0.5);
  std::string said;
  auto with_tableau = tools(&said);
  with_tableau.tableau = [] { return std::make_shared<HostTableau>(); };
  with_tableau.coupled = _i >= 10;
  const auto first = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                control(), with_tableau);
  ck_assert_int_eq(first.claim, GPUINV_CLAIM_OPTIMAL);
  ck_assert_msg(said.find("on the optimal face") != std::string::npos, "%s",
                said.c_str());
  check_basis(random.lp, first.basis);
  BasisFactor factor;
  ck_assert(gpuinv::is_warm(
      random.lp, *gpuinv::count_violations(random.lp, first.basis, factor)));
  const auto second = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                 control(), with_tableau);
  ck_assert(first.basis.basic == second.basis.basic);
  ck_assert_int_eq(first.pivots, second.pivots);
}
END_TEST

// A carrier that cannot serve costs only its time.
START_TEST(pushes_where_a_tableau_fails) {
  const RandomLp random(40, 70, 0.2);
  std::string said;
  auto with_tableau = tools(&said);
  with_tableau.tableau = []() -> std::shared_ptr<gpuinv::Tableau> {
    throw gpuinv::Error(GPUINV_DEVICE, "no device");
  };
  const auto result = gpuinv::solve_by_crossover(random.lp, random.slack,
                                                 control(), with_tableau);
  ck_assert_int_eq(result.claim, GPUINV_CLAIM_OPTIMAL);
  ck_assert_msg(said.find("pushes") != std::string::npos, "%s", said.c_str());
  BasisFactor factor;
  ck_assert(gpuinv::is_warm(
      random.lp, *gpuinv::count_violations(random.lp, result.basis, factor)));
}
END_TEST

// A dense LU chooses at least as many columns with weights as the sparse one,
// and others where these do not suffice.  UMFPACK may end with a zero pivot
// although the rank is full: with 64 of 65 independent columns of 70 rows,
// GPUINV_SEED=229664 CK_RUN_CASE=face.
START_TEST(dense_start_basis) {
  const RandomLp random(20 + 10 * _i, 60 + 10 * _i, 0.1);
  const WorkingLp& lp = random.lp;
  std::vector<double> weight(lp.n, 0.0);
  for (double& w : weight)
    if (uniform(0.0, 1.0) < 0.5) w = std::exp(uniform(0.0, 20.0));
  const auto count = [&weight](const std::vector<int>& basic) {
    return std::count_if(basic.begin(), basic.end(),
                         [&weight](int k) { return weight[k] >= 1.0; });
  };
  HostTableau dense;
  gpuinv::HostInverseTableau without;
  const auto basis = [&](gpuinv::Tableau* tableau) {
    return gpuinv::start_basis(lp, weight, random.slack.basic,
                               gpuinv::SparseLu::Pivots::kLarge, 0, tableau);
  };
  const std::vector<int> basic = basis(&dense);
  BasisFactor factor;
  ck_assert_int_eq(static_cast<int>(basic.size()), lp.m);
  ck_assert(factor.factorize(lp, basic).empty());
  const auto sparse = count(basis(nullptr));
  ck_assert_int_ge(count(basic), sparse);
  ck_assert_int_le(count(basic), sparse + 1);
  ck_assert(basis(&without) == basis(nullptr));
}
END_TEST

// Columns of a regular basis fill the gaps that others leave, also where one of
// these is there twice.  A zero pivot that UMFPACK need not have met may cost
// one of the others then (GPUINV_SEED=63365).
START_TEST(gaps_are_filled) {
  const RandomLp random(20 + 10 * _i, 60 + 10 * _i, 0.1);
  const WorkingLp& lp = random.lp;
  std::vector<double> weight(lp.n, 0.0);
  for (double& w : weight)
    if (uniform(0.0, 1.0) < 0.1) w = 1.0;
  const std::vector<int> basic = gpuinv::start_basis(
      lp, weight, random.slack.basic, gpuinv::SparseLu::Pivots::kAlone, 0);
  std::vector<int> chosen, gaps, from;
  for (int k : basic) (weight[k] == 1.0 ? chosen : from).push_back(k);
  ck_assert(!from.empty());
  if (_i % 2 == 1) chosen.push_back(chosen.front());
  for (int k : from) gaps.push_back(static_cast<int>(lp.ind[lp.ptr[k]]));
  if (_i % 2 == 1) gaps.pop_back();
  from = random.slack.basic;
  const std::vector<int> filled =
      gpuinv::fill_gaps(lp, chosen, gaps, from, 0, {});
  BasisFactor factor;
  ck_assert(factor.factorize(lp, filled).empty());
  const auto lost = std::count_if(chosen.begin(), chosen.end(), [&](int k) {
    return std::find(filled.begin(), filled.end(), k) == filled.end();
  });
  ck_assert_int_le(lost, _i % 2);
  ck_assert(gpuinv::fill_gaps(lp, chosen, gaps, {}, 0, {}).empty());
}
END_TEST

// The basis of a face LP is dual feasible with the multipliers of the sample,
// whatever these are.
START_TEST(face_starts_dual_feasible) {
  const RandomLp random(40, 70, 0.2);
  const WorkingLp& lp = random.lp;
  InteriorSample sample = {std::vector<double>(lp.n),
                           std::vector<double>(lp.m)};
  for (double& x : sample.x) x = uniform(-10.0, 10.0);
  for (double& y : sample.y) y = uniform(-10.0, 10.0);
  BasisFactor factor;
  const auto face =
      gpuinv::optimal_face(lp, random.slack, sample, factor, Interrupt());
  check_basis(lp, face.start);
  std::vector<double> d = face.lp.c;
  for (int k = 0; k < lp.n; k++)
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      d[k] -= lp.val[t] * sample.y[lp.ind[t]];
  constexpr double kRounding = 1e-12;
  for (int k : face.start.basic)
    ck_assert_double_le(std::fabs(d[k]), kRounding);
  for (std::size_t j = 0; j < face.start.nonbasic.size(); j++) {
    const int k = face.start.nonbasic[j];
    if (face.lp.fixed(k)) continue;
    if (face.start.at[j] != At::kUpper) ck_assert_double_ge(d[k], -kRounding);
    if (face.start.at[j] != At::kLower) ck_assert_double_le(d[k], kRounding);
  }
}
END_TEST

}  // namespace

TCase* face_cases() {
  TCase* tcase = tcase_create("face");
  tcase_set_timeout(tcase, 120.0);
  tcase_add_loop_test(tcase, crosses_over_the_face, 0, 20);
  tcase_add_test(tcase, pushes_where_a_tableau_fails);
  tcase_add_test(tcase, face_starts_dual_feasible);
  tcase_add_loop_test(tcase, gaps_are_filled, 0, 10);
  tcase_add_loop_test(tcase, dense_start_basis, 0, 10);
  return tcase;
}

}  // namespace testing
