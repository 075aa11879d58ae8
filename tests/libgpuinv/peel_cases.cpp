// peel_cases.cpp (conformance: bases with triangular parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <numeric>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Column;
using testing::Inverse;

// The same factor as in accuracy_cases.cpp.
static const double kFactor = 10.0;

// Sizes of the parts of a basis, see singletons.hpp.
struct Parts {
  int lower, nucleus, upper;
};

static const Parts parts[] = {
    {0, 0, 1},     {1, 0, 0},     {80, 0, 0},      {0, 0, 80},   {40, 0, 40},
    {0, 33, 90},   {90, 33, 0},   {60, 50, 60},    {5, 90, 5},   {300, 7, 300},
    {300, 0, 257}, {200, 100, 1}, {150, 150, 150}, {1, 2, 1000}, {500, 64, 500},
};
static const int part_count = sizeof parts / sizeof parts[0];

// Returns a basis with these parts, in random order of rows and columns.
// Entries are small compared to the pivots, so that the condition does not grow
// with the size, and few, so that the parts do not become dense.
static Basis planted(const Parts& p, std::mt19937& rng) {
  const int m = p.lower + p.nucleus + p.upper;
  std::vector<int> row(m), col(m);
  std::iota(row.begin(), row.end(), 0);
  std::iota(col.begin(), col.end(), 0);
  std::shuffle(row.begin(), row.end(), rng);
  std::shuffle(col.begin(), col.end(), rng);
  std::uniform_real_distribution<double> value(-0.4, 0.4);
  std::bernoulli_distribution negative(0.5);
  const auto in_nucleus = [&](int i) {
    return i >= p.lower && i < p.lower + p.nucleus;
  };
  Basis b(m);
  for (int i = 0; i < m; i++) {
    const int most = in_nucleus(i) ? p.lower + p.nucleus : i;  // before it
    std::vector<int> used(1, i);
    b[col[i]].ind.push_back(row[i]);
    b[col[i]].val.push_back(negative(rng) ? -2.0 : 2.0);
    for (int t = 0; t < 3 && most > 0; t++) {
      const int j = std::uniform_int_distribution<int>(0, most - 1)(rng);
      if (std::count(used.begin(), used.end(), j) != 0) continue;
      used.push_back(j);
      b[col[j]].ind.push_back(row[i]);
      b[col[j]].val.push_back(value(rng));
    }
  }
  return b;
}

// With more entries, parts are not searched for (singletons.hpp).
static bool is_sparse(const Basis& b) {
  std::size_t nnz = 0;
  for (const Column& c : b) nnz += c.ind.size();
  return nnz <= std::max(b.size(), b.size() * b.size() / 16);
}

static double error_of(Inverse& inverse, const Basis& b, std::mt19937& rng) {
  const double cond = testing::norm1(b) * inverse.inverse_norm();
  return testing::solve_error(inverse, b, cond, rng);
}

static double fresh_error(int index) {
  std::mt19937 rng(testing::seed() + index);
  const Basis b = planted(parts[index], rng);
  if (!is_sparse(b)) return NAN;
  Inverse inverse(conformance_options());
  if (inverse.factorize(b) != GPUINV_OK) return INFINITY;
  return error_of(inverse, b, rng);
}

START_TEST(parts_are_inverted) {
  ck_assert_double_le(fresh_error(_i), kFactor);
}
END_TEST

// One object inverts bases of all kinds in turn, as in a long run.
static double error_in_turn() {
  std::mt19937 rng(testing::seed());
  Inverse inverse(conformance_options());
  double worst = 0.0;
  for (int round = 0; round < 3; round++)
    for (int index = 0; index < part_count; index++) {
      const Basis b = planted(parts[(index * 7 + round) % part_count], rng);
      if (inverse.factorize(b) != GPUINV_OK) return INFINITY;
      worst = std::max(worst, error_of(inverse, b, rng));
    }
  return worst;
}

START_TEST(bases_in_turn) { ck_assert_double_le(error_in_turn(), kFactor); }
END_TEST

// Solutions with the integer elements of a small basis: exact.
//     ( 2 0 0 0 )    lower      inverse times (2, 5, 7, 11)' = (1, x, y, z)'
//     ( 1 1 1 0 )    nucleus     with x + y = 4, 2x + y = 7, x + 3y + z = 10
//     ( 0 2 1 0 )    nucleus
//     ( 1 1 3 1 )    upper      beside unit columns, so that it is sparse
static double by_hand(int i) {
  Basis b = {{{0, 1, 3}, {2.0, 1.0, 1.0}},
             {{1, 2, 3}, {1.0, 2.0, 1.0}},
             {{1, 2, 3}, {1.0, 1.0, 3.0}},
             {{3}, {1.0}}};
  while (b.size() < 64) b.push_back({{static_cast<int>(b.size())}, {1.0}});
  Inverse inverse(conformance_options());
  std::vector<double> x(b.size(), 0.0);
  const double first[] = {2.0, 5.0, 7.0, 11.0};
  std::copy(first, first + 4, x.begin());
  if (!is_sparse(b) || inverse.factorize(b) != GPUINV_OK) return NAN;
  return inverse.ftran(x) == GPUINV_OK ? x[i] : NAN;
}

