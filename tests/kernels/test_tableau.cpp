// test_tableau.cpp (simplex tableau on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// Random LPs, judged by the LP alone and compared with the host's tableau.
// Without a device the exit status is 77, or a failure if GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <random>
#include <set>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "tests/kernels/own_tableau.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/kernels/tableau_cases.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {
namespace {

using ::testing::seed;

// Smaller and larger than a warp and a block's slice, wide and tall.
constexpr struct {
  int m, nn;
} kShapes[] = {{1, 1},    {1, 100},  {100, 1},   {2, 3},     {3, 2},
               {31, 33},  {33, 31},  {100, 257}, {257, 100}, {257, 257},
               {600, 33}, {33, 600}, {600, 600}, {1500, 33}, {33, 1500}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];

// Pending changes and blocks: chosen, one block, few, folds during the run. The
// last one has no room for factors in shared memory, and with 1500 rows or
// columns for nothing at all.
constexpr struct {
  int pivots, blocks;
} kLayouts[] = {{0, 0}, {16, 0}, {64, 7}, {128, 1}};
constexpr int kLayoutCount = sizeof kLayouts / sizeof kLayouts[0];

TableauLp problem(int shape, Start start, bool dual) {
  return make_lp(seed() + shape, kShapes[shape].m, kShapes[shape].nn, start,
                 dual);
}

void check_errors(const TableauErrors& e, int shape) {
  const int m = kShapes[shape].m, nn = kShapes[shape].nn;
  ck_assert_msg(e.failure.empty(), "%d x %d: %s", m, nn, e.failure.c_str());
  ck_assert_msg(e.wrong == 0, "%d x %d: %ld wrong", m, nn, e.wrong);
  // errors of T grow with the pivots, 200 at most; the method itself may shift
  // costs and bounds by its tolerances of 1e-9
  ck_assert_msg(e.columns <= 1e-9, "%d x %d: columns %g", m, nn, e.columns);
  ck_assert_msg(e.transposed <= 1e-12, "%d x %d: transposed %g", m, nn,
                e.transposed);
  ck_assert_msg(e.costs <= 1e-7, "%d x %d: costs %g", m, nn, e.costs);
  ck_assert_msg(e.values <= 1e-7, "%d x %d: values %g", m, nn, e.values);
  ck_assert_msg(e.bounds <= 1e-7, "%d x %d: bounds %g", m, nn, e.bounds);
}

// Returns the number of variables that long steps passed.
int run_all(int shape, const Way& way, bool inverse) {
  int passed = 0;
  for (const auto& layout : kLayouts) {
    OwnTableau tableau(layout.pivots, layout.blocks, inverse);
    for (const Start start :
         {Start::kSlack, Start::kTriangular, Start::kParts, Start::kGeneral}) {
      const TableauLp lp = problem(shape, start, way.dual);
      tableau.rest();  // the next problem is another one
      const TableauErrors e = run_scenario(tableau, lp, way.dual, way.steps);
      check_errors(e, shape);
      passed += e.passed;
    }
  }
  return passed;
}

// Every case runs in tableau form, then in inverse form.
START_TEST(primal_keeps_its_state) { run_all(_i / 2, kWays[0], _i % 2 != 0); }
END_TEST

START_TEST(dual_keeps_its_state) { run_all(_i / 2, kWays[1], _i % 2 != 0); }
END_TEST

START_TEST(long_steps_keep_the_state) {
  const int shape = _i / 2;
  const int passed = run_all(shape, kWays[2], _i % 2 != 0);
  if (kShapes[shape].m >= 100 && kShapes[shape].nn >= 100)
    ck_assert_int_gt(passed, 0);
}
END_TEST

START_TEST(enough_pivots_are_made) {
  // at least one of the shapes must pass every checkpoint of a scenario
  const bool dual = _i % 2 != 0;
  int most = 0;
  for (int shape = 0; shape < kShapeCount; shape++) {
    OwnTableau tableau(0, 0, _i / 2 != 0);
    const TableauErrors e =
        run_scenario(tableau, problem(shape, Start::kGeneral, dual), dual);
    most = std::max(most, e.pivots);
  }
  ck_assert_int_ge(most, 129);
}
END_TEST

START_TEST(runs_are_identical) {
  const int shape = _i / 6;
  const auto [dual, steps] = kWays[_i % 3];
  const bool inverse = _i / 3 % 2 != 0;
  const TableauLp lp = problem(shape, Start::kGeneral, dual);
  OwnTableau one(0, 0, inverse), two(0, 0, inverse);
  const std::vector<double> a = run_transcript(one, lp, dual, steps);
  const std::vector<double> b = run_transcript(two, lp, dual, steps);
  const std::vector<double> c = run_transcript(one, lp, dual, steps);
  ck_assert_uint_eq(a.size(), b.size());
  ck_assert_uint_eq(a.size(), c.size());
  ck_assert_mem_eq(a.data(), b.data(), a.size() * sizeof(double));
  ck_assert_mem_eq(a.data(), c.data(), a.size() * sizeof(double));
}
END_TEST

// After many pivots, rounding may make them differ; the first ones must agree.
START_TEST(pivots_of_the_host) {
  const int shape = _i / 6;
  const auto [dual, steps] = kWays[_i % 3];
  const bool inverse = _i / 3 % 2 != 0;
  const TableauLp lp = problem(shape, Start::kGeneral, dual);
  OwnTableau device(0, 0, inverse);
  HostTableau tableau;
  HostInverseTableau by_inverse;
  Tableau& host = inverse ? static_cast<Tableau&>(by_inverse) : tableau;
  const auto a = run_bases(device, lp, dual, 40, 1, steps);
  const auto b = run_bases(host, lp, dual, 40, 1, steps);
  ck_assert_uint_eq(a.size(), b.size());
  for (std::size_t t = 0; t < a.size(); t++) {
    ck_assert_msg(a[t] == b[t], "shape %d: bases differ after %zu iterations",
                  shape, t + 1);
  }
}
END_TEST

// Weights updated through 40 pivots equal weights computed again at each.
START_TEST(weights_come_along) {
  const int shape = _i / 4;
  const bool dual = _i % 2 != 0, inverse = _i / 2 % 2 != 0;
  const TableauLp lp = problem(shape, Start::kGeneral, dual);
  OwnTableau device(0, 0, inverse);
  const auto anew = run_bases(device, lp, dual, 40);
  const auto along = run_bases(device, lp, dual, 40, 40);
  ck_assert(anew.back() == along.back());
}
END_TEST

// A refused candidate returns if there is no other.
START_TEST(poor_pivots_are_refused) {
  const bool dual = _i % 2 != 0, alone = _i / 2 % 2 != 0;
  OwnTableau tableau(0, 0, _i / 4 != 0);
  const auto [batch, scale] = run_poor_pivot(tableau, dual, alone);
  ck_assert_int_eq(static_cast<int>(batch.stop),
                   static_cast<int>(alone ? Stop::kPoorPivot : Stop::kBudget));
  ck_assert_int_eq(batch.pivots, alone ? 0 : 1);
  if (alone) ck_assert_int_eq(batch.candidate, 1);
  ck_assert(scale == std::vector<float>({1.0f, rules::kRefusedScale}));
}
END_TEST

START_TEST(nan_ends_the_run) {
  const bool dual = _i % 2 != 0;
  TableauLp lp = problem(7, Start::kSlack, dual);
  std::vector<double>& poisoned = _i / 2 % 2 == 0 ? lp.state.d : lp.state.beta;
  std::fill(poisoned.begin(), poisoned.end(), std::nan(""));
  OwnTableau tableau(0, 0, _i / 4 != 0);
  ck_assert(tableau.build(lp.lp, lp.basis));
  tableau.push(lp.state);
  const Tolerances tol{1e-9, 1e-9, 1e-9};
  const Batch batch =
      dual ? tableau.dual(1000, tol, Steps::kShort) : tableau.primal(1000, tol);
  ck_assert_int_le(batch.pivots + batch.flips, 1000);
}
END_TEST

START_TEST(singular_bases) {
  const TableauLp lp = problem(5, Start::kSlack, false);
  OwnTableau tableau(0, 0, _i != 0);
  SimplexBasis twice = lp.basis;
  twice.basic[3] = twice.basic[7];  // unit columns: the pivot is exactly zero
  ck_assert(!tableau.build(lp.lp, twice));
  ck_assert(tableau.build(lp.lp, lp.basis));
}
END_TEST

// A few elements in each of 2*m columns, and small ones in unit columns, which
// fill the gaps.
START_TEST(columns_of_the_host) {
  const int m = kShapes[_i].m;
  std::mt19937 random(seed() + _i);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::uniform_int_distribution<int> row(0, m - 1);
  SparseVectors a;
  for (int j = 0; j < 3 * m; j++) {
    std::set<int> rows;
    if (j >= 2 * m) rows.insert(j - 2 * m);
    for (int t = 0; j < 2 * m && t < 4; t++) rows.insert(row(random));
    for (const int i : rows)
      a.append(i, j < 2 * m ? value(random) : 1e-3 * (1.0 + value(random)));
    a.end_vector();
  }
  HostTableau host;
  OwnTableau tableau(0, 0);
  const std::vector<int> columns = tableau.independent_columns(a.columns(m));
  ck_assert_int_eq(static_cast<int>(columns.size()), m);
  ck_assert(columns == host.independent_columns(a.columns(m)));
}
END_TEST

START_TEST(calls_out_of_order) {
  const TableauLp lp = problem(5, Start::kGeneral, false);
  OwnTableau tableau(0, 0, _i != 0);
  std::vector<double> x(100);
  const auto iterate = [&] {
    return tableau.status_of([&] { tableau.primal(1, {1e-9, 1e-9, 1e-9}); });
  };
  const auto multiply = [&] {
    return tableau.status_of(
        [&] { tableau.multiply(x.data(), x.data(), nullptr, nullptr); });
  };
  ck_assert_int_eq(iterate(), GPUINV_STATE);
  ck_assert_int_eq(multiply(), GPUINV_STATE);
  ck_assert_int_eq(tableau.try_build(lp.lp, lp.basis), GPUINV_OK);
  ck_assert_int_eq(iterate(), GPUINV_STATE);
  tableau.push(lp.state);
  ck_assert_int_eq(iterate(), GPUINV_OK);
  SimplexState small = lp.state;
  small.d.pop_back();
  ck_assert_int_eq(tableau.status_of([&] { tableau.push(small); }),
                   GPUINV_INTERNAL);
  SimplexBasis bad = lp.basis;
  bad.nonbasic[0] = lp.lp.n;
  ck_assert_int_eq(tableau.try_build(lp.lp, bad), GPUINV_INVALID);
  ck_assert_int_eq(iterate(), GPUINV_STATE);
}
END_TEST

std::size_t free_bytes() {
  const device::ScopedDevice here(0);
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  return free;
}

// A = 2*[I I]; the first half is basic.
TableauLp two_diagonals(int m) {
  TableauLp p;
  p.lp.m = m;
  p.lp.n = 2 * m;
  for (int k = 0; k < 2 * m; k++) {
    p.matrix->ind.push_back(k % m);
    p.matrix->val.push_back(2.0);
    p.matrix->ptr.push_back(k + 1);
    (k < m ? p.basis.basic : p.basis.nonbasic).push_back(k);
  }
  p.lend(0);
  p.lp.b.assign(m, 1.0);
  return p;
}

// After a rest there is no tableau, and building one that is not larger takes
// no memory.
START_TEST(rest_and_build_again) {
  const TableauLp lp = problem(7, Start::kGeneral, false);
  const TableauLp small = problem(5, Start::kSlack, false);
  OwnTableau tableau(0, 0, _i != 0);
  std::vector<double> x(1000);
  const auto multiply = [&] {
    return tableau.status_of(
        [&] { tableau.multiply(x.data(), x.data(), nullptr, nullptr); });
  };
  check_errors(run_scenario(tableau, lp, false), 7);
  ck_assert_int_eq(multiply(), GPUINV_OK);
  const std::size_t free = free_bytes();
  for (const TableauLp* p : {&small, &lp}) {
    tableau.rest();
    ck_assert_int_eq(multiply(), GPUINV_STATE);
    ck_assert_int_eq(tableau.try_build(p->lp, p->basis), GPUINV_OK);
    ck_assert_int_eq(multiply(), GPUINV_OK);
    check_errors(run_scenario(tableau, *p, false), p == &lp ? 7 : 5);
  }
  ck_assert_uint_ge(free_bytes(), free);
}
END_TEST

// Another owner has almost all device memory.
START_TEST(exhausted_memory) {
  const TableauLp small = problem(5, Start::kGeneral, false);
  const int m = 8000;  // 512 MB in T0 or W0 alone
  const TableauLp large = two_diagonals(m);
  OwnTableau tableau(0, 0, _i != 0);
  {
    const std::size_t room = free_bytes();
    const device::ScopedDevice here(0);
    const device::DeviceBuffer<char> hog(room - (std::size_t{300} << 20));
    ck_assert_int_eq(tableau.try_build(large.lp, large.basis), GPUINV_CANNOT);
    ck_assert_ptr_nonnull(std::strstr(tableau.error(), "8000 by 8000"));
    ck_assert_int_eq(tableau.try_build(small.lp, small.basis), GPUINV_OK);
  }
  ck_assert_int_eq(tableau.try_build(large.lp, large.basis), GPUINV_OK);
}
END_TEST

Suite* tableau_suite() {
  Suite* suite = suite_create("tableau");
  TCase* cases = tcase_create("device");
  tcase_set_timeout(cases, 600);
  tcase_add_loop_test(cases, primal_keeps_its_state, 0, 2 * kShapeCount);
  tcase_add_loop_test(cases, dual_keeps_its_state, 0, 2 * kShapeCount);
  tcase_add_loop_test(cases, long_steps_keep_the_state, 0, 2 * kShapeCount);
  tcase_add_loop_test(cases, enough_pivots_are_made, 0, 4);
  tcase_add_loop_test(cases, runs_are_identical, 0, 6 * kShapeCount);
  tcase_add_loop_test(cases, pivots_of_the_host, 0, 6 * kShapeCount);
  tcase_add_loop_test(cases, weights_come_along, 0, 4 * kShapeCount);
  tcase_add_loop_test(cases, poor_pivots_are_refused, 0, 8);
  tcase_add_loop_test(cases, nan_ends_the_run, 0, 8);
  tcase_add_loop_test(cases, singular_bases, 0, 2);
  tcase_add_loop_test(cases, columns_of_the_host, 0, kShapeCount);
  tcase_add_loop_test(cases, calls_out_of_order, 0, 2);
  tcase_add_loop_test(cases, rest_and_build_again, 0, 2);
  tcase_add_loop_test(cases, exhausted_memory, 0, 2);
  suite_add_tcase(suite, cases);
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  return gpuinv::tests::run_on_device("test_tableau", [] {
    return std::vector{gpuinv::tests::tableau_suite()};
  });
}
