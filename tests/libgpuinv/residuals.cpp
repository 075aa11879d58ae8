// residuals.cpp (unit tests of residuals, backward errors and noise)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "residuals.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "libgpuinv/basis/backward_error.hpp"
#include "libgpuinv/basis/rounding_dirt.hpp"
#include "libgpuinv/sparse/sparse_columns.hpp"

using gpuinv::BackwardError;
using gpuinv::Op;
using gpuinv::SparseColumns;
using Vector = std::vector<double>;

static const Op ops[] = {Op::kPlain, Op::kTransposed};

// Returns a matrix whose column j has entries val[j][t] in rows ind[j][t].
static SparseColumns matrix(const std::vector<std::vector<int>>& ind,
                            const std::vector<Vector>& val) {
  SparseColumns b;
  const int m = static_cast<int>(ind.size());
  b.reset(m);
  for (int j = 0; j < m; j++)
    b.set_column(j, static_cast<int>(ind[j].size()), ind[j].data(),
                 val[j].data());
  return b;
}

// | 1 0 |
// | 2 3 |
static SparseColumns lower() {
  return matrix({{1, 0}, {1}}, {{2.0, 1.0}, {3.0}});
}

static BackwardError measured(const SparseColumns& b, Op op, const Vector& a,
                              const Vector& x) {
  BackwardError error;
  error.measure(b, op, a.data(), x.data());
  return error;
}

START_TEST(residuals_by_hand) {
  const Vector a = {1.0, 1.0}, x = {1.0, -0.5};
  const BackwardError plain = measured(lower(), Op::kPlain, a, x);
  ck_assert(plain.r == Vector({0.0, 0.5}));
  ck_assert(plain.size == Vector({2.0, 4.5}));
  ck_assert_double_eq(plain.normwise(), 0.5 / 4.5);
  const BackwardError transposed = measured(lower(), Op::kTransposed, a, x);
  ck_assert(transposed.r == Vector({1.0, 2.5}));
  ck_assert(transposed.size == Vector({3.0, 2.5}));
}
END_TEST

// Columns from base 1 that threads enter together: all rows in order, in the
// reverse one, or some of them listed, with zeros or without, or none.
START_TEST(columns_enter_together) {
  constexpr int kSize = 900;
  std::vector<std::vector<int>> ind(kSize);
  std::vector<Vector> val(kSize);
  for (int j = 0; j < kSize; j++) {
    const int step = j % 7 == 0 ? 3 : 1, length = j % 11 == 0 ? 0 : kSize;
    for (int t = 0; t < length; t += step) {
      ind[j].push_back(j % 3 == 0 ? kSize - 1 - t : t);
      val[j].push_back(j % 5 == 0 && t % 4 == 0 ? 0.0 : 1.0 + j + 1e-3 * t);
    }
  }
  const SparseColumns one_by_one = matrix(ind, val);
  std::vector<gpuinv::ColumnShape> shapes;
  std::vector<gpuinv::HostColumn> columns;
  for (int j = 0; j < kSize; j++) {
    for (int& i : ind[j]) i++;
    columns.push_back({ind[j].size(), ind[j].data(), val[j].data()});
    shapes.push_back(gpuinv::shape_of_column(kSize, 1,
                                             static_cast<int>(ind[j].size()),
                                             ind[j].data(), val[j].data()));
  }
  SparseColumns b;
  b.reset(kSize);
  constexpr int kFirst = 100;  // the second call finds a store in use
  b.enter(0, {kSize, kFirst, 1, columns.data()}, shapes.data());
  ck_assert_int_eq(b.missing(), kSize - kFirst);
  b.enter(kFirst, {kSize, kSize - kFirst, 1, columns.data() + kFirst},
          shapes.data() + kFirst);
  ck_assert_int_eq(b.missing(), 0);
  ck_assert_uint_eq(b.nnz(), one_by_one.nnz());
  ck_assert_double_eq(b.norm1(), one_by_one.norm1());
  for (int j = 0; j < kSize; j++) {
    const int n = one_by_one.length(j);
    ck_assert_int_eq(b.length(j), n);
    ck_assert(
        std::equal(b.indices(j), b.indices(j) + n, one_by_one.indices(j)));
    ck_assert(std::equal(b.values(j), b.values(j) + n, one_by_one.values(j)));
    for (const Op op : ops)
      ck_assert_int_eq(b.row_length(op, j), one_by_one.row_length(op, j));
  }
}
END_TEST

// Makes column j of the test below: integers, in three orders of rows.
static void dense_column(int m, int j, std::vector<int>* ind, Vector* val) {
  for (int t = 0; t < m; t++) {
    (*ind)[t] = j % 3 == 0 ? t : j % 3 == 1 ? m - 1 - t : (t + 1) % m;
    (*val)[t] = (t + j) % 9 - (j % 2 ? 4.0 : 9.0);  // some are zero
  }
}

