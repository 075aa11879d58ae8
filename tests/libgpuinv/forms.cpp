// forms.cpp (the forms of the simplex engine)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "forms.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/simplex/form.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/sparse_choice.hpp"
#include "seed.hpp"
#include "tests/kernels/tableau_cases.hpp"

using gpuinv::HostInverseTableau;
using gpuinv::HostSparseTableau;
using gpuinv::HostTableau;
using gpuinv::tests::kWays;
using gpuinv::tests::make_lp;
using gpuinv::tests::run_bases;
using gpuinv::tests::run_poor_pivot;
using gpuinv::tests::run_scenario;
using gpuinv::tests::Start;
using gpuinv::tests::TableauErrors;
using gpuinv::tests::TableauLp;

namespace {

constexpr struct {
  int m, nn;
} kShapes[] = {{1, 1}, {3, 100}, {17, 33}, {100, 1}, {100, 257}, {257, 100}};
constexpr int kShapeCount = sizeof kShapes / sizeof kShapes[0];

constexpr int kForms = 3;
std::unique_ptr<gpuinv::Tableau> make_tableau(int form) {
  if (form == 0) return std::make_unique<HostTableau>();
  if (form == 1) return std::make_unique<HostInverseTableau>();
  return std::make_unique<HostSparseTableau>();
}

void check_scenario(gpuinv::Tableau& tableau, const TableauLp& lp, bool dual,
                    gpuinv::Steps steps) {
  const TableauErrors e = run_scenario(tableau, lp, dual, steps);
  ck_assert_msg(e.failure.empty(), "%s", e.failure.c_str());
  ck_assert_int_eq(e.wrong, 0);
  ck_assert_double_le(e.columns, 1e-9);
  ck_assert_double_le(e.transposed, 1e-12);
  ck_assert_double_le(e.costs, 1e-7);
  ck_assert_double_le(e.values, 1e-7);
  ck_assert_double_le(e.bounds, 1e-7);
}

}  // namespace

// All forms make the same pivots and are right, judged by the LP alone.
START_TEST(forms_agree) {
  const auto [dual, steps] = kWays[_i % 3];
  constexpr Start kStarts[] = {Start::kSlack, Start::kTriangular,
                               Start::kGeneral};
  const Start start = kStarts[_i / 3 % 3];
  const auto lp = make_lp(200 + _i, 10 + 11 * _i, 90 - 8 * _i, start, dual);
  HostTableau tableau;
  HostInverseTableau inverse;
  HostSparseTableau sparse;
  const auto bases = run_bases(tableau, lp, dual, 40, 1, steps);
  ck_assert(run_bases(inverse, lp, dual, 40, 1, steps) == bases);
  ck_assert(run_bases(sparse, lp, dual, 40, 1, steps) == bases);
  // with the weights of the start again, not those of the last basis
  ck_assert(run_bases(sparse, lp, dual, 40, 1, steps) == bases);
  check_scenario(inverse, lp, dual, steps);
  check_scenario(sparse, lp, dual, steps);
}
END_TEST

// One row or column, and several folds, as on a device
// (tests/kernels/test_tableau.cpp).
START_TEST(tableau_keeps_its_state) {
  const auto [dual, steps] = kWays[_i % 3];
  const auto [m, nn] = kShapes[_i / 3];
  HostTableau tableau;
  HostSparseTableau sparse;
  const auto lp =
      make_lp(testing::seed() + _i / 3, m, nn, Start::kGeneral, dual);
  check_scenario(tableau, lp, dual, steps);
  check_scenario(sparse, lp, dual, steps);
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
  HostTableau tableau;
  ck_assert(tableau.build(p.lp, p.basis));
  tableau.push(p.state);
  const gpuinv::Batch batch = tableau.primal(1, {1e-9, 1e-9, 1e-9});
  ck_assert_int_eq(batch.pivots, 1);
  gpuinv::SimplexState end;
  tableau.pull(end);
  ck_assert_int_eq(end.basic[0], kRows);
}
END_TEST

// The memory for a dense tableau is checked before any of it is allocated.
START_TEST(no_memory_no_tableau) {
  const auto tableau = make_tableau(_i);
  gpuinv::WorkingLp lp;
  lp.m = 1 << 20;  // at least 8 TB
  lp.n = 2 * lp.m;
  int status = GPUINV_OK;
  bool says_why = false;
  try {
    tableau->build(lp, {});
  } catch (const gpuinv::Error& e) {
    status = e.status();
    says_why =
        std::strstr(e.what(), "tableau of 1048576 by 1048576 needs") != nullptr;
  }
  ck_assert_int_eq(status, GPUINV_CANNOT);
  ck_assert(says_why);
}
END_TEST

