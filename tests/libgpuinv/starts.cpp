// starts.cpp (unit tests of where and when a search starts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "starts.hpp"

#include <cfloat>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "libgpuinv/lp/dual_start.hpp"
#include "libgpuinv/lp/network.hpp"
#include "libgpuinv/lp/triangular_part.hpp"
#include "libgpuinv/simplex/progress.hpp"

using gpuinv::dual_start;
using gpuinv::DualStart;
using gpuinv::SparseVectors;
using Vector = std::vector<double>;

namespace {

// minimize 2 x + 3 y + z subject to x + y = 4, y + z >= 1, x, y, z >= 0.  Dual
// ascent takes 2 for the first multiplier and 1 for the second: x and y or z
// become tight.
struct Small {
  std::vector<int> ptr{0, 1, 3, 4}, ind{0, 0, 1, 1};
  Vector val{1.0, 1.0, 1.0, 1.0}, c{2.0, 3.0, 1.0};
  Vector l{4.0, 1.0, 0.0, 0.0, 0.0};
  Vector u{4.0, DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX};
  Vector ones = Vector(3, 1.0);
  int max = 0;

  DualStart start(bool with_matrix = true) const {
    const gpuinv_interior_lp lp = {0,
                                   2,
                                   3,
                                   max,
                                   with_matrix ? ptr.data() : nullptr,
                                   ind.data(),
                                   val.data(),
                                   c.data(),
                                   0.0,
                                   l.data(),
                                   u.data()};
    return dual_start(lp, ones.data(), ones.data());
  }
};

// A sparse matrix with about three entries in a column.
SparseVectors random_columns(int m, int n, unsigned seed) {
  std::mt19937 gen(seed);
  std::uniform_real_distribution<> value(-1.0, 1.0);
  SparseVectors a;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      if (gen() % m < 3) a.append(i, value(gen));
    a.end_vector();
  }
  return a;
}

}  // namespace

START_TEST(tight_columns_are_basic) {
  const DualStart start = Small().start();
  ck_assert_int_eq(start.size, 2);
  ck_assert_int_eq(start.stat[0], GPUINV_STAT_LOWER);
  ck_assert_int_eq(start.stat[1], GPUINV_STAT_LOWER);
  ck_assert_int_eq(start.stat[2], GPUINV_STAT_BASIC);
  ck_assert_int_eq(start.stat[3] + start.stat[4],
                   GPUINV_STAT_BASIC + GPUINV_STAT_LOWER);
}
END_TEST

START_TEST(matrix_is_asked_for) {
  Small lp;
  ck_assert_int_eq(lp.start(false).size, 1);
  lp.c[1] = -3.0;  // the standard basis is not dual feasible
  ck_assert_int_eq(lp.start(false).size, -1);
  ck_assert_int_eq(lp.start().size, -1);
}
END_TEST

START_TEST(nothing_to_improve) {
  Small lp;
  lp.l[0] = lp.u[0] = 0.0;
  lp.l[1] = -DBL_MAX;
  ck_assert_int_eq(lp.start().size, -1);
}
END_TEST

// The same problem as max -c'x, with -x in the place of x.
START_TEST(maximized_from_upper_bounds) {
  Small lp;
  lp.max = 1;
  for (double& a : lp.val) a = -a;
  for (int k = 2; k < 5; k++) {
    lp.l[k] = -DBL_MAX;
    lp.u[k] = 0.0;
  }
  const DualStart start = lp.start();
  ck_assert_int_eq(start.size, 2);
  ck_assert_int_eq(start.stat[2], GPUINV_STAT_BASIC);
}
END_TEST