// Sums are exact in any order; the last size is divided among threads.
START_TEST(residuals_of_dense_columns) {
  for (const int m : {1, 5, 64, 1200}) {
    SparseColumns b;
    b.reset(m);
    std::vector<int> ind(m), length(m, 0);
    Vector val(m), a(m, 7.0), x(m);
    Vector want[2] = {a, a}, size[2] = {a, a};
    for (int j = 0; j < m; j++) x[j] = j % 4 == 0 ? 0.0 : j % 3 - 2.0;
    for (int j = 0; j < m; j++) {
      dense_column(m, j, &ind, &val);
      b.set_column(j, m, ind.data(), val.data());
      for (int t = 0; t < m; t++) {
        const int i = ind[t];
        length[i] += val[t] != 0.0;
        want[0][i] -= val[t] * x[j];
        size[0][i] += std::fabs(val[t] * x[j]);
        want[1][j] -= val[t] * x[i];
        size[1][j] += std::fabs(val[t] * x[i]);
      }
    }
    for (const Op op : ops) {
      const int k = op == Op::kTransposed;
      const BackwardError error = measured(b, op, a, x);
      ck_assert(error.r == want[k]);
      ck_assert(error.size == size[k]);
    }
    for (int i = 0; i < m; i++)
      ck_assert_int_eq(b.row_length(Op::kPlain, i), length[i]);
  }
}
END_TEST

START_TEST(lengths_follow_changes) {
  SparseColumns b = lower();
  const int both[] = {0, 1}, turned[] = {1, 0};
  const double val[] = {4.0, 5.0};
  const auto lengths = [&] {
    return 1000 * b.row_length(Op::kPlain, 0) +
           100 * b.row_length(Op::kPlain, 1) +
           10 * b.row_length(Op::kTransposed, 0) +
           b.row_length(Op::kTransposed, 1);
  };
  ck_assert_int_eq(lengths(), 1221);
  b.set_column(1, 2, both, val);
  ck_assert_int_eq(lengths(), 2222);
  b.set_column(0, 2, turned, val);
  ck_assert_int_eq(lengths(), 2222);
  b.set_column(0, 1, both, val);
  ck_assert_int_eq(lengths(), 2112);
  b.set_column(1, 0, nullptr, nullptr);
  ck_assert_int_eq(lengths(), 1010);
}
END_TEST

// diag(1, 1e-9)*x = (1, 1e-9): norms do not show an error of x_2.
static bool accepted(double second) {
  const SparseColumns b = matrix({{0}, {1}}, {{1.0}, {1e-9}});
  return measured(b, Op::kPlain, {1.0, 1e-9}, {1.0, second}).within_rounding();
}

START_TEST(elements_are_judged_one_by_one) {
  ck_assert(accepted(1.0));
  ck_assert(accepted(1.0 + 500 * DBL_EPSILON));  // 64*5*2
  ck_assert(!accepted(1.0 + 700 * DBL_EPSILON));
  ck_assert(!accepted(0.0));
  ck_assert(!accepted(NAN));
  ck_assert(!accepted(INFINITY));
}
END_TEST

START_TEST(underflow_is_no_error) {
  const SparseColumns b = matrix({{0}, {1}}, {{1e-200}, {1.0}});
  ck_assert(measured(b, Op::kPlain, {3e-308, 0.0}, {3.1e-108, 0.0})
                .within_rounding());
  ck_assert(!measured(b, Op::kPlain, {3e-300, 0.0}, {3.1e-100, 0.0})
                 .within_rounding());
}
END_TEST

static Vector cleaned(const SparseColumns& b, Op op, const Vector& a,
                      Vector x) {
  BackwardError error;
  gpuinv::RoundingDirt dirt;
  dirt.drop(b.size(), x.data());
  error.measure(b, op, a.data(), x.data());
  dirt.restore(b, op, a.data(), x.data(), &error);
  const BackwardError again = measured(b, op, a, x);
  ck_assert(error.r == again.r && error.size == again.size);
  return x;
}

// With the identity nothing is noise, however small compared to others.
START_TEST(small_elements_stay) {
  const SparseColumns b = matrix({{0}, {1}, {2}}, {{1.0}, {1.0}, {1.0}});
  const Vector x = {1e8, 3e-7, -1e-300};
  for (const Op op : ops) ck_assert(cleaned(b, op, x, x) == x);
}
END_TEST

