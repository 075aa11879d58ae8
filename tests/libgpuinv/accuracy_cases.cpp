// accuracy_cases.cpp (conformance: random bases, judged by backward error)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Column;
using testing::Inverse;

// An explicit inverse solves with a residual of at most a small factor times
// m*eps*cond(B); see testing::solve_error.
static const double kFactor = 10.0;

using Generator = Basis (*)(int, std::mt19937&);
static const Generator generators[] = {testing::dense_basis,
                                       testing::netlib_like_basis,
                                       testing::permuted_identity};
static const int sizes[] = {1, 2, 3, 31, 33, 100, 257, 600};

static double fresh_error(Generator generate, int m) {
  std::mt19937 rng(testing::seed() + m);
  const Basis b = generate(m, rng);
  Inverse inverse(conformance_options());
  if (inverse.factorize(b) != GPUINV_OK) return INFINITY;
  const double cond = testing::norm1(b) * inverse.inverse_norm();
  return testing::solve_error(inverse, b, cond, rng);
}

START_TEST(random_bases) {
  const int g = _i / 8, m = sizes[_i % 8];
  ck_assert_double_le(fresh_error(generators[g], m), kFactor);
}
END_TEST

// Compares the reported 1-norm with the largest column of inv(B) by unit
// FTRANs.
static double norm_error(int m) {
  std::mt19937 rng(testing::seed() + m);
  Inverse inverse(conformance_options());
  if (inverse.factorize(testing::netlib_like_basis(m, rng)) != GPUINV_OK)
    return INFINITY;
  double norm = 0.0;
  for (int j = 0; j < m; j++) {
    std::vector<double> x(m, 0.0);
    x[j] = 1.0;
    if (inverse.ftran(x) != GPUINV_OK) return INFINITY;
    double sum = 0.0;
    for (double v : x) sum += std::fabs(v);
    norm = std::max(norm, sum);
  }
  return std::fabs(inverse.inverse_norm() - norm) / norm;
}

START_TEST(norm_of_random_basis) {
  ck_assert_double_le(norm_error(120), 1e-13);
}
END_TEST

// Replaces the column of largest |alpha| by a new one; refactorizes if the
// inverse asks for it.  Returns the status of the last call.
static int exchange(Inverse& inverse, Basis& b, const Column& a,
                    int* refactorized) {
  std::vector<double> alpha(b.size(), 0.0);
  for (std::size_t t = 0; t < a.ind.size(); t++) alpha[a.ind[t]] = a.val[t];
  const int status = inverse.ftran(alpha);
  if (status != GPUINV_OK) return status;
  const auto larger = [](double x, double y) {
    return std::fabs(x) < std::fabs(y);
  };
  const int k = static_cast<int>(
      std::max_element(alpha.begin(), alpha.end(), larger) - alpha.begin());
  b[k] = a;
  const int outcome = inverse.update(k, a);
  if (outcome == GPUINV_OK || outcome > GPUINV_LIMIT) return outcome;
  ++*refactorized;
  return inverse.factorize(b);
}

static double updated_error(bool dense, int m, int updates) {
  std::mt19937 rng(testing::seed() + m);
  Basis b =
      dense ? testing::dense_basis(m, rng) : testing::netlib_like_basis(m, rng);
  Inverse inverse(std::string(conformance_options()) + " updates=1000");
  if (inverse.factorize(b) != GPUINV_OK) return INFINITY;
  std::uniform_int_distribution<int> row(0, m - 1);
  int refactorized = 0;
  double worst = 0.0;
  for (int u = 1; u <= updates; u++) {
    const Column a = dense ? testing::dense_column(m, rng)
                           : testing::sparse_column(m, row(rng), rng);
    if (exchange(inverse, b, a, &refactorized) != GPUINV_OK) return INFINITY;
    if (u % 50 != 0) continue;
    Inverse fresh(conformance_options());
    if (fresh.factorize(b) != GPUINV_OK) return INFINITY;
    const double cond = testing::norm1(b) * fresh.inverse_norm();
    // each update may add the error of one fresh inverse
    worst =
        std::max(worst, testing::solve_error(inverse, b, cond, rng) / (1 + u));
  }
  return refactorized * 50 <= updates ? worst : INFINITY;
}

START_TEST(five_hundred_updates) {
  static const int m[] = {3, 60, 300};
  ck_assert_double_le(updated_error(_i % 2 == 0, m[_i / 2], 500), kFactor);
}
END_TEST

// Two inverses that get the same calls return the same bits.
static int differing_bits(int m) {
  double sums[2];
  for (double& sum : sums) {
    std::mt19937 rng(testing::seed() + m);
    Basis b = testing::netlib_like_basis(m, rng);
    Inverse inverse(conformance_options());
    if (inverse.factorize(b) != GPUINV_OK) return -1;
    int refactorized = 0;
    for (int u = 0; u < 20; u++)
      exchange(inverse, b, testing::sparse_column(m, u % m, rng),
               &refactorized);
    std::vector<double> x = testing::random_vector(m, rng);
    std::vector<double> y = x;
    if (inverse.ftran(x) != GPUINV_OK || inverse.btran(y) != GPUINV_OK)
      return -1;
    sum = 0.0;
    for (int i = 0; i < m; i++) sum = sum * 1.0001 + x[i] - y[i];
  }
  return sums[0] == sums[1] ? 0 : 1;
}

START_TEST(deterministic) { ck_assert_int_eq(differing_bits(200), 0); }
END_TEST

TCase* accuracy_cases() {
  TCase* tcase = tcase_create("accuracy");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, random_bases, 0, 24);
  tcase_add_test(tcase, norm_of_random_basis);
  tcase_add_loop_test(tcase, five_hundred_updates, 0, 6);
  tcase_add_test(tcase, deterministic);
  return tcase;
}
