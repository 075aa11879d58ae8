// test_cards.cpp (tableaux and inverses on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

// GPUINV_CARDS=0,1,... names the cards, by default all of the host; a card that
// is named twice gets two parts.  With fewer than two the exit status is 77, or
// a failure if GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "libgpuinv/device/device_inverse_tableau.hpp"
#include "libgpuinv/device/device_tableau.hpp"
#include "libgpuinv/device/spread_tableau.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/kernels/tableau_cases.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {
namespace {

using ::testing::seed;
using Contexts = std::vector<std::shared_ptr<device::Context>>;

constexpr struct {
  int m, nn;
} kShapes[] = {{1, 1},     {1, 100},   {2, 3},    {31, 33},  {100, 257},
               {257, 100}, {257, 257}, {600, 33}, {33, 600}, {600, 600},
               {1500, 33}, {33, 1500}, {70, 4000}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];
// The last shape, which takes the host long to check, is compared with one card
// alone.
constexpr int kCheckedShapes = kShapeCount - 1;

// As in test_tableau.cpp: chosen, folds during the run, few blocks, and too
// many rows in one block, or columns in three or seven, to have factors, or
// anything, in shared memory.
constexpr struct {
  int pivots, blocks;
} kLayouts[] = {{0, 0}, {16, 0}, {64, 7}, {128, 1}, {128, 3}, {128, 7}};
constexpr int kLayoutCount = sizeof kLayouts / sizeof kLayouts[0];

std::vector<int> card_list() {
  std::vector<int> list;
  if (const char* named = std::getenv("GPUINV_CARDS")) {
    for (char* end = nullptr; *named != 0; named = end) {
      list.push_back(static_cast<int>(std::strtol(named, &end, 10)));
      if (end == named) break;
      if (*end == ',') end++;
    }
    return list;
  }
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) count = 0;
  for (int c = 0; c < count; c++) list.push_back(c);
  return list;
}

Contexts make_contexts() {
  Contexts contexts;
  for (const int device : card_list())
    contexts.push_back(std::make_shared<device::Context>(device));
  return contexts;
}

kernels::SimplexWish wish_of(int layout) {
  kernels::SimplexWish wish;
  wish.capacity = kLayouts[layout].pivots;
  wish.blocks = kLayouts[layout].blocks;
  return wish;
}

// Every case runs in tableau form, then in inverse form.
constexpr Form kForms[] = {Form::kTableau, Form::kInverse};

std::unique_ptr<Tableau> on_one_card(const Contexts& contexts, int layout,
                                     Form form) {
  if (form == Form::kInverse)
    return std::make_unique<device::DeviceInverseTableau>(contexts[0],
                                                          wish_of(layout));
  return std::make_unique<device::DeviceTableau>(contexts[0], wish_of(layout));
}

TableauLp problem(int shape, Start start, bool dual) {
  return make_lp(seed() + shape, kShapes[shape].m, kShapes[shape].nn, start,
                 dual);
}

void check_errors(const TableauErrors& e, int shape) {
  const int m = kShapes[shape].m, nn = kShapes[shape].nn;
  ck_assert_msg(e.failure.empty(), "%d x %d: %s", m, nn, e.failure.c_str());
  ck_assert_msg(e.wrong == 0, "%d x %d: %ld wrong", m, nn, e.wrong);
  // as in test_tableau.cpp
  ck_assert_msg(e.columns <= 1e-9, "%d x %d: columns %g", m, nn, e.columns);
  ck_assert_msg(e.transposed <= 1e-12, "%d x %d: transposed %g", m, nn,
                e.transposed);
  ck_assert_msg(e.costs <= 1e-7, "%d x %d: costs %g", m, nn, e.costs);
  ck_assert_msg(e.values <= 1e-7, "%d x %d: values %g", m, nn, e.values);
  ck_assert_msg(e.bounds <= 1e-7, "%d x %d: bounds %g", m, nn, e.bounds);
}

// Runs from all kinds of bases.
void run_all(const Contexts& contexts, int layout, int shape, bool dual,
             Form form, int most_columns) {
  for (const Start start :
       {Start::kSlack, Start::kTriangular, Start::kParts, Start::kGeneral}) {
    device::SpreadTableau tableau(contexts, wish_of(layout), form);
    tableau.builder().set_most_columns(most_columns);
    const TableauLp lp = problem(shape, start, dual);
    check_errors(run_scenario(tableau, lp, dual), shape);
  }
}

START_TEST(state_is_kept) {
  const Contexts contexts = make_contexts();
  for (int layout = 0; layout < kLayoutCount; layout++)
    run_all(contexts, layout, _i / 4, _i % 2 != 0, kForms[_i / 2 % 2], 1 << 30);
}
END_TEST

// T0 or W0 is sent by panels of 64 columns.
START_TEST(panels_are_put_together) {
  run_all(make_contexts(), 0, _i / 2, false, kForms[_i % 2], 64);
}
END_TEST