// Rows 0: x_0 = 3, 1: 0.1 x_0 + x_1 = 0.3, 2: x_1 + x_2 = 0.  Row 2 would be
// violated without x_1 alone, or x_2 alone, but not without both.
START_TEST(dirt_goes_together) {
  const SparseColumns b =
      matrix({{0, 1}, {1, 2}, {2}}, {{1.0, 0.1}, {1.0, 1.0}, {1.0}});
  const double dirt = 0.3 - 0.1 * 3.0;
  const Vector x = cleaned(b, Op::kPlain, {3.0, 0.3, 0.0}, {3.0, dirt, -dirt});
  ck_assert(x == Vector({3.0, 0.0, 0.0}));
}
END_TEST

// The same chain, but the last row needs x_2, not x_1.
START_TEST(what_is_needed_comes_back) {
  const SparseColumns b =
      matrix({{0, 1}, {1, 2}, {2}}, {{1.0, 0.1}, {1.0, 1.0}, {1.0}});
  const Vector a = {3.0, 0.3, 1e-15}, x = {3.0, 0.0, 1e-15};
  ck_assert(cleaned(b, Op::kPlain, a, {3.0, 1e-31, 1e-15}) == x);
  // powers of 1/2, each needed by the next row, until one underflows
  SparseColumns chain;
  const int m = 900;
  chain.reset(m);
  const double val[] = {1.0, -0.5};
  for (int j = 0; j < m; j++) {
    const int ind[] = {j, j + 1};
    chain.set_column(j, j + 1 < m ? 2 : 1, ind, val);
  }
  Vector unit(m, 0.0), powers(m);
  unit[0] = 1.0;
  for (int j = 0; j < m; j++) powers[j] = std::ldexp(1.0, -j);
  ck_assert(cleaned(chain, Op::kPlain, unit, powers) == powers);
  unit.assign(m, 0.0);
  unit[m - 1] = 1.0;
  for (int j = 0; j < m; j++) powers[j] = std::ldexp(1.0, j + 1 - m);
  ck_assert(cleaned(chain, Op::kTransposed, unit, powers) == powers);
}
END_TEST

// Columns with all rows in order have no indices of their own, whatever columns
// they replace.
START_TEST(whole_columns_come_and_go) {
  SparseColumns b;
  const int up[] = {0, 1, 2}, down[] = {2, 1, 0}, one[] = {1};
  const double val[] = {1.0, 2.0, 4.0}, gap[] = {1.0, 0.0, 4.0};
  const double x[] = {1.0, 10.0, 100.0}, zero[] = {0.0, 0.0, 0.0};
  double r[3], size[3];
  b.reset(3);
  b.set_column(0, 3, down, val);
  b.set_column(1, 1, one, val);
  b.set_column(2, 3, up, val);
  for (int round = 0; round < 50; round++) {
    // | 4 0 1 |
    // | 2 1 2 |
    // | 1 0 4 |
    ck_assert_uint_eq(b.nnz(), 7);
    ck_assert(b.indices(0)[0] == 2 && b.indices(0)[2] == 0);
    ck_assert(b.indices(1)[0] == 1 && b.indices(2)[2] == 2);
    b.residual(Op::kPlain, zero, x, r, size);
    ck_assert(r[0] == -104.0 && r[1] == -212.0 && size[2] == 401.0);
    b.residual(Op::kTransposed, zero, x, r, size);
    ck_assert(r[0] == -124.0 && r[1] == -10.0 && size[2] == 421.0);
    b.set_column(0, 1, one, val);  // listed in place of whole
    b.set_column(1, 3, up, gap);   // listed, because a zero is dropped
    b.set_column(2, 3, down, val);
    ck_assert_uint_eq(b.nnz(), 6);
    ck_assert(b.length(1) == 2 && b.indices(1)[1] == 2);
    ck_assert(b.indices(0)[0] == 1 && b.values(0)[0] == 1.0);
    ck_assert(b.row_length(Op::kPlain, 1) == 2);
    if (round % 7 == 0) b.compress();
    b.set_column(0, 3, down, val);
    b.set_column(1, 1, one, val);
    b.set_column(2, 3, up, val);
  }
}
END_TEST

TCase* residual_cases() {
  TCase* tcase = tcase_create("residuals");
  tcase_add_test(tcase, residuals_by_hand);
  tcase_add_test(tcase, columns_enter_together);
  tcase_add_test(tcase, residuals_of_dense_columns);
  tcase_add_test(tcase, lengths_follow_changes);
  tcase_add_test(tcase, whole_columns_come_and_go);
  tcase_add_test(tcase, elements_are_judged_one_by_one);
  tcase_add_test(tcase, underflow_is_no_error);
  tcase_add_test(tcase, small_elements_stay);
  tcase_add_test(tcase, dirt_goes_together);
  tcase_add_test(tcase, what_is_needed_comes_back);
  return tcase;
}
