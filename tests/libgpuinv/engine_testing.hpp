// engine_testing.hpp (linear programs and a handle for engine tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpuinv.h"

namespace testing {

// minimize c'x, s + A*x = b with slacks s >= 0 (columns 0..m-1, the start
// basis) and x >= 0.  Indices count from 0; view() adds the base.
struct Lp {
  // rows of A, b, and costs of x
  Lp(int rows, int columns, const std::vector<std::vector<double>>& a,
     const std::vector<double>& rhs, const std::vector<double>& cost);

  // The result's arrays live as long as this object.
  gpuinv_lp view() const;

  int base = 0;
  int m, n;
  std::vector<int> ptr, ind;  // n+1, nnz
  std::vector<double> val;    // nnz
  std::vector<double> b;      // m
  std::vector<double> c, l, u;
  std::vector<int> head;   // n
  std::vector<char> flag;  // n-m

 private:
  mutable std::vector<int> based_ptr_, based_ind_, based_head_;
};

// Returns a dense feasible LP of `size` rows and columns, half of the rows <=,
// half >=, 0 <= x <= 20, mixed costs; the same every time.
Lp long_lp(int size);

// Returns an LP that keeps the engine busy for more than 0.1 s, in its start or
// its iterations.
Lp busy_lp();

// Returns GLPK's tolerances and no limits.
gpuinv_smcp parameters();

// Returns the factor by which times may exceed the promised ones: this machine
// is shared, and valgrind and sanitizers slow it down ($GPUINV_PATIENCE).
double patience();

// Owns a session with at most one engine.  Options are those of the conformance
// suite, with the form under test.
class Engine {
 public:
  explicit Engine(gpuinv_log log = nullptr, void* info = nullptr);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Returns the status of engine_start; an existing engine is deleted first.
  int start(const Lp& lp);
  // Waits, takes the result and returns its status.
  int finish(const Lp& lp);
  int solve(const Lp& lp);
  int result();
  void drop();

  // Returns the objective of the proposed basis by Gaussian elimination, or NaN
  // if that is not a basis.
  double objective(const Lp& lp) const;

  const gpuinv_api* api;
  gpuinv_session* session = nullptr;
  gpuinv_engine* handle = nullptr;
  std::string options;
  gpuinv_smcp parm = parameters();
  int claim = -1, pivots = -1, dense = -1;
  std::vector<int> head;  // counted from 0
  std::vector<char> flag;
  std::vector<double> ray;

 private:
  int base_ = 0;
  std::vector<int> based_;        // head as the engine writes it
  std::unique_ptr<Lp> borrowed_;  // owns the matrix until drop()
};

}  // namespace testing
