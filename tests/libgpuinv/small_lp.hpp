// small_lp.hpp (linear programs for engine tests, and their certificates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "gpuinv.h"

namespace testing {

// Rows r = F*x with bounds on r and x, in GLPK's working form: columns 0..m-1
// are the r (unit columns), the others the x (columns of -F), so that r - F*x =
// 0.  The start basis consists of the r; every x is at its finite bound nearest
// to zero.
struct SmallLp {
  explicit SmallLp(int rows) : m(rows), row_lower(rows), row_upper(rows) {}

  void bound_row(int i, double lower, double upper);
  void add_column(double cost, double lower, double upper,
                  const std::vector<double>& entries);
  int n() const { return m + static_cast<int>(cost.size()); }

  int m;
  std::vector<double> row_lower, row_upper;  // m
  std::vector<double> cost, lower, upper;    // columns of F
  std::vector<std::vector<double>> entries;  // columns of F, m each
};

// An engine's proposal, judged by dense elimination in long double.
struct Verdict {
  int status = -1;  // of engine_start or engine_result
  int claim = -1;
  int pivots = -1;
  int dense = -1;
  bool basis = false;   // head is a permutation, and B is regular
  bool primal = false;  // x is within its bounds
  bool dual = false;    // reduced costs have the right signs
  double objective = 0.0;
  std::vector<int> head;
  std::vector<char> flag;
};

// Solves with the engine of the options, with indices counted from base.
// `start`, if not empty, gives head and flag as in Verdict (from 0).
Verdict solve(const SmallLp& lp, const char* options, int base = 0,
              const Verdict* start = nullptr, int it_lim = 100000);

}  // namespace testing
