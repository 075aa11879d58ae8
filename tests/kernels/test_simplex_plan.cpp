// test_simplex_plan.cpp (division of a tableau into blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "kernels/inverse_plan.hpp"
#include "kernels/simplex_plan.hpp"

namespace {

using namespace gpuinv::kernels;

constexpr std::size_t kHopper = 227 << 10, kTuring = 64 << 10;

struct Machine {
  int m, columns, multiprocessors;
  std::size_t shared;
};
constexpr Machine kMachines[] = {
    {1, 2, 132, kHopper},       {8, 9, 132, kHopper},
    {1000, 1001, 132, kHopper}, {15000, 15001, 132, kHopper},
    {20, 90001, 132, kHopper},  {60000, 300, 132, kHopper},
    {2000, 2001, 40, kTuring},  {300, 301, 1, kTuring},
    {5000, 5001, 200, kHopper}};
constexpr int kMachineCount = sizeof kMachines / sizeof kMachines[0];

bool power_of_two(int x) { return x > 0 && (x & (x - 1)) == 0; }

// Checks that a plan for machine c covers the problem with at most `most`
// blocks.
void check_plan(const SimplexPlan& p, const Machine& c, int most) {
  ck_assert_int_ge(p.blocks, 1);
  ck_assert_int_le(p.blocks, std::min(c.multiprocessors, most));
  ck_assert_int_ge(p.blocks * p.row_slice, c.m);
  ck_assert_int_ge(p.blocks * p.column_slice, c.columns);
  ck_assert_int_eq(p.capacity % kCapacityUnit, 0);
  ck_assert_int_ge(p.capacity, kCapacityUnit);
  ck_assert_int_le(p.capacity, kMostCapacity);
  ck_assert(power_of_two(p.row_lanes) && power_of_two(p.column_lanes));
  ck_assert_int_le(p.row_lanes, kWarpLanes);
  ck_assert_uint_le(p.shared_bytes, c.shared);
  ck_assert(p.shared || !p.columns_shared);
}

START_TEST(plans_cover_and_fit) {
  const auto& c = kMachines[_i];
  for (const int k : {0, 1, 16, 50, 128, 1000}) {
    for (const int blocks : {0, 1, 7, 500}) {
      const SimplexWish wish{k, blocks};
      check_plan(
          plan_tableau(c.m, c.columns, c.multiprocessors, c.shared, wish), c,
          kMostBlocks);
      check_plan(
          plan_inverse(c.m, c.columns, c.multiprocessors, c.shared, wish), c,
          kFewPerLane * kWarpLanes);
    }
  }
}
END_TEST

START_TEST(wishes_are_kept_where_they_fit) {
  const SimplexPlan p =
      plan_tableau(1000, 1001, 132, kHopper, SimplexWish{50, 60});
  ck_assert_int_eq(p.capacity, 64);
  ck_assert_int_eq(p.blocks, 60);
  ck_assert(p.shared);
}
END_TEST

// Dense m = n on an H200: everything is in shared memory up to 15000, with more
// blocks only if they allow a larger K.
START_TEST(large_square_tableaus_stay_in_shared_memory) {
  const SimplexPlan small = plan_tableau(8000, 8001, 132, kHopper, {});
  ck_assert(small.shared);
  ck_assert_int_eq(small.capacity, kMostCapacity);
  ck_assert_int_le(small.blocks, kFewPerLane * kWarpLanes);
  const SimplexPlan large = plan_tableau(15000, 15001, 132, kHopper, {});
  ck_assert(large.shared);
  ck_assert_int_eq(large.blocks, 128);
  ck_assert_int_eq(large.capacity, 96);
  const SimplexPlan between = plan_tableau(12500, 12501, 132, kHopper, {});
  ck_assert_int_eq(between.blocks, 132);
  const SimplexPlan wide = plan_tableau(3000, 300001, 132, kHopper, {});
  ck_assert(!wide.shared);
  ck_assert_int_eq(wide.capacity, kMostCapacity);
}
END_TEST

void check_spread(const SimplexPlan& b, const SimplexPlan& a, const Machine& c,
                  const Spreading& how) {
  ck_assert_int_eq(a.capacity, b.capacity);
  ck_assert_int_eq(a.blocks, b.blocks);
  ck_assert_int_eq(a.row_lanes, b.row_lanes);
  ck_assert_int_eq(a.column_lanes, b.column_lanes);
  ck_assert_int_eq(a.column_slice, b.column_slice);
  ck_assert(a.shared == b.shared);
  ck_assert_int_ge(b.blocks * b.row_slice, how.most_rows);
  ck_assert_int_ge(b.blocks * b.inner_slice, c.m);
  ck_assert_uint_le(b.shared_bytes, c.shared);
  ck_assert_uint_eq(b.whole_bytes, a.shared_bytes);
}

// Several cards sum as one does, and own everything together.
START_TEST(spread_plans_are_those_of_one_card) {
  for (const Machine& c : kMachines)
    for (int cards = 1; cards <= 5; cards++) {
      const Spreading how{(c.m + cards - 1) / cards, c.multiprocessors, 1};
      check_spread(
          plan_spread(c.m, c.columns, how, c.shared, {}),
          plan_tableau(c.m, c.columns, c.multiprocessors, c.shared, {}), c,
          how);
      check_spread(
          plan_spread_inverse(c.m, c.columns, how, c.shared, {}),
          plan_inverse(c.m, c.columns, c.multiprocessors, c.shared, {}), c,
          how);
    }
}
END_TEST

// Lanes of half a warp read different banks of 8 bytes.
START_TEST(factors_have_no_bank_conflicts) {
  for (int lanes = kLeastLanes; lanes <= kWarpLanes; lanes *= 2) {
    for (int k = kCapacityUnit; k <= kMostCapacity; k += kCapacityUnit) {
      bool used[16] = {};
      for (int t = 0; t < 16; t++) {
        const int bank = (t / lanes * plan_pitch(k, lanes) + t % lanes) % 16;
        ck_assert(!used[bank]);
        used[bank] = true;
      }
    }
  }
}
END_TEST

// Netlib's largest problems on an H200, and larger ones.
START_TEST(inverse_plans_of_an_h200) {
  const SimplexPlan qap15 = plan_inverse(6330, 22275, 132, kHopper, {});
  ck_assert(qap15.shared && qap15.columns_shared);
  ck_assert_int_eq(qap15.capacity, kMostCapacity);
  const SimplexPlan stocfor3 = plan_inverse(16675, 15695, 132, kHopper, {});
  ck_assert(stocfor3.shared);
  ck_assert_int_eq(stocfor3.capacity, 64);  // though 80 would fit
  const SimplexPlan asked = plan_inverse(16675, 15695, 132, kHopper, {80, 0});
  ck_assert_int_eq(asked.capacity, 80);
  const SimplexPlan wide = plan_inverse(3000, 300000, 132, kHopper, {});
  ck_assert(wide.shared && !wide.columns_shared);
  ck_assert_int_eq(wide.capacity, kMostCapacity);
  const SimplexPlan large = plan_inverse(60000, 60000, 132, kHopper, {});
  ck_assert(!large.shared && large.vectors);
  const SimplexPlan huge = plan_inverse(160000, 160000, 132, kHopper, {});
  ck_assert(!huge.shared && !huge.vectors);
}
END_TEST

void check_within(const SimplexPlan& less, const SimplexPlan& all) {
  ck_assert(!less.shared && !less.columns_shared);
  if (all.shared) ck_assert_uint_lt(less.shared_bytes, all.shared_bytes);
  ck_assert_int_eq(less.blocks, all.blocks);
  ck_assert_int_eq(less.capacity, all.capacity);
  ck_assert_int_eq(less.row_slice, all.row_slice);
  ck_assert_int_eq(less.column_slice, all.column_slice);
  ck_assert_int_eq(less.row_lanes, all.row_lanes);
  ck_assert_int_eq(less.column_lanes, all.column_lanes);
}

// A kernel with less shared memory works on the same arrays.
START_TEST(plans_within_a_smaller_limit) {
  for (const Machine& c : kMachines) {
    const SimplexPlan t =
        plan_tableau(c.m, c.columns, c.multiprocessors, c.shared, {});
    const SimplexPlan w =
        plan_inverse(c.m, c.columns, c.multiprocessors, c.shared, {});
    ck_assert(plan_within(c.shared, t).shared == t.shared);
    ck_assert(plan_inverse_within(c.shared, w).shared == w.shared);
    check_within(plan_within(t.shared_bytes - 1, t), t);
    check_within(plan_inverse_within(w.shared_bytes - 1, w), w);
  }
}
END_TEST

// Every position has a place of its own, in the slice of its block.
START_TEST(positions_are_dealt) {
  for (const int count : {1, 7, 8, 9, 1000}) {
    for (const int blocks : {1, 2, 7, 128}) {
      const Deal deal{blocks, (count + blocks - 1) / blocks};
      std::vector<int> seen(blocks * deal.per_block, -1);
      for (int j = 0; j < count; j++) {
        const int place = deal.place(j);
        ck_assert_int_lt(place, blocks * deal.per_block);
        ck_assert_int_eq(seen[place], -1);
        ck_assert_int_eq(place / deal.per_block, j % blocks);
        ck_assert_int_eq(deal.number(place), j);
        seen[place] = j;
      }
    }
  }
}
END_TEST

}  // namespace

int main() {
  Suite* suite = suite_create("simplex_plan");
  TCase* cases = tcase_create("host");
  tcase_add_loop_test(cases, plans_cover_and_fit, 0, kMachineCount);
  tcase_add_test(cases, wishes_are_kept_where_they_fit);
  tcase_add_test(cases, large_square_tableaus_stay_in_shared_memory);
  tcase_add_test(cases, spread_plans_are_those_of_one_card);
  tcase_add_test(cases, factors_have_no_bank_conflicts);
  tcase_add_test(cases, inverse_plans_of_an_h200);
  tcase_add_test(cases, plans_within_a_smaller_limit);
  tcase_add_test(cases, positions_are_dealt);
  suite_add_tcase(suite, cases);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
