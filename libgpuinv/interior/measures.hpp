// measures.hpp (residuals and gap of a point of a linear program)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/equilibration.hpp"
#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// A*x.
std::vector<double> row_values(const InteriorLp& lp,
                               const std::vector<double>& x);

// A*x, A'*y and the sums of the sizes of their terms: one pass over A, on
// some threads.
struct Products {
  std::vector<double> rows, row_sizes;        // m
  std::vector<double> columns, column_sizes;  // n
};
Products products(const InteriorLp& lp, const std::vector<double>& x,
                  const std::vector<double>& y);

// What residuals are relative to: 1 + ||row bounds||, 1 + ||c||, in units of
// the problem as it was before.
struct Norms {
  double bounds = 1.0, costs = 1.0;
};
Norms norms(const InteriorLp& lp, const Equilibration& units);

// What counts as nothing beside a row's or a column's own terms: the least of
// 1 and of the largest bound or cost of the problem, in its own units.
struct Floors {
  double bound = 1.0, cost = 1.0;
};
Floors floors(const InteriorLp& lp);

// How far a point is from an optimum, each relative as InteriorIteration
// says: and what no size of another row or column excuses.
struct Measures {
  double primal_objective = 0.0, dual_objective = 0.0;
  double primal_residual = 0.0, dual_residual = 0.0, gap = 0.0;
  // The largest violation of a row, relative to its own terms and bound; of
  // the sign of a reduced cost, relative to what it is the sum of; product
  // of a multiplier and of the distance to the bound that it acts on,
  // relative to those.
  double row = 0.0, cost = 0.0, product = 0.0;
  // Violations as glp_check_kkt has them, in units of the problem as given.
  double given = 0.0;
  bool feasible(double tolerance) const;
  bool complementary(double tolerance) const;
  bool within(double tolerance) const;
  // Residuals and gap alone.
  bool sums_within(double tolerance) const;
};

// Of x[n] within its bounds and y[m] of the right signs, both of the
// equilibrated problem.  The reduced costs d = c - A'y are taken as they are:
// what lacks a bound to hold it is dual residual, the rest enters the dual
// objective.
Measures measure(const InteriorLp& lp, const Equilibration& units,
                 const std::vector<double>& x, const std::vector<double>& y);

// Takes values into their bounds, and away multipliers which act on a bound
// that does not exist.
void clean_values(const InteriorLp& lp, std::vector<double>* x);
void clean_multipliers(const InteriorLp& lp, std::vector<double>* y);

// Takes values of rows into their bounds, and reduced costs to 0 that lack a
// bound, where what they miss is no more than the rounding of their terms,
// whose sizes are those of a.
void drop_rounding(const InteriorLp& lp, const Products& a,
                   std::vector<double>* row_value,
                   std::vector<double>* column_dual);

}  // namespace gpuinv
