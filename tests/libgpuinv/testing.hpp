// testing.hpp (bases, solves and error measures for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gpuinv.h"
#include "seed.hpp"

namespace testing {

// A basis matrix by columns.
struct Column {
  std::vector<int> ind;
  std::vector<double> val;
};
using Basis = std::vector<Column>;

Column dense_column(int m, std::mt19937& rng);
// Returns 1 to 8 entries of magnitudes 1e-2 .. 1e2; the one in row `pivot` is
// the largest.
Column sparse_column(int m, int pivot, std::mt19937& rng);
Basis dense_basis(int m, std::mt19937& rng);
// Returns half slack columns, half sparse ones, as in Netlib's bases, permuted.
Basis netlib_like_basis(int m, std::mt19937& rng);
Basis permuted_identity(int m, std::mt19937& rng);
std::vector<double> random_vector(int m, std::mt19937& rng);

double norm1(const Basis& b);
std::vector<double> multiply(const Basis& b, const std::vector<double>& x);
std::vector<double> multiply_transposed(const Basis& b,
                                        const std::vector<double>& x);
double max_abs(const std::vector<double>& x);

// Owns the handles of gpuinv.h; every verb returns the status.
class Inverse {
 public:
  explicit Inverse(const std::string& options, gpuinv_log log = nullptr,
                   void* info = nullptr);
  ~Inverse();
  Inverse(const Inverse&) = delete;
  Inverse& operator=(const Inverse&) = delete;

  int created() const { return created_; }  // status of basis_create
  int enter(int j, const Column& column);   // one column
  int enter(const Basis& b);                // begin and all columns
  int factorize(const Basis& b);            // enter and factorize
  int ftran(std::vector<double>& x) { return api->ftran(basis, x.data()); }
  int btran(std::vector<double>& x) { return api->btran(basis, x.data()); }
  int update(int k, const Column& c) {
    return api->update(basis, k, static_cast<int>(c.ind.size()), c.ind.data(),
                       c.val.data());
  }
  double inverse_norm() const { return norm_; }  // of the last factorize
  std::string last_error() { return api->last_error(session); }

  const gpuinv_api* api;
  gpuinv_session* session = nullptr;
  gpuinv_basis* basis = nullptr;

 private:
  int created_;
  double norm_ = std::numeric_limits<double>::quiet_NaN();
};

// Returns the largest residual of FTRAN and BTRAN over a sparse, a unit and a
// dense right-hand side a, in units of what an explicit inverse must attain:
//   ||a - B*x|| / (m * eps * ||B||*||inv(B)|| * ||a||), 1-norms of B.
// Returns infinity if a solve fails.
double solve_error(Inverse& inverse, const Basis& b, double cond,
                   std::mt19937& rng);

// Returns whether this machine can run the options; if not, prints why.
bool available(const char* options);

}  // namespace testing
