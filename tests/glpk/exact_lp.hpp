// exact_lp.hpp (random small LPs of every status)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glpk.h>

#include <memory>
#include <string>

namespace gpuinv::exact {

struct DeleteProblem {
  void operator()(glp_prob* P) const { glp_delete_prob(P); }
};
using Problem = std::unique_ptr<glp_prob, DeleteProblem>;

// What is known about an LP from its construction.
struct RandomLp {
  Problem problem;
  bool scaled;          // rows and columns by powers of two
  bool has_point;       // a primal feasible solution was built in
  bool has_dual_point;  // a dual feasible solution was built in
};

// Returns the LP of this seed, which is the same on all machines: up to 12 rows
// and columns, small integers, degenerate, rows and columns of every type, some
// empty, some repeated.  For one seed in four, rows and columns are then
// multiplied by powers of two from 2^-20 to 2^20.  Every number is k * 2^e with
// |k| < 2^16, so that glp_exact, which approximates by fractions to 1e-10,
// takes it exactly.
RandomLp random_lp(unsigned seed);

// Returns whether random_lp(seed) multiplies.
bool is_scaled(unsigned seed);

// Returns min or max c'x over the recession cone of P's feasible set: finite
// bounds are moved to zero, infinite ones stay.  If its optimum is not 0, it is
// unbounded and P has no dual feasible solution.
Problem recession(glp_prob* P);

// Writes P in free MPS format with all digits (GLPK itself writes 15). If the
// objective is to be maximized, it is negated.
void write_mps(glp_prob* P, const std::string& path);

}  // namespace gpuinv::exact