START_TEST(parts_by_hand) {
  ck_assert_double_eq_tol(by_hand(0), 1.0, 1e-14);
  ck_assert_double_eq_tol(by_hand(1), 3.0, 1e-14);
  ck_assert_double_eq_tol(by_hand(2), 1.0, 1e-14);
  ck_assert_double_eq_tol(by_hand(3), 4.0, 1e-14);
}
END_TEST

// Columns with an element in every row, some with a zero or in descending
// order, among unit columns in random order.
static Basis with_full_columns(int m, int full, std::mt19937& rng) {
  std::uniform_real_distribution<double> value(0.5, 1.0);
  Basis b(m);
  for (int j = 0; j < full; j++) {
    for (int i = 0; i < m; i++) {
      b[j].ind.push_back(i);
      b[j].val.push_back(i == j ? 2.0 * m : value(rng));
    }
    if (j % 4 == 1) b[j].val[m - 1] = 0.0;
    if (j % 4 == 2) std::reverse(b[j].ind.begin(), b[j].ind.end());
    if (j % 4 == 2) std::reverse(b[j].val.begin(), b[j].val.end());
  }
  for (int j = full; j < m; j++) b[j] = {{j}, {1.0}};
  std::shuffle(b.begin(), b.end(), rng);
  return b;
}

START_TEST(full_columns) {
  std::mt19937 rng(testing::seed());
  Inverse inverse(conformance_options());
  for (const int m : {16, 100, 403}) {
    const Basis b = with_full_columns(m, m / 16, rng);
    ck_assert_int_eq(inverse.factorize(b), GPUINV_OK);
    ck_assert_double_le(error_of(inverse, b, rng), kFactor);
  }
}
END_TEST

// Returns whether a basis of parts {20, 30, 20} has no inverse after `spoil`.
template <class Spoil>
static bool spoiled(Spoil spoil) {
  std::mt19937 rng(testing::seed());
  Basis b = planted({20, 30, 20}, rng);
  spoil(b);
  Inverse inverse(conformance_options());
  const int outcome = inverse.factorize(b);
  return outcome == GPUINV_SINGULAR || outcome == GPUINV_ILLCOND;
}

static void clear_row(Basis& b, int i) {
  for (Column& c : b)
    for (std::size_t t = 0; t < c.ind.size(); t++)
      if (c.ind[t] == i) c.val[t] = 0.0;
}

// Two singletons in one row, an empty row, an empty column: each leaves a
// nucleus without either.
START_TEST(singular_outside_of_the_nucleus) {
  ck_assert(spoiled([](Basis& b) {
    b[3] = {{5}, {1.0}};
    b[4] = {{5}, {-2.0}};
    b[7] = {{5}, {3.0}};
  }));
  ck_assert(spoiled([](Basis& b) { clear_row(b, 11); }));
  ck_assert(spoiled([](Basis& b) { b[11] = {}; }));
}
END_TEST

// A nucleus of two columns that agree except for the last bits or digits: its
// inverse is d*(1, -1; -1, 1)/eps.
static int nucleus_status(double difference) {
  std::mt19937 rng(testing::seed());
  Basis b = planted({30, 0, 30}, rng);
  const int m = static_cast<int>(b.size());
  b.push_back({{m, m + 1}, {1.0, 1.0}});
  b.push_back({{m, m + 1}, {1.0, 1.0 + difference}});
  Inverse inverse(conformance_options());
  return inverse.factorize(b);
}

START_TEST(nucleus_is_nearly_singular) {
  const int bits = nucleus_status(std::ldexp(1.0, -51));
  ck_assert(bits == GPUINV_ILLCOND || bits == GPUINV_SINGULAR);
  ck_assert_int_eq(nucleus_status(0.0), GPUINV_SINGULAR);
  ck_assert_int_eq(nucleus_status(1e-9), GPUINV_OK);
}
END_TEST

TCase* peel_cases() {
  TCase* tcase = tcase_create("parts");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, parts_are_inverted, 0, part_count);
  tcase_add_test(tcase, bases_in_turn);
  tcase_add_test(tcase, full_columns);
  tcase_add_test(tcase, parts_by_hand);
  tcase_add_test(tcase, singular_outside_of_the_nucleus);
  tcase_add_test(tcase, nucleus_is_nearly_singular);
  return tcase;
}