// Arcs of cost 1 between neighbors of a row of nodes, in both directions.  The
// last node gains 1000 for each unit that stays, at most 5, which come from
// the first one: arcs into it have costs of the wrong sign.  Of all rows it
// alone gets a multiplier, so that its arc becomes tight.
START_TEST(penalties_in_costs_of_a_network) {
  constexpr int kNodes = 1000, kArcs = 2 * (kNodes - 1);
  std::vector<int> ptr{0}, ind;
  Vector val, c(kArcs, 1.0), ones(kArcs, 1.0);
  for (int k = 0; k < kArcs; k++) {
    ind.insert(ind.end(), {k / 2 + k % 2, k / 2 + 1 - k % 2});
    val.insert(val.end(), {-1.0, 1.0});
    ptr.push_back(ptr.back() + 2);
  }
  c[kArcs - 2] -= 1000.0;
  c[kArcs - 1] += 1000.0;
  Vector l(kNodes + kArcs, 0.0), u(l);
  for (int k = kNodes; k < kNodes + kArcs; k++) u[k] = DBL_MAX;
  l[0] = u[0] = -5.0;
  l[kNodes - 1] = -DBL_MAX;
  u[kNodes - 1] = 5.0;
  const gpuinv_interior_lp lp = {0,          kNodes,     kArcs,      0,
                                 ptr.data(), ind.data(), val.data(), c.data(),
                                 0.0,        l.data(),   u.data()};
  const DualStart start = dual_start(lp, ones.data(), ones.data());
  ck_assert_int_ge(start.size, 1);
  ck_assert_int_eq(start.stat[kNodes - 1], GPUINV_STAT_UPPER);
  ck_assert_int_eq(start.stat[kNodes + kArcs - 2], GPUINV_STAT_BASIC);
  ck_assert_int_eq(start.stat[kNodes / 2], GPUINV_STAT_BASIC);
  val[0] = -2.0;  // still a network; a matrix of other numbers is none
  ck_assert_int_ge(dual_start(lp, ones.data(), ones.data()).size, 1);
  for (double& a : val) a *= 2.0;
  ck_assert_int_eq(dual_start(lp, ones.data(), ones.data()).size, -1);
  for (double& a : val) a *= 0.5;
  c.assign(kArcs, 1.0);  // dual feasible, and no column has a third entry
  ck_assert_int_eq(dual_start(lp, ones.data(), ones.data()).size, 0);
}
END_TEST

// Of 100 rows, fewer than one in 25 may need a path.  A demand of 8 takes four
// paths of the median capacity 2, and one of 6 three.
START_TEST(paths_are_counted) {
  constexpr int kM = 100, kN = 3;
  Vector l(kM + kN, 0.0), u(kM + kN, DBL_MAX), demands(kM, 0.0);
  u[kM] = 1.0;
  u[kM + 1] = 2.0;
  u[kM + 2] = 50.0;
  const gpuinv_interior_lp lp = {0,       kM,       kN,      0,
                                 nullptr, nullptr,  nullptr, nullptr,
                                 0.0,     l.data(), u.data()};
  demands[7] = 8.0;
  ck_assert(!gpuinv::needs_few_paths(lp, demands));
  demands[7] = 6.0;
  ck_assert(gpuinv::needs_few_paths(lp, demands));
  demands[0] = 0.5;  // takes a path of its own
  ck_assert(!gpuinv::needs_few_paths(lp, demands));
  u[kM] = u[kM + 1] = u[kM + 2] = DBL_MAX;  // now each demand takes one path
  ck_assert(gpuinv::needs_few_paths(lp, demands));
}
END_TEST

// With many columns per row it is the standard basis.
START_TEST(wide_problems_start_from_slacks) {
  const Vector c(20, 1.0), l(22, 0.0), u(22, DBL_MAX), ones(20, 1.0);
  const gpuinv_interior_lp lp = {0,       2,        20,      0,
                                 nullptr, nullptr,  nullptr, c.data(),
                                 0.0,     l.data(), u.data()};
  const DualStart start = dual_start(lp, ones.data(), ones.data());
  ck_assert_int_eq(start.size, 0);
  for (int k = 0; k < 22; k++)
    ck_assert_int_eq(start.stat[k],
                     k < 2 ? GPUINV_STAT_BASIC : GPUINV_STAT_LOWER);
}
END_TEST

// No entry of a row is in a later column, and pivots are large enough.
START_TEST(part_is_triangular) {
  constexpr int kM = 30, kN = 40;
  constexpr double kTol = 0.1;
  const SparseVectors a = random_columns(kM, kN, 1 + _i);
  const auto part = gpuinv::triangular_part(a.columns(kM), kTol);
  ck_assert_uint_ge(part.size(), 10);
  std::vector<int> place(kN, -1);
  for (std::size_t k = 0; k < part.size(); k++) place[part[k].second] = k;
  for (std::size_t k = 0; k < part.size(); k++) {
    const auto [i, j] = part[k];
    double pivot = 0.0, largest = 0.0;
    for (int t = a.start[j]; t < a.start[j + 1]; t++) {
      largest = std::fmax(largest, std::fabs(a.value[t]));
      if (a.index[t] == i) pivot = std::fabs(a.value[t]);
    }
    ck_assert_double_gt(pivot, 0.0);
    ck_assert_double_ge(pivot, kTol * largest);
    for (int q = 0; q < kN; q++)
      for (int t = a.start[q]; t < a.start[q + 1]; t++)
        ck_assert(a.index[t] != i || place[q] <= static_cast<int>(k));
  }
}
END_TEST

