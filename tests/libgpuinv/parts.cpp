// parts.cpp (a tableau whose rows are divided into parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parts.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/simplex/cards.hpp"
#include "libgpuinv/simplex/partition.hpp"
#include "seed.hpp"
#include "tests/kernels/tableau_cases.hpp"

using gpuinv::HostTableau;
using gpuinv::Partition;
using gpuinv::tests::kWays;
using gpuinv::tests::make_lp;
using gpuinv::tests::run_scenario;
using gpuinv::tests::run_transcript;
using gpuinv::tests::Start;
using gpuinv::tests::TableauErrors;
using gpuinv::tests::TableauLp;

namespace {

constexpr int kMostParts = 5;

// Fewer rows than parts, parts that are not whole units, several folds.
constexpr struct {
  int m, nn;
} kShapes[] = {{1, 1}, {3, 100}, {17, 33}, {100, 1}, {100, 257}, {257, 100}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];

}  // namespace

START_TEST(every_row_has_one_owner) {
  for (const int unit : {1, 16})
    for (int m = 1; m <= 200; m++)
      for (int parts = 1; parts <= 8; parts++) {
        const Partition rows(m, parts, unit);
        ck_assert_int_le(rows.parts(), parts);
        ck_assert_int_eq(rows.first(0), 0);
        ck_assert_int_eq(rows.end(rows.parts() - 1), m);
        for (int p = 0; p < rows.parts(); p++) {
          ck_assert_int_gt(rows.count(p), 0);
          ck_assert_int_le(rows.count(p), rows.largest());
          ck_assert_int_eq(rows.first(p) % unit, 0);
          for (int i = rows.first(p); i < rows.end(p); i++)
            ck_assert_int_eq(rows.owner(i), p);
        }
      }
}
END_TEST

// No part has more than its share plus a unit.
START_TEST(parts_are_equal) {
  const Partition rows(100000, 3, 16);
  ck_assert_int_eq(rows.parts(), 3);
  for (int p = 0; p < 3; p++) {
    ck_assert_int_ge(rows.count(p), 100000 / 3 - 16);
    ck_assert_int_le(rows.count(p), 100000 / 3 + 17);
  }
  // the last of 2^31 - 1 rows does not overflow
  const Partition many(2147483647, 8);
  ck_assert_int_eq(many.end(7), 2147483647);
}
END_TEST

// Compares every number that the pivots leave, to the last bit.
START_TEST(parts_pivot_alike) {
  const int shape = _i / 3;
  const auto [dual, steps] = kWays[_i % 3];
  for (const Start start :
       {Start::kTriangular, Start::kParts, Start::kGeneral}) {
    const TableauLp lp = make_lp(testing::seed() + shape, kShapes[shape].m,
                                 kShapes[shape].nn, start, dual);
    HostTableau one({}, 1);
    const std::vector<double> expected = run_transcript(one, lp, dual, steps);
    for (int parts = 2; parts <= kMostParts; parts++) {
      HostTableau several({}, parts);
      const std::vector<double> found =
          run_transcript(several, lp, dual, steps);
      ck_assert_uint_eq(expected.size(), found.size());
      ck_assert_mem_eq(expected.data(), found.data(),
                       expected.size() * sizeof(double));
    }
  }
}
END_TEST

START_TEST(products_of_parts_are_equal) {
  const TableauLp lp =
      make_lp(testing::seed(), 257, 100, Start::kGeneral, false);
  std::vector<double> z(101), w(257), y(257), v(101);
  for (int j = 0; j < 101; j++) z[j] = 1.0 / (3 + j);
  for (int i = 0; i < 257; i++) w[i] = 1.0 / (7 + i);
  HostTableau one({}, 1);
  ck_assert(one.build(lp.lp, lp.basis));
  one.multiply(z.data(), y.data(), w.data(), v.data());
  for (int parts = 2; parts <= kMostParts; parts++) {
    std::vector<double> y2(257), v2(101);
    HostTableau several({}, parts);
    ck_assert(several.build(lp.lp, lp.basis));
    several.multiply(z.data(), y2.data(), w.data(), v2.data());
    ck_assert(y == y2);
    ck_assert(v == v2);
  }
}
END_TEST

