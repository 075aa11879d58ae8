// trust_cases.cpp (conformance: every vector solves its system, element by
// element)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Column;
using testing::Inverse;
using Vector = std::vector<double>;

namespace {

Basis transposed(const Basis& b) {
  Basis t(b.size());
  for (std::size_t j = 0; j < b.size(); j++)
    for (std::size_t s = 0; s < b[j].ind.size(); s++) {
      t[b[j].ind[s]].ind.push_back(static_cast<int>(j));
      t[b[j].ind[s]].val.push_back(b[j].val[s]);
    }
  return t;
}

// Returns the componentwise backward error of B*x = a in units of gpuinv.h's
// promise, 64*(sqrt(n_i) + 4)*eps in row i, by long double sums.
double componentwise(const Basis& b, const Vector& a, const Vector& x) {
  const std::size_t m = b.size();
  std::vector<long double> r(a.begin(), a.end()), size(m);
  std::vector<int> n(m, 0);
  for (std::size_t i = 0; i < m; i++) size[i] = std::fabs(a[i]);
  for (std::size_t j = 0; j < m; j++)
    for (std::size_t t = 0; t < b[j].ind.size(); t++) {
      const long double term = static_cast<long double>(b[j].val[t]) * x[j];
      r[b[j].ind[t]] -= term;
      size[b[j].ind[t]] += std::fabs(term);
      n[b[j].ind[t]]++;
    }
  double worst = 0.0;
  for (std::size_t i = 0; i < m; i++) {
    if (r[i] == 0.0L) continue;
    const double share = static_cast<double>(std::fabs(r[i]) / size[i]);
    const double promised = 64.0 * (std::sqrt(n[i]) + 4.0) * DBL_EPSILON;
    if (!(share / promised <= worst)) worst = share / promised;
  }
  return worst;
}

// The residual that the library saw has rounding errors of its own.
const double kPromised = 1.1;

std::vector<Vector> right_hand_sides(int m, std::mt19937& rng) {
  std::uniform_int_distribution<int> row(0, m - 1);
  std::uniform_real_distribution<double> exponent(-15.0, 15.0);
  Vector unit(m, 0.0), sparse(m, 0.0), wide(m);
  unit[row(rng)] = 1.0;
  for (int t = 0; t < 3; t++) sparse[row(rng)] = std::pow(10.0, exponent(rng));
  for (double& v : wide) v = std::pow(10.0, exponent(rng));
  return {unit, sparse, wide, testing::random_vector(m, rng)};
}

double worst_error(Inverse& inverse, const Basis& b, std::mt19937& rng) {
  const Basis t = transposed(b);
  double worst = 0.0;
  for (const Vector& a : right_hand_sides(static_cast<int>(b.size()), rng)) {
    Vector x = a, y = a;
    if (inverse.ftran(x) != GPUINV_OK || inverse.btran(y) != GPUINV_OK)
      return INFINITY;
    worst = std::max({worst, componentwise(b, a, x), componentwise(t, a, y)});
  }
  return worst;
}

// Scales rows and columns by powers of ten between 10^-range and 10^range.
void scale(Basis* b, int range, std::mt19937& rng) {
  std::uniform_real_distribution<double> exponent(-range, range);
  Vector rows(b->size());
  for (double& r : rows) r = std::pow(10.0, exponent(rng));
  for (Column& c : *b) {
    const double factor = std::pow(10.0, exponent(rng));
    for (std::size_t t = 0; t < c.ind.size(); t++)
      c.val[t] *= factor * rows[c.ind[t]];
  }
}

const int sizes[] = {1, 2, 3, 33, 100, 300};

// A condition number beyond 1/eps is refused at once; that is not tested here.
bool refused(int status) {
  return status == GPUINV_ILLCOND || status == GPUINV_SINGULAR;
}

double scaled_error(bool dense, int m, int range) {
  std::mt19937 rng(testing::seed() + m);
  Basis b =
      dense ? testing::dense_basis(m, rng) : testing::netlib_like_basis(m, rng);
  scale(&b, range, rng);
  Inverse inverse(conformance_options());
  const int status = inverse.factorize(b);
  if (refused(status)) return 0.0;
  return status == GPUINV_OK ? worst_error(inverse, b, rng) : INFINITY;
}

}  // namespace

START_TEST(scaled_bases) {
  const int m = sizes[_i % 6];
  for (const int range : {0, 2, 3, 5})
    ck_assert_double_le(scaled_error(_i >= 6, m, range), kPromised);
}
END_TEST