// A refused candidate returns if there is no other.
START_TEST(poor_pivots_are_refused) {
  const bool dual = _i % 2 != 0, alone = _i / 2 % 2 != 0;
  const auto tableau = make_tableau(_i / 4);
  const auto [batch, scale] = run_poor_pivot(*tableau, dual, alone);
  ck_assert_int_eq(static_cast<int>(batch.stop),
                   static_cast<int>(alone ? gpuinv::Stop::kPoorPivot
                                          : gpuinv::Stop::kBudget));
  ck_assert_int_eq(batch.pivots, alone ? 0 : 1);
  if (alone) ck_assert_int_eq(batch.candidate, 1);
  ck_assert(scale == std::vector<float>({1.0f, gpuinv::rules::kRefusedScale}));
}
END_TEST

// The LP is dense: n - m = m, so nnz = m*m + m.
START_TEST(form_by_shape) {
  using gpuinv::Form;
  const auto device = [](int m, int n, std::size_t nnz) {
    return gpuinv::choose_form(Form::kAny, {m, n, nnz}, true).form;
  };
  const auto host = [](int m, int n, std::size_t nnz) {
    return gpuinv::choose_form(Form::kAny, {m, n, nnz}, false).form;
  };
  ck_assert(device(4000, 8000, 16004000) == Form::kTableau);
  ck_assert(host(4000, 8000, 16004000) == Form::kTableau);
  ck_assert(device(16000, 32000, 256016000) == Form::kInverse);  // 2.05e9 bytes
  ck_assert(host(16000, 32000, 256016000) == Form::kNone);
  ck_assert(host(4000, 8000, 84000) == Form::kCrossover);  // 20 a column
  ck_assert(device(1000, 2000, 21000) == Form::kTableau);
  ck_assert(host(1000, 6000, 100000) == Form::kCrossover);
  ck_assert(host(300, 700, 3000) == Form::kNone);          // milliseconds
  ck_assert(host(1404, 2757, 15873) == Form::kNone);       // cycle
  ck_assert(host(707, 5365, 20349) == Form::kNone);        // woodw
  ck_assert(host(1864, 3923, 14911) == Form::kCrossover);  // bnl2
  ck_assert(host(24, 1050, 13427) == Form::kNone);         // fit1d
  ck_assert(host(25, 10525, 129043) == Form::kCrossover);  // fit2d
  ck_assert(host(43, 84, 1000) == Form::kNone);            // dense, and small
  ck_assert(host(600, 1200, 360600) == Form::kTableau);
  ck_assert(device(16675, 32370, 81000) == Form::kInverse);  // stocfor3
  ck_assert(device(1000, 300000, 900000) == Form::kInverse);
  ck_assert(device(80000, 200000, 900000) == Form::kCrossover);
  for (const Form form : {Form::kTableau, Form::kInverse, Form::kNone,
                          Form::kCrossover, Form::kSparse})
    ck_assert(gpuinv::choose_form(form, {9, 99, 999}, false).form == form);
}
END_TEST

// Sparse factors begin where the start has few defects: on the host before the
// caller has made pivots, on a device where its pivots take as long.
START_TEST(few_defects_suit_sparse_factors) {
  using gpuinv::Form;
  const auto choose = [](int m, int n, std::size_t nnz, int defects,
                         bool on_device, int made = 0) {
    gpuinv::Size size = {m, n, nnz};
    size.defects = {defects};
    return gpuinv::choose_form(Form::kAny, size, on_device, 1,
                               gpuinv::machine::kDeviceBandwidth, {made})
        .form;
  };
  const int m = 24617, n = 38601;  // from_lp_file
  const std::size_t nnz = 174000;
  ck_assert(choose(m, n, nnz, 492, false) == Form::kSparse);
  ck_assert(choose(m, n, nnz, 492, true) == Form::kInverse);
  ck_assert(choose(m, n, nnz, 4000, false) == Form::kCrossover);
  ck_assert(choose(m, n, nnz, 492, false, 30) == Form::kCrossover);
  const int unknown = gpuinv::kUnknownDefects;
  ck_assert(choose(m, n, nnz, unknown, false) == Form::kCrossover);
  // flows of 25 530 rows, whose columns have two elements
  ck_assert(choose(25530, 119850, 310000, 170, true) == Form::kSparse);
  ck_assert(choose(25530, 119850, 310000, 9000, true) == Form::kInverse);
  ck_assert(choose(25530, 119850, 310000, unknown, true) == Form::kInverse);
  ck_assert(choose(300, 700, 3000, 1, false) == Form::kNone);
  ck_assert(choose(569, 56078, 402000, 5, true) == Form::kTableau);
}
END_TEST

// In a network the dual method on sparse factors is the alternative to a
// crossover, until the caller has made pivots.
START_TEST(networks_suit_sparse_factors) {
  using gpuinv::Form;
  gpuinv::Size size = {8000, 56000, 104000};
  const auto choose = [&size](int made) {
    return gpuinv::choose_form(Form::kAny, size, false, 1,
                               gpuinv::machine::kDeviceBandwidth, {made});
  };
  size.defects = {3135, true};
  ck_assert(choose(0).form == Form::kCrossover);
  ck_assert(choose(0).other == Form::kSparse);
  ck_assert(choose(30).other == Form::kNone);
  size.defects.network = false;
  ck_assert(choose(0).other == Form::kNone);
  const double seconds = gpuinv::network_seconds(size);
  ck_assert(seconds > 0.5 && seconds < 5.0);  // 0.9 s on an x86-64 processor
  size = {150, 7650, 15150};  // where GLPK may be as fast as crossover
  size.defects = {240, true};
  ck_assert(choose(0).form == Form::kSparse);
}
END_TEST

