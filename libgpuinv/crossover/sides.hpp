// sides.hpp (what a solution of an LP says of each variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Values and multipliers found by a method without bases.
struct InteriorSample {
  std::vector<double> x;  // n
  std::vector<double> y;  // m
};

// Returns the distance of x to the nearest bound of variable k, infinity if it
// has none, and 0 outside its bounds.
double distance(const WorkingLp& lp, int k, double x);

// Returns the bound nearest to x, or 0 for a free variable.
double nearest_bound(const WorkingLp& lp, int k, double x);

// Returns the bound that nonbasic variable k with this value is at.
At side_of(const WorkingLp& lp, int k, double x);

// Returns c - A'*y, n elements.
std::vector<double> reduced_costs(const WorkingLp& lp,
                                  const std::vector<double>& y);

// Replaces values that are not finite by 0 and moves values into their bounds.
void settle(const WorkingLp& lp, InteriorSample* sample);

// What is usual in a sample: the distance from the bounds of a variable that
// belongs in a basis, and the reduced cost of another one.
struct Usual {
  double distance = 1.0, cost = 1.0;
};

// Both numbers are medians of the parts into which their own quotient divides
// the variables, as in a search for two clusters.  The m largest quotients do
// not stand for a basis: where many basic values are at bounds, or many reduced
// costs are 0, the median is one of the other part.  A search by
// medians gets nowhere from a start that puts much of a large part into a small
// one.  So it begins where the means of the logarithms are far apart.
Usual usual_sizes(const WorkingLp& lp, const std::vector<double>& x,
                  const std::vector<double>& d);

// Returns the distance from the bounds divided by the reduced cost d, each
// compared with what is usual.  The weight is large if the variable belongs in
// a basis and below 1 if it does not.
double weight(const WorkingLp& lp, int k, double x, double d,
              const Usual& usual);

// Returns the unit of the tolerances of reduced costs, 1 or less.
double unit_cost(const Usual& usual);

}  // namespace gpuinv
