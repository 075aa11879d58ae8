// tableau_cases.hpp (scenarios that any tableau must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

// A scenario runs a tableau and judges the result by the LP alone, by dense
// algebra without a factorization.  It returns figures that the tests compare
// with bounds.

#pragma once

#include <string>
#include <vector>

#include "tests/kernels/tableau_lp.hpp"

namespace gpuinv::tests {

// The methods, and the dual one with long steps.
struct Way {
  bool dual;
  Steps steps;
};
constexpr Way kWays[] = {
    {false, Steps::kShort}, {true, Steps::kShort}, {true, Steps::kLong}};

// Errors are relative to the sizes of the summed terms.
struct TableauErrors {
  std::string failure;      // text of an exception, or the wrong count
  long wrong = 0;           // broken discrete facts
  double columns = 0.0;     // B*T - [N b]
  double transposed = 0.0;  // T'*w against the columns of T
  double costs = 0.0;       // d - (c_N - T'*c_B)
  double values = 0.0;      // beta - (T_b - T*x_N)
  double bounds = 0.0;      // working bounds compared with those of the LP
  int pivots = 0, flips = 0, passed = 0;
};

// Runs the method for 1, 2, 63, 64, 65 and 200 iterations and checks after
// each.
TableauErrors run_scenario(Tableau& tableau, const TableauLp& problem,
                           bool dual, Steps steps = Steps::kShort);

// Returns everything that the iterations of run_scenario leave, as numbers.
std::vector<double> run_transcript(Tableau& tableau, const TableauLp& problem,
                                   bool dual, Steps steps = Steps::kShort);

// Returns the bases after `step`, 2*step, ... iterations, `count` of them.
// Every call of the tableau starts with new weights.
std::vector<std::vector<int>> run_bases(Tableau& tableau,
                                        const TableauLp& problem, bool dual,
                                        int count, int step = 1,
                                        Steps steps = Steps::kShort);

// One iteration in which candidate 1 has the best price, but its pivot is only
// 1e-8 of the largest element next to it.  `alone`: it is the only candidate;
// `empty`: so many columns have no elements and no costs.
struct PoorPivot {
  Batch batch;
  std::vector<float> scale;  // of the candidates
};
PoorPivot run_poor_pivot(Tableau& tableau, bool dual, bool alone,
                         int empty = 0);

}  // namespace gpuinv::tests