// In mode auto time decides, in the others and later the work of GLPK.
START_TEST(engine_is_due) {
  using gpuinv::start_is_due;
  ck_assert(!start_is_due(GPUINV_MODE_AUTO, 0, 1e5, 1000, 0.04));
  ck_assert(start_is_due(GPUINV_MODE_AUTO, 0, 1e5, 0, 0.06));
  ck_assert(!start_is_due(GPUINV_MODE_STEADY, 0, 1e5, 1999, 1e9));
  ck_assert(start_is_due(GPUINV_MODE_STEADY, 0, 1e5, 2000, 0.0));
  ck_assert(start_is_due(GPUINV_MODE_ONLY, 0, 1e5, 0, 0.0));
  ck_assert(!start_is_due(GPUINV_MODE_ONLY, 1, 1e5, 59, 1e9));
  ck_assert(start_is_due(GPUINV_MODE_ONLY, 1, 1e5, 60, 0.0));
  ck_assert(!start_is_due(GPUINV_MODE_ONLY, 4, 1e5, 479, 1e9));
  ck_assert(start_is_due(GPUINV_MODE_ONLY, 4, 1e5, 480, 0.0));
  ck_assert(!start_is_due(GPUINV_MODE_AUTO, 2, 1e5, 119, 1e9));
  ck_assert(!start_is_due(GPUINV_MODE_AUTO, 2, 1e5, 120, 0.1));
  ck_assert(start_is_due(GPUINV_MODE_AUTO, 2, 1e5, 120, 0.3));
  ck_assert(!start_is_due(GPUINV_MODE_STEADY, 1, 1e5, 3999, 1e9));
  ck_assert(start_is_due(GPUINV_MODE_STEADY, 1, 1e5, 4000, 0.0));
}
END_TEST

// In mode only the caller goes on where a processor is free, if an engine left
// the search to it, and it has not ended in a moment.
START_TEST(caller_races) {
  using gpuinv::caller_goes_on;
  ck_assert(caller_goes_on(GPUINV_MODE_AUTO, 0, 0.06, 1));
  ck_assert(!caller_goes_on(GPUINV_MODE_ONLY, 0, 0.3, 2));
  ck_assert(!caller_goes_on(GPUINV_MODE_ONLY, 1, 0.1, 2));
  ck_assert(!caller_goes_on(GPUINV_MODE_ONLY, 1, 0.3, 1));
  ck_assert(caller_goes_on(GPUINV_MODE_ONLY, 1, 0.3, 2));
  ck_assert(!caller_goes_on(GPUINV_MODE_STEADY, 1, 0.3, 2));
}
END_TEST

// How long an engine in a race works with sparse factors alone: the sooner a
// device is sure to be needed, or can be used, the shorter.
START_TEST(devices_begin_sooner_for_large_ones) {
  using gpuinv::early_seconds;
  using gpuinv::Place;
  const gpuinv::Size small = {100, 300, 1000}, large = {1000, 3000, 50000},
                     huge = {10000, 30000, 100000};
  const double on_host = early_seconds(small, Place::kHost);
  ck_assert_double_gt(early_seconds(small, Place::kDevice), on_host);
  ck_assert_double_lt(early_seconds(small, Place::kStartedDevice), on_host);
  ck_assert_double_eq(early_seconds(large, Place::kDevice), on_host);
  ck_assert_double_eq(early_seconds(huge, Place::kDevice), 0.0);
  ck_assert_double_eq(early_seconds(huge, Place::kStartedDevice), 0.0);
  ck_assert_double_eq(early_seconds(huge, Place::kHost), on_host);
}
END_TEST

// Each line has more pivots than the one before.  One is due after a period, or
// when the course changes.
START_TEST(lines_are_displayed) {
  gpuinv::Display display(1.0, 5.0);
  gpuinv_progress report = {GPUINV_COURSE_FEASIBILITY, 10, 0, 0.0, 0.0};
  ck_assert(!display.shows(report, 0.9));
  ck_assert(display.shows(report, 1.0));
  ck_assert(!display.shows(report, 9.0));
  report.pivots = 11;
  ck_assert(!display.shows(report, 5.9));
  report.course = GPUINV_COURSE_PRIMAL;
  ck_assert(display.shows(report, 5.9));
  report.pivots = 12;
  ck_assert(!display.shows(report, 10.8));
  ck_assert(display.shows(report, 10.9));
}
END_TEST

TCase* start_cases() {
  TCase* tests = tcase_create("starts");
  tcase_add_test(tests, tight_columns_are_basic);
  tcase_add_test(tests, matrix_is_asked_for);
  tcase_add_test(tests, nothing_to_improve);
  tcase_add_test(tests, maximized_from_upper_bounds);
  tcase_add_test(tests, penalties_in_costs_of_a_network);
  tcase_add_test(tests, paths_are_counted);
  tcase_add_test(tests, wide_problems_start_from_slacks);
  tcase_add_loop_test(tests, part_is_triangular, 0, 50);
  tcase_add_test(tests, engine_is_due);
  tcase_add_test(tests, caller_races);
  tcase_add_test(tests, devices_begin_sooner_for_large_ones);
  tcase_add_test(tests, lines_are_displayed);
  return tests;
}