START_TEST(parts_keep_their_state) {
  const int shape = _i / 3;
  const auto [dual, steps] = kWays[_i % 3];
  const TableauLp lp = make_lp(testing::seed() + shape, kShapes[shape].m,
                               kShapes[shape].nn, Start::kGeneral, dual);
  HostTableau tableau({}, 3);
  const TableauErrors e = run_scenario(tableau, lp, dual, steps);
  ck_assert_msg(e.failure.empty(), "%s", e.failure.c_str());
  ck_assert_int_eq(e.wrong, 0);
  // as on a device, see tests/kernels/test_tableau.cpp
  ck_assert(e.columns <= 1e-9 && e.transposed <= 1e-12);
  ck_assert(e.costs <= 1e-7 && e.values <= 1e-7 && e.bounds <= 1e-7);
}
END_TEST

// x_i + y = 1 in all rows: each is as good a pivot as any other.
START_TEST(of_equal_rows_the_first_is_chosen) {
  constexpr int kRows = 80;
  TableauLp p;
  p.lp.m = kRows;
  p.lp.n = kRows + 1;
  for (int k = 0; k <= kRows; k++) {
    for (int i = 0; i < kRows; i++) {
      if (k < kRows && i != k) continue;
      p.matrix->ind.push_back(i);
      p.matrix->val.push_back(1.0);
    }
    p.matrix->ptr.push_back(static_cast<int>(p.matrix->ind.size()));
    if (k < kRows) p.basis.basic.push_back(k);
  }
  p.lend(0);
  p.basis.nonbasic = {kRows};
  p.basis.at = {gpuinv::At::kLower};
  p.lp.b.assign(kRows, 1.0);
  p.state.basic = p.basis.basic;
  p.state.beta = p.lp.b;
  p.state.basic_lower.assign(kRows, 0.0);
  p.state.basic_upper.assign(kRows, HUGE_VAL);
  p.state.row_scale.assign(kRows, 1.0f);
  p.state.nonbasic = p.basis.nonbasic;
  p.state.at = p.basis.at;
  p.state.lower = {0.0};
  p.state.upper = {HUGE_VAL};
  p.state.d = {-1.0};
  p.state.col_scale = {1.0f};
  for (int parts = 1; parts <= kMostParts; parts++) {
    HostTableau tableau({}, parts);
    ck_assert(tableau.build(p.lp, p.basis));
    tableau.push(p.state);
    const gpuinv::Batch batch = tableau.primal(1, {1e-9, 1e-9, 1e-9});
    ck_assert_int_eq(batch.pivots, 1);
    gpuinv::SimplexState end;
    tableau.pull(end);
    ck_assert_int_eq(end.basic[0], kRows);
  }
}
END_TEST

int cards_for(int m, int most, double gigabytes) {
  const std::size_t bytes = static_cast<std::size_t>(1e9 * gigabytes);
  const gpuinv::Size size{m, 2 * m, 0};
  return gpuinv::how_many_cards(size, gpuinv::Form::kTableau, most, bytes)
      .cards;
}

START_TEST(cards_that_pay) {
  ck_assert_int_eq(cards_for(1000, 2, 141.0), 1);
  ck_assert_int_eq(cards_for(8000, 8, 141.0), 1);
  ck_assert_int_eq(cards_for(100000, 1, 141.0), 1);
  ck_assert_int_eq(cards_for(100000, 2, 141.0), 2);
  ck_assert_int_ge(cards_for(100000, 8, 141.0), 4);
}
END_TEST

// T0 has 80 GB.
START_TEST(cards_that_hold_a_tableau) {
  ck_assert_int_eq(cards_for(100000, 4, 30.0), 4);
  ck_assert_int_eq(cards_for(2000, 4, 0.022), 3);   // 32 MB and its vectors
  ck_assert_int_eq(cards_for(100000, 2, 30.0), 1);  // not even two
  const gpuinv::Size size{100000, 200000, 0};
  const auto none = gpuinv::how_many_cards(size, gpuinv::Form::kTableau, 2,
                                           std::size_t{30000000000u});
  ck_assert_ptr_nonnull(std::strstr(none.reason.c_str(), "on each of 2"));
  ck_assert_int_eq(gpuinv::how_many_cards(size, gpuinv::Form::kInverse, 2,
                                          std::size_t{141000000000u})
                       .cards,
                   1);
}
END_TEST

