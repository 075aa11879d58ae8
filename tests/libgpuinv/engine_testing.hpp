// engine_testing.hpp (linear programs and a handle for engine tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpuinv.h"

namespace testing {

// minimize c'x, s + A*x = b with slacks s >= 0 (columns 0..m-1, the start
// basis) and x >= 0; counted from 0, whatever base says: view() adds it.
struct Lp {
  // rows of A, b, costs of x
  Lp(int rows, int columns, const std::vector<std::vector<double>>& a,
     const std::vector<double>& rhs, const std::vector<double>& cost);

  // The arrays of the result live as long as this object.
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

// Dense, size rows and columns, half of the rows <=, half >=, feasible,
// 0 <= x <= 20, mixed costs; the same every time.
Lp long_lp(int size);

// An LP that keeps the engine busy for more than 0.1 s, in start or iterations.
Lp busy_lp();

// GLPK's tolerances, no limits.
gpuinv_smcp parameters();

// Factor by which times may exceed what is promised: this machine is
// shared, and valgrind and sanitizers slow it down ($GPUINV_PATIENCE).
double patience();

// A session with at most one engine, as an owner.  Options are those of
// the conformance suite, with the form under test.
class Engine {
 public:
  explicit Engine(gpuinv_log log = nullptr, void* info = nullptr);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The status of engine_start; an engine there was is deleted first.
  int start(const Lp& lp);
  // Waits and takes the result: its status.
  int finish(const Lp& lp);
  int solve(const Lp& lp);
  int result();
  void drop();

  // Objective of the basis proposed, by Gaussian elimination; not a
  // number if the basis is none.
  double objective(const Lp& lp) const;

  const gpuinv_api* api;
  gpuinv_session* session = nullptr;
  gpuinv_engine* handle = nullptr;
  std::string options;
  gpuinv_smcp parm = parameters();
  int claim = -1, pivots = -1, dense = -1;
  std::vector<int> head;  // counted from 0
  std::vector<char> flag;

 private:
  int base_ = 0;
  std::vector<int> based_;        // head as the engine writes it
  std::unique_ptr<Lp> borrowed_;  // owner of the matrix until drop()
};

}  // namespace testing
