// measures.hpp (errors and gap of a point of a linear program)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/scaling.hpp"

namespace gpuinv {

// Returns A*x.
std::vector<double> row_values(const InteriorLp& lp,
                               const std::vector<double>& x);

// A*x, A'*y and the sums of their terms' magnitudes.  One pass over A; a few
// threads share it.
struct Products {
  std::vector<double> rows, row_sizes;        // m
  std::vector<double> columns, column_sizes;  // n
};
Products products(const InteriorLp& lp, const std::vector<double>& x,
                  const std::vector<double>& y);

// The denominators of relative residuals: 1 + ||row bounds|| and 1 + ||c||, in
// units of the problem as given.
struct Norms {
  double bounds = 1.0, costs = 1.0;
};
Norms norms(const InteriorLp& lp, const Equilibration& units);

// The sizes added to a row's or column's own terms before its violation is
// divided by them: the smaller of 1 and the largest bound or cost of the
// problem, in its own units.
struct Floors {
  double bound = 1.0, cost = 1.0;
};
Floors floors(const InteriorLp& lp);

// The distances of a point from an optimum.  The residuals and the gap are
// relative as in InteriorIteration.  The others judge each row and column by
// itself, so that a large one excuses no other.
struct Measures {
  double primal_objective = 0.0, dual_objective = 0.0;
  double primal_residual = 0.0, dual_residual = 0.0, gap = 0.0;
  // row: the largest violation of a row, relative to its own terms and bound.
  // cost: of the sign of a reduced cost, relative to its own terms. product:
  // the largest product of a multiplier and the distance to its bound, relative
  // to both.
  double row = 0.0, cost = 0.0, product = 0.0;
  // Violations as in glp_check_kkt, in units of the problem as given.
  double given = 0.0;
  bool feasible(double tolerance) const;
  bool complementary(double tolerance) const;
  bool within(double tolerance) const;
  // Residuals and gap alone.
  bool sums_within(double tolerance) const;
};

// Measures x[n], which is within its bounds, and y[m], which has the right
// signs, both of the equilibrated problem.  The reduced costs d = c - A'y are
// taken as they are: those that need a bound that does not exist are dual
// residual, the others enter the dual objective.
Measures measure(const InteriorLp& lp, const Equilibration& units,
                 const std::vector<double>& x, const std::vector<double>& y);

// Moves values into their bounds; sets multipliers to zero that act on a bound
// that does not exist.
void clean_values(const InteriorLp& lp, std::vector<double>* x);
void clean_multipliers(const InteriorLp& lp, std::vector<double>* y);

// Moves row values into their bounds, and sets reduced costs to 0 that need a
// bound that does not exist, if the rounding of their terms (whose magnitudes
// are in a) explains the change.
void drop_rounding(const InteriorLp& lp, const Products& a,
                   std::vector<double>* row_value,
                   std::vector<double>* column_dual);

}  // namespace gpuinv
