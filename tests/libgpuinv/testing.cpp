// testing.cpp (bases, solves and error measures for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace testing {

Column dense_column(int m, std::mt19937& rng) {
  std::uniform_real_distribution<double> magnitude(0.1, 10.0);
  std::bernoulli_distribution negative(1.0 / 3.0);
  Column c;
  for (int i = 0; i < m; i++) {
    c.ind.push_back(i);
    c.val.push_back(negative(rng) ? -magnitude(rng) : magnitude(rng));
  }
  return c;
}

Column sparse_column(int m, int pivot, std::mt19937& rng) {
  std::uniform_real_distribution<double> exponent(-2.0, 2.0);
  std::uniform_int_distribution<int> row(0, m - 1), count(0, 7);
  Column c;
  double largest = 0.0;
  for (int t = std::min(count(rng), m - 1); t > 0; t--) {
    const int i = row(rng);
    if (i == pivot || std::count(c.ind.begin(), c.ind.end(), i) != 0) continue;
    c.ind.push_back(i);
    c.val.push_back(t % 2 ? std::pow(10.0, exponent(rng))
                          : -std::pow(10.0, exponent(rng)));
    largest = std::max(largest, std::fabs(c.val.back()));
  }
  c.ind.push_back(pivot);
  c.val.push_back(2.0 * std::max(largest, 0.5));
  return c;
}

Basis dense_basis(int m, std::mt19937& rng) {
  Basis b;
  for (int j = 0; j < m; j++) b.push_back(dense_column(m, rng));
  return b;
}

Basis permuted_identity(int m, std::mt19937& rng) {
  std::vector<int> rows(m);
  std::iota(rows.begin(), rows.end(), 0);
  std::shuffle(rows.begin(), rows.end(), rng);
  Basis b;
  for (int i : rows) b.push_back({{i}, {1.0}});
  return b;
}

Basis netlib_like_basis(int m, std::mt19937& rng) {
  Basis b = permuted_identity(m, rng);
  for (int j = 0; j < m; j += 2) b[j] = sparse_column(m, b[j].ind[0], rng);
  return b;
}

std::vector<double> random_vector(int m, std::mt19937& rng) {
  std::normal_distribution<double> normal;
  std::vector<double> x(m);
  for (double& v : x) v = normal(rng);
  return x;
}

double norm1(const Basis& b) {
  double norm = 0.0;
  for (const Column& c : b) {
    double sum = 0.0;
    for (double v : c.val) sum += std::fabs(v);
    norm = std::max(norm, sum);
  }
  return norm;
}

std::vector<double> multiply(const Basis& b, const std::vector<double>& x) {
  std::vector<double> y(b.size(), 0.0);
  for (std::size_t j = 0; j < b.size(); j++)
    for (std::size_t t = 0; t < b[j].ind.size(); t++)
      y[b[j].ind[t]] += b[j].val[t] * x[j];
  return y;
}

std::vector<double> multiply_transposed(const Basis& b,
                                        const std::vector<double>& x) {
  std::vector<double> y(b.size(), 0.0);
  for (std::size_t j = 0; j < b.size(); j++)
    for (std::size_t t = 0; t < b[j].ind.size(); t++)
      y[j] += b[j].val[t] * x[b[j].ind[t]];
  return y;
}

double max_abs(const std::vector<double>& x) {
  double largest = 0.0;
  for (double v : x) largest = std::max(largest, std::fabs(v));
  return largest;
}

Inverse::Inverse(const std::string& options, gpuinv_log log, void* info)
    : api(gpuinv_get_api(GPUINV_VERSION)) {
  api->session_create(&session, log, info);
  created_ = api->basis_create(session, options.c_str(), &basis);
}

Inverse::~Inverse() { api->session_delete(session); }

int Inverse::enter(int j, const Column& column) {
  const int len = static_cast<int>(column.ind.size());
  const int* const ind = column.ind.data();
  const double* const val = column.val.data();
  return api->columns(basis, j, 1, &len, &ind, &val);
}

int Inverse::enter(const Basis& b) {
  const int m = static_cast<int>(b.size());
  int status = api->begin(basis, 0, m);
  for (int j = 0; j < m && status == GPUINV_OK; j++) status = enter(j, b[j]);
  return status;
}

int Inverse::factorize(const Basis& b) {
  const int status = enter(b);
  return status == GPUINV_OK ? api->factorize(basis, &norm_) : status;
}

namespace {

double residual(const std::vector<double>& a, const std::vector<double>& bx) {
  std::vector<double> r(a);
  for (std::size_t i = 0; i < r.size(); i++) r[i] -= bx[i];
  return max_abs(r) / max_abs(a);
}

std::vector<std::vector<double>> right_hand_sides(int m, std::mt19937& rng) {
  std::vector<double> unit(m, 0.0), sparse(m, 0.0);
  std::uniform_int_distribution<int> row(0, m - 1);
  unit[row(rng)] = 1.0;
  for (int t = 0; t < 3; t++) sparse[row(rng)] = 1.0 + t;
  return {unit, sparse, random_vector(m, rng)};
}

}  // namespace

double solve_error(Inverse& inverse, const Basis& b, double cond,
                   std::mt19937& rng) {
  const int m = static_cast<int>(b.size());
  double worst = 0.0;
  for (const std::vector<double>& a : right_hand_sides(m, rng)) {
    std::vector<double> x(a), y(a);
    if (inverse.ftran(x) != GPUINV_OK || inverse.btran(y) != GPUINV_OK)
      return INFINITY;
    worst = std::max({worst, residual(a, multiply(b, x)),
                      residual(a, multiply_transposed(b, y))});
  }
  return worst / (m * DBL_EPSILON * std::max(cond, 1.0));
}

bool available(const char* options) {
  Inverse inverse(options);
  if (inverse.created() == GPUINV_OK) return true;
  std::printf("%s: %s\n", options, inverse.last_error().c_str());
  return false;
}

}  // namespace testing
