// normal_units.cpp (unit tests around the normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "normal_units.hpp"

#include <SuiteSparse_config.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/dense_columns.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"
#include "normal_problem.hpp"
#include "seed.hpp"

using gpuinv::NormalKind;
using gpuinv::NormalMachine;
using gpuinv::NormalShape;
using testing::NormalProblem;
using testing::Vector;

namespace {

// | 1 2 . |          | 5 2 . |
// | . 1 . |   A*A' = | 2 1 . |
// | . . 3 |          | . . 9 |
NormalProblem small() {
  NormalProblem p(3);
  p.add({0}, {1.0}, 1.0);
  p.add({0, 1}, {2.0, 1.0}, 1.0);
  p.add({2}, {3.0}, 1.0);
  return p;
}

// Returns the identity and `count` columns without a zero.
NormalProblem bordered(int m, int count) {
  NormalProblem p(m);
  std::vector<int> rows(m);
  std::iota(rows.begin(), rows.end(), 0);
  for (int j = 0; j < count; j++) p.add(rows, Vector(m, 1.0 + j), 1.0);
  for (int i = 0; i < m; i++) p.add({i}, {1.0}, 1.0);
  return p;
}

// The edges of a grid of k by k by `layers` nodes in a random order.
gpuinv::SparseVectors shuffled_grid(int k, int layers) {
  std::mt19937 rng(testing::seed());
  const int nodes = k * k * layers;
  std::vector<int> name(nodes);
  std::iota(name.begin(), name.end(), 0);
  std::shuffle(name.begin(), name.end(), rng);
  gpuinv::SparseVectors edges;
  const auto join = [&](int p, int q) {
    edges.append(std::min(name[p], name[q]), 1.0);
    edges.append(std::max(name[p], name[q]), 1.0);
    edges.end_vector();
  };
  for (int p = 0; p < nodes; p++) {
    if (p % k + 1 < k) join(p, p + 1);
    if (p / k % k + 1 < k) join(p, p + k);
    if (p + k * k < nodes) join(p, p + k * k);
  }
  return edges;
}

// Everything costs a second per unit.
NormalMachine plain() {
  return {{1, 1, 1, 1, 96, 0, 0, 0, 0, 0, 0}, "host", 1e9, true, true};
}

// A tridiagonal S of order 10.
const NormalShape kTridiagonal{10, 20, 30, 19, 40, 40, true, 19, 37, 0, false};

int status_of(const NormalShape& shape, const NormalMachine& machine,
              std::optional<NormalKind> wanted) {
  try {
    gpuinv::choose_normal(shape, machine, wanted);
  } catch (const gpuinv::Error& error) {
    return error.status();
  }
  return GPUINV_OK;
}

}  // namespace

START_TEST(pattern_by_hand) {
  const NormalProblem p = small();
  const gpuinv::NormalPattern s(p.a());
  ck_assert(s.start == std::vector<std::int64_t>({0, 2, 3, 4}));
  ck_assert(s.row == std::vector<std::int64_t>({0, 1, 1, 2}));
  const gpuinv::RowIndex rows(p.a());
  ck_assert(rows.column == std::vector<int>({0, 1, 1, 2}));
  ck_assert(rows.place == std::vector<int>({0, 1, 2, 3}));
  Vector sum(3, 0.0);
  gpuinv::add_normal_column(p.a(), rows, 0, p.d.data(), sum.data());
  ck_assert(sum == Vector({5.0, 2.0, 0.0}));
  ck_assert_double_eq(gpuinv::assembly_flops(p.a()), 3.0 + 8.0 + 3.0);
}
END_TEST

// I + u*u', and the same with two vectors, solved by hand.
START_TEST(product_form_by_hand) {
  gpuinv::ProductForm form(2);
  ck_assert(form.append({1.0, 1.0}));
  double x[] = {3.0, 3.0};  // | 2 1 |
  form.forward(x);          // | 1 2 |
  form.backward(x);
  ck_assert_double_eq_tol(x[0], 1.0, 1e-15);
  ck_assert_double_eq_tol(x[1], 1.0, 1e-15);
  ck_assert(form.append({1.0, 0.0}));
  double y[] = {4.0, 3.0};  // | 3 1 |
  form.forward(y);          // | 1 2 |
  form.backward(y);
  ck_assert_double_eq_tol(y[0], 1.0, 1e-15);
  ck_assert_double_eq_tol(y[1], 1.0, 1e-15);
  ck_assert(!form.append({1e200, 1.0}));
  form.clear();
  form.forward(y);
  ck_assert_double_eq_tol(y[0], 1.0, 1e-15);
}
END_TEST