// Compares every number that the iterations leave, to the last bit.
START_TEST(same_as_one_card) {
  const int shape = _i / 6;
  const auto [dual, steps] = kWays[_i % 3];
  const Form form = kForms[_i / 3 % 2];
  const Contexts contexts = make_contexts();
  for (int layout = 0; layout < kLayoutCount; layout++) {
    const TableauLp lp = problem(shape, Start::kGeneral, dual);
    const auto one = on_one_card(contexts, layout, form);
    device::SpreadTableau all(contexts, wish_of(layout), form);
    const std::vector<double> a = run_transcript(*one, lp, dual, steps);
    const std::vector<double> b = run_transcript(all, lp, dual, steps);
    ck_assert_uint_eq(a.size(), b.size());
    std::size_t t = 0;
    while (t < a.size() && a[t] == b[t]) t++;
    ck_assert_msg(t == a.size(),
                  "%s %s %d x %d, layout %d: number %zu of %zu is %.17g on "
                  "one card, %.17g on several",
                  form == Form::kTableau ? "tableau" : "inverse",
                  dual ? "dual" : "primal", kShapes[shape].m, kShapes[shape].nn,
                  layout, t, a.size(), a[t], b[t]);
  }
}
END_TEST

// The cards share the pivot row if blocks have many columns.
START_TEST(poor_pivots_are_refused) {
  const bool dual = _i % 2 != 0, alone = _i / 2 % 2 != 0;
  const Contexts contexts = make_contexts();
  const Form form = kForms[_i / 4];
  for (const int empty : {0, 2000}) {
    for (int layout = 0; layout < kLayoutCount; layout++) {
      const auto one = on_one_card(contexts, layout, form);
      device::SpreadTableau all(contexts, wish_of(layout), form);
      const PoorPivot a = run_poor_pivot(*one, dual, alone, empty);
      const PoorPivot b = run_poor_pivot(all, dual, alone, empty);
      ck_assert_int_eq(static_cast<int>(a.batch.stop),
                       static_cast<int>(b.batch.stop));
      ck_assert_int_eq(a.batch.pivots, b.batch.pivots);
      ck_assert(a.scale == b.scale);
    }
  }
}
END_TEST

START_TEST(nan_ends_the_run) {
  const bool dual = _i % 2 != 0;
  for (const int shape : {6, kShapeCount - 1}) {
    TableauLp lp = problem(shape, Start::kSlack, dual);
    std::vector<double>& poisoned =
        _i / 2 % 2 == 0 ? lp.state.d : lp.state.beta;
    std::fill(poisoned.begin(), poisoned.end(), std::nan(""));
    for (int layout = 0; layout < kLayoutCount; layout++) {
      device::SpreadTableau tableau(make_contexts(), wish_of(layout),
                                    kForms[_i / 4]);
      ck_assert(tableau.build(lp.lp, lp.basis));
      tableau.push(lp.state);
      const Tolerances tol{1e-9, 1e-9, 1e-9};
      const Batch batch = dual ? tableau.dual(1000, tol, Steps::kShort)
                               : tableau.primal(1000, tol);
      ck_assert_int_le(batch.pivots + batch.flips, 1000);
    }
  }
}
END_TEST

void CUDART_CB sleep_long(void*) {
  std::this_thread::sleep_for(std::chrono::seconds(3));
}

// The last card comes too late.  This is an error, in time, and no card waits
// forever; afterwards all cards work again.
START_TEST(late_launch_ends_the_run) {
  const Contexts contexts = make_contexts();
  const TableauLp lp = problem(6, Start::kGeneral, false);
  device::SpreadTableau tableau(contexts, wish_of(0), kForms[_i]);
  ck_assert(tableau.build(lp.lp, lp.basis));
  tableau.push(lp.state);
  tableau.set_patience(0.2);
  std::string error;
  const auto begin = std::chrono::steady_clock::now();
  try {
    tableau.delay_last_card_once(sleep_long);
    tableau.primal(10, {1e-9, 1e-9, 1e-9});
  } catch (const std::exception& e) {
    error = e.what();
  }
  const std::chrono::duration<double> took =
      std::chrono::steady_clock::now() - begin;
  std::printf("# %.2f s: %s\n", took.count(), error.c_str());
  ck_assert_ptr_nonnull(std::strstr(error.c_str(), "does not answer"));
  ck_assert(took.count() < 8.0);
  tableau.set_patience(10.0);
  check_errors(run_scenario(tableau, lp, false), 6);
}
END_TEST

Suite* cards_suite() {
  Suite* suite = suite_create("cards");
  const auto add = [suite](const char* name) {
    TCase* cases = tcase_create(name);
    tcase_set_timeout(cases, 600);
    suite_add_tcase(suite, cases);
    return cases;
  };
  tcase_add_loop_test(add("same"), same_as_one_card, 0, 6 * kShapeCount);
  tcase_add_loop_test(add("state"), state_is_kept, 0, 4 * kCheckedShapes);
  tcase_add_loop_test(add("panels"), panels_are_put_together, 0,
                      2 * kCheckedShapes);
  TCase* faults = add("faults");
  tcase_add_loop_test(faults, poor_pivots_are_refused, 0, 8);
  tcase_add_loop_test(faults, nan_ends_the_run, 0, 8);
  tcase_add_loop_test(faults, late_launch_ends_the_run, 0, 2);
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  if (gpuinv::tests::card_list().size() < 2)
    return gpuinv::tests::skip("fewer than two cards");
  return gpuinv::tests::run_on_device(
      "test_cards", [] { return std::vector{gpuinv::tests::cards_suite()}; });
}
