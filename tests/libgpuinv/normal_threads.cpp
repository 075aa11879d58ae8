// normal_threads.cpp (sums that threads of the host share)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "normal_threads.hpp"

#undef fail  // a macro of Check that conflicts with a name in streams

#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/interior/host_space.hpp"
#include "normal_problem.hpp"
#include "seed.hpp"

using testing::NormalProblem;
using testing::Vector;

namespace {

// `count` columns of 1 to 4 entries, and the identity.
NormalProblem wide_problem(int m, int count) {
  std::mt19937 rng(testing::seed());
  NormalProblem p(m);
  while (p.columns() < count) {
    const int first = static_cast<int>(rng() % m);
    std::vector<int> rows;
    for (int i = first; i < m && rows.size() < 1 + rng() % 4; i += 1 + i % 7)
      rows.push_back(i);
    p.add(rows, testing::random_numbers(static_cast<int>(rows.size()), rng),
          1.0);
  }
  for (int i = 0; i < m; i++) p.add({i}, {1.0}, 1.0);
  spread_weights(p, 2.0, rng);
  return p;
}

// Factorizes twice, as sums of the first time must not stay.
void solve_twice(gpuinv::NormalEquations& normal, const NormalProblem& p) {
  constexpr double kMostError = 8.0;
  const Vector b(p.m, 1.0);
  Vector first;
  for (int time = 0; time < 2; time++) {
    ck_assert(normal.factorize(p.d.data(), p.r.data()));
    Vector x = b;
    normal.solve(x.data());
    ck_assert_double_le(scaled_error(p, x, b, 0x1p-53), kMostError);
    ck_assert(time == 0 || x == first);
    first = x;
  }
}

// S of kCachedRows stays in a cache, and that of kOtherRows does not.
constexpr int kCachedRows = 90, kOtherRows = 1200;

START_TEST(threads_share_an_assembly) {
  const NormalProblem p = wide_problem(_i, 150000);
  ck_assert_int_gt(
      gpuinv::split_assembly(p.a(), gpuinv::RowIndex(p.a())).size(), 2);
  gpuinv::HostNormalDense dense(p.a());
  if (_i == kCachedRows)  // S, and what a second thread sums up
    ck_assert_double_eq(dense.cost().bytes, 2.0 * sizeof(double) * _i * _i);
  solve_twice(dense, p);
  gpuinv::HostNormalSparse sparse(p.a());
  solve_twice(sparse, p);
}
END_TEST

START_TEST(parts_of_an_assembly) {
  const NormalProblem p = wide_problem(kOtherRows, 150000);
  const std::vector<int> start =
      gpuinv::split_assembly(p.a(), gpuinv::RowIndex(p.a()));
  ck_assert_int_eq(start.front(), 0);
  ck_assert_int_eq(start.back(), p.m);
  for (std::size_t k = 1; k < start.size(); k++)
    ck_assert_int_gt(start[k], start[k - 1]);
}
END_TEST

// To the last bit: each element is summed up in the same order.
START_TEST(threads_share_a_product) {
  const NormalProblem p = wide_problem(700, 250000);
  const gpuinv::ColumnMatrix a = p.a();
  constexpr std::size_t kElement = sizeof(double) + sizeof(int);
  ck_assert_uint_ge(p.row.size() * kElement,
                    2 * gpuinv::HostSpace::Matrix::kPart);
  std::mt19937 rng(testing::seed() + 1);
  const Vector x = testing::random_numbers(a.columns, rng),
               y = testing::random_numbers(a.rows, rng);
  Vector ax(a.rows, 0.0), squares(a.rows, 0.0), aty(a.columns, 0.0);
  for (int j = 0; j < a.columns; j++)
    for (int t = a.start[j]; t < a.start[j + 1]; t++) {
      ax[a.row[t]] += a.value[t] * x[j];
      squares[a.row[t]] += a.value[t] * a.value[t] * x[j];
      aty[j] += a.value[t] * y[a.row[t]];
    }
  const gpuinv::HostSpace::Matrix matrix(gpuinv::HostSpace(), a);
  Vector rows(a.rows), columns(a.columns);
  matrix.multiply(x.data(), rows.data());
  ck_assert(rows == ax);
  matrix.multiply_squares(x.data(), rows.data());
  ck_assert(rows == squares);
  matrix.multiply_transposed(y.data(), columns.data());
  ck_assert(columns == aty);
}
END_TEST

}  // namespace

TCase* normal_threads() {
  TCase* tcase = tcase_create("threads");
  tcase_set_timeout(tcase, 60);
  for (const int m : {kCachedRows, kOtherRows})
    tcase_add_loop_test(tcase, threads_share_an_assembly, m, m + 1);
  tcase_add_test(tcase, parts_of_an_assembly);
  tcase_add_test(tcase, threads_share_a_product);
  return tcase;
}