// x1 + s1 = 2, x1 + x2 + s2 = 1, s >= 0, 0 <= x1 <= 1, x2 >= 0.
START_TEST(defects_are_counted) {
  const std::vector<int> ptr = {0, 1, 2, 4, 5}, ind = {0, 1, 0, 1, 1};
  const std::vector<double> val = {1, 1, 1, 1, 1};
  gpuinv::WorkingLp lp;
  lp.m = 2;
  lp.n = 4;
  lp.ptr = {ptr.data(), 0};
  lp.ind = {ind.data(), 0};
  lp.val = {val.data(), val.size()};
  lp.b = {2, 1};
  lp.c = {0, 0, -1, -1};
  lp.l.assign(4, 0.0);
  lp.u = {HUGE_VAL, HUGE_VAL, 1.0, HUGE_VAL};
  const auto low = gpuinv::At::kLower;
  const auto count = [&](std::vector<int> basic, std::vector<int> nonbasic) {
    return gpuinv::count_defects(lp, {basic, nonbasic, {low, low}}).count;
  };
  const auto is_network_start = [&](int first) {
    return gpuinv::count_defects(lp, {{0, first}, {4 - first, 2}, {low, low}})
        .network;
  };
  ck_assert_int_eq(count({0, 1}, {3, 2}), 1);  // d of x2
  lp.c = {0, 0, -1, 1};
  ck_assert_int_eq(count({0, 1}, {3, 2}), 0);  // x1 may flip
  lp.b = {2, -1};
  ck_assert_int_eq(count({0, 1}, {3, 2}), 1);  // s2 = -1
  // x2 = -1 makes the multiplier of its row 1, and d of x1 and s2 -2 and -1
  ck_assert_int_eq(count({0, 3}, {1, 2}), 2);
  ck_assert(!is_network_start(1));  // x1 has to flip
  lp.c = {0, 0, 1, 1};
  ck_assert(is_network_start(1));
  ck_assert(!is_network_start(3));
}
END_TEST

// s + x1 + ... + x45 = 5, 0 <= x <= 1, s >= 0: 45 variables flip, or s = -40,
// and each of them can carry 1.
START_TEST(flips_count_little) {
  constexpr int kCount = 45;
  std::vector<int> ptr(kCount + 2), ind(kCount + 1, 0);
  std::iota(ptr.begin(), ptr.end(), 0);
  const std::vector<double> val(kCount + 1, 1.0);
  gpuinv::WorkingLp lp;
  lp.m = 1;
  lp.n = kCount + 1;
  lp.ptr = {ptr.data(), 0};
  lp.ind = {ind.data(), 0};
  lp.val = {val.data(), val.size()};
  lp.b = {5};
  lp.c.assign(lp.n, -1.0);
  lp.c[0] = 0.0;
  lp.l.assign(lp.n, 0.0);
  lp.u.assign(lp.n, 1.0);
  lp.u[0] = HUGE_VAL;
  gpuinv::SimplexBasis start = {
      {0}, {}, std::vector<gpuinv::At>(kCount, gpuinv::At::kLower)};
  for (int k = 1; k < lp.n; k++) start.nonbasic.push_back(k);
  ck_assert_int_eq(gpuinv::count_defects(lp, start).count, 2);
  start.at.assign(kCount, gpuinv::At::kUpper);
  ck_assert_int_eq(gpuinv::count_defects(lp, start).count, 1);
  ck_assert_double_eq(gpuinv::count_defects(lp, start).paths, 39.0);
  gpuinv::Size size = {1100, 3000, 9000};
  size.defects = {40, false, 3.0};
  ck_assert(gpuinv::has_few_defects(size));
  size.defects.paths = 5.0;
  ck_assert(!gpuinv::has_few_defects(size));
}
END_TEST

// Nuclei of optimal bases of Netlib's problems, and dense ones.
TCase* form_cases() {
  TCase* cases = tcase_create("forms");
  tcase_add_loop_test(cases, forms_agree, 0, 11);
  tcase_add_loop_test(cases, tableau_keeps_its_state, 0, 3 * kShapeCount);
  tcase_add_test(cases, of_equal_rows_the_first_is_chosen);
  tcase_add_loop_test(cases, no_memory_no_tableau, 0, 2);
  tcase_add_loop_test(cases, poor_pivots_are_refused, 0, 4 * kForms);
  tcase_add_test(cases, form_by_shape);
  tcase_add_test(cases, networks_suit_sparse_factors);
  tcase_add_test(cases, few_defects_suit_sparse_factors);
  tcase_add_test(cases, defects_are_counted);
  tcase_add_test(cases, flips_count_little);
  return cases;
}