// Costs 1e8 and 3e-7 of two variables that are alone in their rows.
START_TEST(small_elements_stay) {
  const Basis b = {{{0}, {1.0}}, {{1}, {1.0}}, {{2, 0}, {1e6, 1.0}}};
  const Vector costs = {1e8, 3e-7, 1e8}, row = {1.0, 1e-12, 0.0};
  Inverse inverse(conformance_options());
  ck_assert_int_eq(inverse.factorize(b), GPUINV_OK);
  Vector x = costs, y = row;
  ck_assert_int_eq(inverse.btran(x), GPUINV_OK);
  ck_assert_double_eq(x[0], 1e8);
  ck_assert_double_eq(x[1], 3e-7);
  ck_assert_double_eq(x[2], 0.0);
  ck_assert_int_eq(inverse.ftran(y), GPUINV_OK);
  ck_assert(y == row);
}
END_TEST

// Dense diagonal blocks of order k, with a share of other entries below them;
// rows and columns in random order.  block[i] is the block of row i, home[j]
// that of column j.
struct BlockTriangular {
  Basis b;
  std::vector<int> block, home;
};

static Column block_column(const BlockTriangular& t, int j, std::mt19937& rng) {
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::bernoulli_distribution below(0.3);
  Column c;
  for (int i = 0; i < static_cast<int>(t.block.size()); i++) {
    if (t.block[i] < t.home[j] || (t.block[i] > t.home[j] && !below(rng)))
      continue;
    c.ind.push_back(i);
    c.val.push_back(value(rng));
  }
  return c;
}

static BlockTriangular block_triangular(int blocks, int k, std::mt19937& rng) {
  BlockTriangular t;
  for (int i = 0; i < blocks * k; i++) t.block.push_back(i / k);
  t.home = t.block;
  std::shuffle(t.block.begin(), t.block.end(), rng);
  std::shuffle(t.home.begin(), t.home.end(), rng);
  for (int j = 0; j < blocks * k; j++) t.b.push_back(block_column(t, j, rng));
  return t;
}

// Counts non-zero elements at structural zeros, over all unit vectors:
// inv(B)*e_i has none in blocks above that of row i, inv(B')*e_j none in blocks
// below that of column j.
static int false_elements(Inverse& inverse, const BlockTriangular& t) {
  const int m = static_cast<int>(t.b.size());
  int count = 0;
  for (int k = 0; k < m; k++) {
    Vector x(m, 0.0), y(m, 0.0);
    x[k] = y[k] = 1.0;
    if (inverse.ftran(x) != GPUINV_OK || inverse.btran(y) != GPUINV_OK)
      return m * m;
    for (int i = 0; i < m; i++) {
      count += x[i] != 0.0 && t.home[i] < t.block[k];
      count += y[i] != 0.0 && t.block[i] > t.home[k];
    }
  }
  return count;
}

START_TEST(structural_zeros_are_exact) {
  const int blocks = _i % 2 ? 3 : 10, k = _i % 2 ? 20 : 5;
  std::mt19937 rng(testing::seed() + _i);
  BlockTriangular t = block_triangular(blocks, k, rng);
  Inverse inverse(conformance_options());
  ck_assert_int_eq(inverse.factorize(t.b), GPUINV_OK);
  ck_assert_int_eq(false_elements(inverse, t), 0);
  for (int u = 0; u < 40; u++) {
    const int j = u * 7 % static_cast<int>(t.b.size());
    const Column c = block_column(t, j, rng);
    const Column old = t.b[j];
    t.b[j] = c;
    const int status = inverse.update(j, c);
    if (status == GPUINV_OK) continue;
    ck_assert_int_le(status, GPUINV_LIMIT);
    if (inverse.factorize(t.b) != GPUINV_OK) t.b[j] = old;
    ck_assert_int_eq(inverse.factorize(t.b), GPUINV_OK);
  }
  ck_assert_int_eq(false_elements(inverse, t), 0);
  ck_assert_double_le(worst_error(inverse, t.b, rng), kPromised);
}
END_TEST

// Updates by columns of all scales, whose pivots are not the largest elements.
static double updated_error(int m, int updates) {
  std::mt19937 rng(testing::seed() + m);
  Basis b = testing::netlib_like_basis(m, rng);
  Inverse inverse(std::string(conformance_options()) + " updates=1000");
  if (inverse.factorize(b) != GPUINV_OK) return INFINITY;
  std::uniform_int_distribution<int> row(0, m - 1);
  std::uniform_real_distribution<double> exponent(-3.0, 3.0);
  double worst = 0.0;
  for (int u = 1; u <= updates; u++) {
    Column a = testing::sparse_column(m, row(rng), rng);
    const double factor = std::pow(10.0, exponent(rng));
    for (double& v : a.val) v *= factor;
    Vector alpha(m, 0.0);
    for (std::size_t t = 0; t < a.ind.size(); t++) alpha[a.ind[t]] = a.val[t];
    if (inverse.ftran(alpha) != GPUINV_OK) return INFINITY;
    const double most = testing::max_abs(alpha);
    int k = row(rng);
    while (!(std::fabs(alpha[k]) >= 1e-4 * most)) k = (k + 1) % m;
    b[k] = a;
    const int status = inverse.update(k, a);
    if (status > GPUINV_LIMIT) return INFINITY;
    if (status != GPUINV_OK && inverse.factorize(b) != GPUINV_OK) return worst;
    if (u % 25 == 0) worst = std::max(worst, worst_error(inverse, b, rng));
  }
  return worst;
}

