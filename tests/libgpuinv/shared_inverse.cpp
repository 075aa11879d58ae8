// shared_inverse.cpp (rows of an inverse on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <vector>

#include "host_cards.hpp"
#include "parts.hpp"
#include "seed.hpp"
#include "tests/kernels/tableau_cases.hpp"

using gpuinv::SimplexState;
using gpuinv::Tolerances;
using gpuinv::tests::make_lp;
using gpuinv::tests::run_scenario;
using gpuinv::tests::run_transcript;
using gpuinv::tests::Start;
using gpuinv::tests::TableauErrors;
using gpuinv::tests::TableauLp;
using testing::HostCards;

namespace {

constexpr struct {
  int m, nn;
} kShapes[] = {{1, 1}, {3, 40}, {17, 33}, {60, 90}, {90, 40}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];
constexpr int kMostParts = 5;

TableauLp problem(int shape, bool dual) {
  return make_lp(testing::seed() + shape, kShapes[shape].m, kShapes[shape].nn,
                 Start::kGeneral, dual);
}

}  // namespace

// The twin on one card is right, judged by the LP alone.
START_TEST(one_card_keeps_its_state) {
  HostCards one(1);
  const TableauErrors e = run_scenario(one, problem(_i / 2, _i % 2), _i % 2);
  ck_assert_msg(e.failure.empty(), "%s", e.failure.c_str());
  ck_assert_int_eq(e.wrong, 0);
  ck_assert_double_le(e.columns, 1e-9);
  ck_assert_double_le(e.transposed, 1e-12);
  ck_assert_double_le(e.costs, 1e-7);
  ck_assert_double_le(e.values, 1e-7);
  ck_assert_double_le(e.bounds, 1e-7);
}
END_TEST

// Any number of cards makes the same pivots and leaves the same bits.
START_TEST(parts_of_an_inverse_pivot_alike) {
  const TableauLp lp = problem(_i / 2, _i % 2);
  HostCards one(1);
  const std::vector<double> a = run_transcript(one, lp, _i % 2);
  for (int parts = 2; parts <= kMostParts; parts++) {
    HostCards all(parts);
    const std::vector<double> b = run_transcript(all, lp, _i % 2);
    ck_assert_uint_eq(a.size(), b.size());
    for (std::size_t t = 0; t < a.size(); t++)
      ck_assert_msg(a[t] == b[t], "%d parts: number %zu of %zu", parts, t,
                    a.size());
  }
}
END_TEST

// With a wide tolerance, a card's best row often lies beyond the step that all
// cards allow, and hides another one, which a second exchange finds.
START_TEST(hidden_rows_are_found) {
  const Tolerances wide{0.3, 1e-9, 1e-9};
  const TableauLp lp = problem(kShapeCount - 2, false);
  SimplexState end[2];
  int second = 0;
  for (const int parts : {1, kMostParts}) {
    HostCards cards(parts);
    ck_assert(cards.build(lp.lp, lp.basis));
    cards.push(lp.state);
    ck_assert_int_gt(cards.primal(100, wide).pivots, 5);
    cards.pull(end[parts > 1]);
    second += cards.second_exchanges();
  }
  ck_assert_int_gt(second, 0);
  ck_assert(end[0].basic == end[1].basic);
  ck_assert(end[0].beta == end[1].beta);
}
END_TEST

TCase* shared_inverse_cases() {
  TCase* tcase = tcase_create("shared inverse");
  tcase_add_loop_test(tcase, one_card_keeps_its_state, 0, 2 * kShapeCount);
  tcase_add_loop_test(tcase, parts_of_an_inverse_pivot_alike, 0,
                      2 * kShapeCount);
  tcase_add_test(tcase, hidden_rows_are_found);
  return tcase;
}
