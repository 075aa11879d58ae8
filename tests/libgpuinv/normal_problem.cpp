// normal_problem.cpp (normal equations for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "normal_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace testing {
namespace {

using Long = std::vector<long double>;

// Returns S*x.
Long product(const NormalProblem& p, const Vector& x) {
  Long y(p.m);
  for (int i = 0; i < p.m; i++) y[i] = static_cast<long double>(p.r[i]) * x[i];
  for (int j = 0; j < p.columns(); j++) {
    long double dot = 0.0L;
    for (int q = p.start[j]; q < p.start[j + 1]; q++)
      dot += static_cast<long double>(p.value[q]) * x[p.row[q]];
    dot *= p.d[j];
    for (int q = p.start[j]; q < p.start[j + 1]; q++)
      y[p.row[q]] += dot * p.value[q];
  }
  return y;
}

std::vector<int> all_rows(int m) {
  std::vector<int> rows(m);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Returns 1 to 4 different rows, ascending.
std::vector<int> few_rows(int m, std::mt19937& rng) {
  std::vector<int> rows(1 + rng() % 4);
  for (int& i : rows) i = static_cast<int>(rng() % m);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

double power_of_ten(double span, std::mt19937& rng) {
  return std::pow(10.0,
                  std::uniform_real_distribution<double>(-span, span)(rng));
}

// column := (I - 2*u*u')*column with |u| = 1.
void reflect(const Vector& u, Vector& column) {
  const double dot =
      2.0 * std::inner_product(u.begin(), u.end(), column.begin(), 0.0);
  for (std::size_t i = 0; i < u.size(); i++) column[i] -= dot * u[i];
}

Vector unit_vector(int m, std::mt19937& rng) {
  Vector u = random_numbers(m, rng);
  const double norm =
      std::sqrt(std::inner_product(u.begin(), u.end(), u.begin(), 0.0));
  for (double& e : u) e /= norm;
  return u;
}

}  // namespace

void NormalProblem::add(const std::vector<int>& rows, const Vector& values,
                        double weight) {
  row.insert(row.end(), rows.begin(), rows.end());
  value.insert(value.end(), values.begin(), values.end());
  start.push_back(static_cast<int>(row.size()));
  d.push_back(weight);
}

gpuinv::ColumnMatrix NormalProblem::a() const {
  return {m, columns(), start.data(), row.data(), value.data()};
}

Vector NormalProblem::diagonal() const {
  Vector s = r;
  for (int j = 0; j < columns(); j++)
    for (int q = start[j]; q < start[j + 1]; q++)
      s[row[q]] += d[j] * value[q] * value[q];
  return s;
}

Vector random_numbers(int count, std::mt19937& rng) {
  Vector x(count);
  for (double& e : x)
    e = std::uniform_real_distribution<double>(0.01, 1.0)(rng) *
        (rng() % 2 ? 1.0 : -1.0);
  return x;
}

NormalProblem sparse_problem(int m, std::mt19937& rng) {
  NormalProblem p(m);
  for (int j = 0; j < 2 * m; j++) {
    const std::vector<int> rows = few_rows(m, rng);
    p.add(rows, random_numbers(static_cast<int>(rows.size()), rng), 1.0);
  }
  for (int i = 0; i < m; i++) p.add({i}, {1.0}, 1.0);
  return p;
}

NormalProblem dense_columns_problem(int m, std::mt19937& rng) {
  NormalProblem p = sparse_problem(m, rng);
  for (int j = 0; j < 3; j++) p.add(all_rows(m), random_numbers(m, rng), 1.0);
  return p;
}

NormalProblem dense_problem(int m, std::mt19937& rng) {
  NormalProblem p(m);
  for (int j = 0; j < 2 * m; j++)
    p.add(all_rows(m), random_numbers(m, rng), 1.0);
  return p;
}

NormalProblem conditioned_problem(int m, double digits, std::mt19937& rng) {
  NormalProblem p(m);
  const Vector u = unit_vector(m, rng), v = unit_vector(m, rng);
  for (int j = 0; j < m; j++) {
    Vector column(m, 0.0);
    column[j] = 1.0;
    reflect(u, column);
    reflect(v, column);
    p.add(all_rows(m), column,
          std::pow(10.0, -digits * j / std::max(1, m - 1)));
  }
  return p;
}

void spread_weights(NormalProblem& problem, double span, std::mt19937& rng) {
  for (double& e : problem.d) e = power_of_ten(span, rng);
}

double scaled_error(const NormalProblem& problem, const Vector& x,
                    const Vector& b, double roundoff) {
  const Vector diagonal = problem.diagonal();
  const Long y = product(problem, x);
  long double worst = 0.0L, size = 0.0L, right = 0.0L;
  for (int i = 0; i < problem.m; i++) {
    const long double s = std::sqrt(diagonal[i]);
    if (!std::isfinite(x[i])) return INFINITY;
    worst = std::max(worst, std::fabs(b[i] - y[i]) / s);
    size += s * std::fabs(x[i]);
    right = std::max(right, std::fabs(b[i]) / s);
  }
  return static_cast<double>(worst / (size + right) / (problem.m * roundoff));
}

}  // namespace testing