START_TEST(pivots_of_all_sizes) {
  static const int m[] = {3, 40, 150};
  ck_assert_double_le(updated_error(m[_i], 300), kPromised);
}
END_TEST

// Hilbert's matrix with its columns in any order: its condition number reaches
// 1/eps at m = 12.
static Basis hilbert(int m) {
  Basis b(m);
  for (int j = 0; j < m; j++)
    for (int i = 0; i < m; i++) {
      b[j].ind.push_back(i);
      b[j].val.push_back(1.0 / (i + j + 1));
    }
  return b;
}

// An answer that is not refused is right.  A refusal is reported and leaves the
// vector unchanged; an approximate answer is available in any case.
START_TEST(near_singular_is_right_or_refused) {
  const int m = _i;
  const Basis b = hilbert(m), t = transposed(b);
  std::mt19937 rng(testing::seed());
  Inverse inverse(conformance_options());
  const int status = inverse.factorize(b);
  if (refused(status)) return;
  ck_assert_int_eq(status, GPUINV_OK);
  for (const Vector& a : right_hand_sides(m, rng))
    for (const bool plain : {true, false}) {
      Vector x = a;
      const int outcome = plain ? inverse.ftran(x) : inverse.btran(x);
      if (outcome == GPUINV_OK) {
        ck_assert_double_le(componentwise(plain ? b : t, a, x), kPromised);
        continue;
      }
      ck_assert_int_eq(outcome, GPUINV_INACCURATE);
      ck_assert(x == a);
      ck_assert_int_eq(
          inverse.api->approximate(inverse.basis, !plain, x.data()), GPUINV_OK);
      ck_assert_double_le(componentwise(plain ? b : t, a, x) * DBL_EPSILON,
                          1e-6);
    }
}
END_TEST

START_TEST(approximate_is_a_solve) {
  std::mt19937 rng(testing::seed());
  const Basis b = testing::netlib_like_basis(50, rng);
  Inverse inverse(conformance_options());
  const Vector a = testing::random_vector(50, rng);
  Vector x = a, y = a, z(50, NAN);
  ck_assert_int_eq(inverse.api->approximate(inverse.basis, 0, x.data()),
                   GPUINV_STATE);
  ck_assert_int_eq(inverse.factorize(b), GPUINV_OK);
  inverse.api->approximate(inverse.basis, 0, x.data());
  inverse.api->approximate(inverse.basis, 1, y.data());
  ck_assert_double_le(componentwise(b, a, x), kPromised);
  ck_assert_double_le(componentwise(transposed(b), a, y), kPromised);
  ck_assert_int_eq(inverse.api->approximate(inverse.basis, 0, z.data()),
                   GPUINV_NONFINITE);
  ck_assert_int_eq(inverse.api->approximate(inverse.basis, 0, nullptr),
                   GPUINV_INVALID);
}
END_TEST

// An update that gives up the inverse keeps the matrix, which still allows an
// approximate answer.
START_TEST(approximate_without_inverse) {
  Inverse inverse(conformance_options());
  ck_assert_int_eq(inverse.factorize({{{0}, {1.0}}, {{1}, {1.0}}}), GPUINV_OK);
  ck_assert_int_eq(inverse.update(0, {{0, 1}, {1e-8, 1.0}}), GPUINV_ILLCOND);
  Vector x = {1e-8, 3.0}, y = x;
  ck_assert_int_eq(inverse.ftran(x), GPUINV_STATE);
  ck_assert_int_eq(inverse.api->approximate(inverse.basis, 0, x.data()),
                   GPUINV_OK);
  ck_assert(x == Vector({1.0, 2.0}));
  ck_assert_int_eq(inverse.factorize({{{0}, {1.0}}, {{}, {}}}),
                   GPUINV_SINGULAR);
  ck_assert_int_eq(inverse.api->approximate(inverse.basis, 1, y.data()),
                   GPUINV_SINGULAR);
  ck_assert(y == Vector({1e-8, 3.0}));
}
END_TEST

TCase* trust_cases() {
  TCase* tcase = tcase_create("trust");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, scaled_bases, 0, 12);
  tcase_add_test(tcase, small_elements_stay);
  tcase_add_loop_test(tcase, structural_zeros_are_exact, 0, 6);
  tcase_add_loop_test(tcase, pivots_of_all_sizes, 0, 3);
  tcase_add_loop_test(tcase, near_singular_is_right_or_refused, 2, 14);
  tcase_add_test(tcase, approximate_is_a_solve);
  tcase_add_test(tcase, approximate_without_inverse);
  return tcase;
}