// diag(1e-18, 1) + u*u' with u = (1, 1): the formula with inv(diag) has no
// correct digit here.
START_TEST(product_form_is_stable) {
  gpuinv::ProductForm form(2);
  ck_assert(form.append({1e9, 1.0}));
  double x[] = {1.0 / 1e-9, 2.0};  // right-hand side (1, 2)
  form.forward(x);
  form.backward(x);
  ck_assert_double_eq_tol(x[0] / 1e-9, 0.0, 1e-15);  // S*(0, 1) = (1, 2)
  ck_assert_double_eq_tol(x[1], 1.0, 1e-15);
}
END_TEST

START_TEST(dense_columns_are_found) {
  const int few[] = {1, 3};
  for (int count : few) {
    const NormalProblem p = bordered(1000, count);
    std::vector<int> expected(count);
    std::iota(expected.begin(), expected.end(), 0);
    ck_assert(gpuinv::dense_columns(p.a()) == expected);
  }
  ck_assert(gpuinv::dense_columns(bordered(100, 3).a()).empty());  // cheap
  ck_assert(gpuinv::dense_columns(bordered(1000, 300).a()).empty());
  ck_assert(gpuinv::dense_columns(NormalProblem(5).a()).empty());
  ck_assert(gpuinv::other_columns(4, {0, 2}) == std::vector<int>({1, 3}));
}
END_TEST

START_TEST(the_fastest_is_chosen) {
  const NormalShape& shape = kTridiagonal;
  NormalMachine machine = plain();
  // sparse 40 + 37 + 19 + 19, dense 40 + 385 + 55
  const auto all = gpuinv::normal_alternatives(shape, machine);
  ck_assert_uint_eq(all.size(), 3);
  ck_assert_int_eq(static_cast<int>(all[0].kind), 0);
  ck_assert_double_eq(all[0].seconds, 115.0);
  ck_assert_double_eq(all[1].seconds, 480.0);
  ck_assert_double_eq(all[1].flops, 385.0);
  ck_assert_double_eq(all[1].bytes, 800.0);
  ck_assert_double_eq(all[2].bytes, 440.0);
  machine.latency = 1000;
  ck_assert(gpuinv::choose_normal(shape, machine, {}).kind ==
            NormalKind::kDense);
  ck_assert(gpuinv::choose_normal(shape, machine, NormalKind::kSparse).kind ==
            NormalKind::kSparse);
  ck_assert(gpuinv::choose_normal(shape, machine, NormalKind::kPacked).kind ==
            NormalKind::kPacked);
}
END_TEST

// The estimate counts two dozen iterations and one more.
START_TEST(a_run_is_estimated) {
  const NormalShape& shape = kTridiagonal;
  NormalMachine machine = plain();
  machine.row_latency = 10;
  machine.iteration = 2;
  machine.entry = 3;
  machine.column = 5;
  const auto all = gpuinv::normal_alternatives(shape, machine);
  ck_assert_double_eq(all[1].seconds, 480.0 + 10 * 10);
  ck_assert_double_eq(gpuinv::run_seconds(all[0], shape, machine),
                      25 * (115.0 + 2 + 3 * 30 + 5 * 20));
}
END_TEST

START_TEST(what_fits_is_chosen) {
  NormalShape shape = kTridiagonal;
  NormalMachine machine = plain();
  shape.analyzed = false;
  machine.memory = 500;
  ck_assert(gpuinv::choose_normal(shape, machine, {}).kind ==
            NormalKind::kPacked);
  ck_assert_int_eq(status_of(shape, machine, NormalKind::kDense),
                   GPUINV_CANNOT);
  ck_assert_int_eq(status_of(shape, machine, NormalKind::kSparse),
                   GPUINV_CANNOT);
  machine.packed = false;
  ck_assert_int_eq(status_of(shape, machine, {}), GPUINV_CANNOT);
  ck_assert_int_eq(status_of(shape, machine, NormalKind::kPacked),
                   GPUINV_CANNOT);
}
END_TEST

