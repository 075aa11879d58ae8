// normal_problem.hpp (normal equations for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <random>
#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace testing {

using Vector = std::vector<double>;

// S = A*diag(d)*A' + diag(r)
struct NormalProblem {
  explicit NormalProblem(int m) : m(m), r(m, 0.0) {}
  void add(const std::vector<int>& rows, const Vector& values, double weight);
  gpuinv::ColumnMatrix a() const;
  int columns() const { return static_cast<int>(d.size()); }
  Vector diagonal() const;  // of S

  int m;
  std::vector<int> start{0}, row;
  Vector value, d, r;
};

// Returns m rows, two columns of 1 to 4 entries for each, and the identity.
NormalProblem sparse_problem(int m, std::mt19937& rng);
// Returns the same and three columns without a zero.
NormalProblem dense_columns_problem(int m, std::mt19937& rng);
// Returns 2*m columns without a zero.
NormalProblem dense_problem(int m, std::mt19937& rng);
// Returns S = Q*diag(1 .. 10^-digits)*Q' with an orthogonal Q.
NormalProblem conditioned_problem(int m, double digits, std::mt19937& rng);

Vector random_numbers(int count, std::mt19937& rng);
// Sets weights of magnitudes 10^-span .. 10^span.
void spread_weights(NormalProblem& problem, double span, std::mt19937& rng);

// Returns the error of x as the solution of S*x = b, in units of m*roundoff.
// With s = sqrt(diag(S)), a Cholesky solve leaves |b - S*x|_i / s_i of at most
// a small factor times that unit times sum_j s_j*|x_j|, whatever the scales and
// the condition.  Computed in extended precision.
double scaled_error(const NormalProblem& problem, const Vector& x,
                    const Vector& b, double roundoff);

}  // namespace testing