// More cards mean less time and memory on each; there are never more than
// exist.
START_TEST(cards_in_general) {
  for (int m = 100; m < 300000; m = 3 * m / 2)
    for (int most = 1; most <= 8; most++) {
      const gpuinv::Size size{m, 3 * m, 0};
      const auto choice = gpuinv::how_many_cards(
          size, gpuinv::Form::kTableau, most, std::size_t{141000000000u});
      ck_assert_int_ge(choice.cards, 1);
      ck_assert_int_le(choice.cards, most);
      ck_assert(!choice.reason.empty());
      ck_assert(gpuinv::tableau_bytes_per_card(size, most) <=
                gpuinv::tableau_bytes_per_card(size, 1));
    }
}
END_TEST

START_TEST(lists_of_devices) {
  const auto none = gpuinv::parse_options("devices=0");
  ck_assert_int_eq(none.device_count(), 1);
  ck_assert(none.device_list(4) == std::vector<int>({0}));
  const auto two = gpuinv::parse_options("devices=10");
  ck_assert_int_eq(two.device, 1);
  ck_assert_int_eq(two.device_count(), 2);
  ck_assert(two.device_list(4) == std::vector<int>({1, 3}));
  ck_assert(two.device_list(2) == std::vector<int>({1}));
  const auto all = gpuinv::parse_options("devices=2147483647");
  ck_assert(all.device_list(3) == std::vector<int>({0, 1, 2}));
  const auto last = gpuinv::parse_options("devices=3 device=2");
  ck_assert(last.device_list(4) == std::vector<int>({2}));
}
END_TEST

// Devices that must share, in the order given; the first one does the rest.
START_TEST(devices_that_must_share) {
  const auto twice = gpuinv::parse_options("devices=3 spread=2,0,2");
  ck_assert(twice.spread == std::vector<int>({2, 0, 2}));
  ck_assert_int_eq(twice.device, 2);
  ck_assert_int_eq(twice.device_count(), 3);
  for (const char* bad : {"spread=", "spread=0,", "spread=,1", "spread=0;1",
                          "spread=-1", "spread=0,x"}) {
    int status = GPUINV_OK;
    try {
      gpuinv::parse_options(bad);
    } catch (const gpuinv::Error& error) {
      status = error.status();
    }
    ck_assert_msg(status == GPUINV_INVALID, "%s is accepted", bad);
  }
  setenv("GPUINV_SPREAD", "1,0", 1);
  const auto here = gpuinv::options_here("backend=cuda");
  const auto text = gpuinv::options_here("spread=4,5");
  unsetenv("GPUINV_SPREAD");
  ck_assert(here.spread == std::vector<int>({1, 0}));
  ck_assert_int_eq(here.device, 1);
  ck_assert(text.spread == std::vector<int>({4, 5}));
  ck_assert(gpuinv::options_here("").spread.empty());
}
END_TEST

TCase* part_cases() {
  TCase* tcase = tcase_create("parts");
  tcase_add_test(tcase, every_row_has_one_owner);
  tcase_add_test(tcase, parts_are_equal);
  tcase_add_loop_test(tcase, parts_pivot_alike, 0, 3 * kShapeCount);
  tcase_add_test(tcase, of_equal_rows_the_first_is_chosen);
  tcase_add_test(tcase, products_of_parts_are_equal);
  tcase_add_loop_test(tcase, parts_keep_their_state, 0, 3 * kShapeCount);
  tcase_add_test(tcase, cards_that_pay);
  tcase_add_test(tcase, cards_that_hold_a_tableau);
  tcase_add_test(tcase, cards_in_general);
  tcase_add_test(tcase, lists_of_devices);
  tcase_add_test(tcase, devices_that_must_share);
  return tcase;
}