START_TEST(analysis_where_it_pays) {
  NormalShape shape = kTridiagonal;
  NormalMachine machine = plain();
  ck_assert(gpuinv::analysis_pays(shape, machine));
  ck_assert(!gpuinv::analysis_pays(shape, machine, 1e-7));
  machine.latency = 480;  // as long as the dense factor takes
  ck_assert(!gpuinv::analysis_pays(shape, machine));
  machine.latency = plain().latency;
  shape.nnz_s = 50;  // nearly all of S
  ck_assert(!gpuinv::analysis_pays(shape, machine));
  shape.nnz_s = 19;
  machine.dense_rate = machine.sum_rate = machine.bandwidth = 1e15;
  ck_assert(!gpuinv::analysis_pays(shape, machine));
  machine.memory = 500;
  ck_assert(gpuinv::analysis_pays(shape, machine));
  machine.sparse = false;
  ck_assert(!gpuinv::analysis_pays(shape, machine));
}
END_TEST

// A sparse factor keeps dense columns apart, which a dense one must sum up: on
// a fast machine, too, the analysis pays.
START_TEST(dense_columns_slow_the_dense_factor) {
  NormalShape shape = kTridiagonal;
  shape.sums = 3000;
  ck_assert(gpuinv::analysis_pays(shape, plain()));
  const auto all = gpuinv::normal_alternatives(shape, plain());
  ck_assert_double_eq(all[0].seconds, 115.0);
  ck_assert_double_eq(all[1].seconds, 2000 + 385 + 55);
  shape.kept_sums = shape.sums;
  ck_assert(!gpuinv::analysis_pays(shape, plain()));
}
END_TEST

START_TEST(the_line_tells_all) {
  NormalShape shape = kTridiagonal;
  shape.apart = 2;
  const std::string line = gpuinv::choose_normal(shape, plain(), {}).line;
  ck_assert_str_eq(
      line.c_str(),
      "normal equations: sparse on the host; m = 10, nnz(A) = 30, nnz(S) = "
      "19; sparse: nnz(L) = 19, 3.7e-08 Gflop, 0.00121 MB; dense: nnz(L) = "
      "55, 3.85e-07 Gflop, 0.0008 MB; packed: nnz(L) = 55, 3.85e-07 Gflop, "
      "0.00044 MB; dense columns apart: 2");
}
END_TEST

// Returns what make_host_normal makes of problems of each kind.
static const char* made(const NormalProblem& p,
                        std::optional<NormalKind> wanted) {
  std::string line;
  const std::unique_ptr<gpuinv::NormalEquations> s =
      gpuinv::make_host_normal(p.a(), wanted, &line);
  ck_assert(line.find("normal equations: ") == 0);
  ck_assert(s->factorize(p.d.data(), Vector(p.m, 1.0).data()));
  return s->name();
}

START_TEST(made_by_shape) {
  std::mt19937 rng(testing::seed());
  const NormalProblem dense = testing::dense_problem(100, rng);
  const NormalProblem thin = testing::sparse_problem(400, rng);
  ck_assert_str_eq(made(dense, {}), "host dense");
  ck_assert_str_eq(made(dense, NormalKind::kSparse), "host sparse");
  ck_assert_str_eq(made(small(), NormalKind::kDense), "host dense");
  ck_assert_str_eq(made(bordered(1000, 2), {}), "host sparse, dense columns");
  ck_assert_str_eq(made(bordered(400, 0), {}), "host sparse");
  ck_assert_str_eq(made(thin, NormalKind::kSparse), "host sparse");
}
END_TEST

// The natural order fills most, and nested dissection is no worse than minimum
// degrees.
START_TEST(orderings) {
  const gpuinv::SparseVectors grid = shuffled_grid(30, 1);
  const gpuinv::NormalPattern s(grid.columns(30 * 30));
  const gpuinv::SparseOrder natural(s, gpuinv::Ordering::kNatural);
  const gpuinv::SparseOrder degree(s, gpuinv::Ordering::kMinimumDegree);
  const gpuinv::SparseOrder best(s, gpuinv::Ordering::kBest);
  ck_assert_double_gt(natural.flops, 10 * degree.flops);
  ck_assert_double_le(best.flops, degree.flops);
}
END_TEST

