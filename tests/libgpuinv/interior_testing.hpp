// interior_testing.hpp (a problem and a handle for tests of interior points)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "gpuinv.h"

namespace testing {

// Owns a gpuinv_interior_lp; indices already count from base.
struct InteriorData {
  gpuinv_interior_lp view() const;

  int base, m, n, max;
  std::vector<int> ptr, ind;
  std::vector<double> val, c;
  double c0;
  std::vector<double> l, u;
};

// Returns maximize 100 + 3x + 2y, or minimize 100 - 3x - 2y, subject to x + y
// <= 4, x + 3y <= 7, 0 <= x <= 3, y >= 0.  The optimum is x = 3, y = 1, with
// row multipliers 2 and 0 and the reduced cost 1 of x (for a maximum).
InteriorData two_by_two(int base, int max);

// Returns a form of the normal equations, besides the dense one, that is always
// available where the conformance suite runs.
const char* other_form();

// Returns 1e-8, 100 iterations, one hour, AMD.
gpuinv_iptcp interior_parameters();

// Owns a session with at most one interior point method.  Options are those of
// the conformance suite.
class Interior {
 public:
  explicit Interior(gpuinv_log log = nullptr, void* info = nullptr);
  ~Interior();
  Interior(const Interior&) = delete;
  Interior& operator=(const Interior&) = delete;

  int start(const InteriorData& data);  // status of interior_create
  int step();
  int finish();  // steps to the end, and the result
  int result();
  int solve(const InteriorData& data);  // start and finish
  void drop();

  const gpuinv_api* api;
  gpuinv_session* session = nullptr;
  gpuinv_interior* handle = nullptr;
  std::string options;
  gpuinv_iptcp parm = interior_parameters();
  int iterations = 0;  // lines of the log since start
  int done = -1, code = -1, stat = -1;
  double obj = NAN;
  std::vector<double> prim, dual;  // m + n

 private:
  static void listen(void* interior, int level, const char* text);

  gpuinv_log log_;
  void* info_;
};

}  // namespace testing