// Before the first order is known, only the dense factor of the other place is,
// which is slow; its sparse factor is far ahead of any here.
START_TEST(no_best_order_where_it_is_not_used) {
  const gpuinv::SparseVectors grid = shuffled_grid(16, 16);
  const gpuinv::ColumnMatrix a = grid.columns(16 * 16 * 16);
  const auto flops = [&](double sparse_elsewhere) {
    gpuinv::NormalAnalysis analysis(a);
    analysis.analyze(plain(), {}, gpuinv::Ordering::kBest,
                     [=](const NormalShape& shape) {
                       return shape.analyzed ? sparse_elsewhere : 1e9;
                     });
    ck_assert(analysis.order.has_value());
    return analysis.shape.flops;
  };
  const gpuinv::SparseOrder degree(gpuinv::NormalPattern(a),
                                   gpuinv::Ordering::kMinimumDegree);
  ck_assert_double_lt(flops(1e9), degree.flops);
  ck_assert_double_eq(flops(1e-3), degree.flops);
}
END_TEST

// S is one supernode, whose rectangle would have m*m elements.
START_TEST(wide_supernodes_are_cut) {
  constexpr int m = 900;
  std::mt19937 rng(testing::seed());
  NormalProblem p = bordered(m, 1);
  p.r.assign(m, 1.0);
  gpuinv::HostNormalSparse s(p.a());
  const double nnz_s = m * (m + 1) / 2.0;
  const double factor =
      s.cost().bytes - 16.0 * nnz_s - 24.0 * p.a().start[p.columns()];
  ck_assert_double_lt(factor, 0.8 * m * m * sizeof(double));
  ck_assert(s.factorize(p.d.data(), p.r.data()));
  const Vector b = testing::random_numbers(m, rng);
  Vector x = b;
  s.solve(x.data());
  ck_assert_double_le(testing::scaled_error(p, x, b, 1.2e-16), 10.0);
}
END_TEST

#if SUITESPARSE_MAIN_VERSION < 6  // later versions hide their allocator
static long allocations_left;

static void* failing_malloc(std::size_t size) {
  return allocations_left-- > 0 ? std::malloc(size) : nullptr;
}
static void* failing_calloc(std::size_t count, std::size_t size) {
  return allocations_left-- > 0 ? std::calloc(count, size) : nullptr;
}
static void* failing_realloc(void* block, std::size_t size) {
  return allocations_left-- > 0 ? std::realloc(block, size) : nullptr;
}

// Returns whether it worked with so many allocations of CHOLMOD; a failure must
// be for lack of memory.
static bool made_with(long allocations, const NormalProblem& p) {
  allocations_left = allocations;
  try {
    return *made(p, NormalKind::kSparse) != '\0';
  } catch (const gpuinv::Error& error) {
    ck_assert_int_eq(error.status(), GPUINV_NOMEM);
    return false;
  }
}

START_TEST(every_allocation_may_fail) {
  SuiteSparse_config.malloc_func = failing_malloc;
  SuiteSparse_config.calloc_func = failing_calloc;
  SuiteSparse_config.realloc_func = failing_realloc;
  std::mt19937 rng(testing::seed());
  const NormalProblem p = testing::dense_problem(200, rng);
  long enough = 0;
  while (enough < 1000 && !made_with(enough, p)) enough++;
  ck_assert_int_gt(enough, 10);
  ck_assert_int_lt(enough, 1000);
  SuiteSparse_config.malloc_func = std::malloc;
  SuiteSparse_config.calloc_func = std::calloc;
  SuiteSparse_config.realloc_func = std::realloc;
}
END_TEST
#endif

Suite* normal_units() {
  Suite* suite = suite_create("around normal equations");
  TCase* tcase = tcase_create("units");
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, pattern_by_hand);
  tcase_add_test(tcase, product_form_by_hand);
  tcase_add_test(tcase, product_form_is_stable);
  tcase_add_test(tcase, dense_columns_are_found);
  tcase_add_test(tcase, the_fastest_is_chosen);
  tcase_add_test(tcase, a_run_is_estimated);
  tcase_add_test(tcase, what_fits_is_chosen);
  tcase_add_test(tcase, analysis_where_it_pays);
  tcase_add_test(tcase, dense_columns_slow_the_dense_factor);
  tcase_add_test(tcase, the_line_tells_all);
  tcase_add_test(tcase, made_by_shape);
  tcase_add_test(tcase, orderings);
  tcase_add_test(tcase, no_best_order_where_it_is_not_used);
  tcase_add_test(tcase, wide_supernodes_are_cut);
#if SUITESPARSE_MAIN_VERSION < 6
  tcase_add_test(tcase, every_allocation_may_fail);
#endif
  return suite;
}
