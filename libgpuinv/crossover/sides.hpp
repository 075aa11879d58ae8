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

// Returns the distance from the bounds divided by the reduced cost d.  The
// weight is large if the variable belongs in a basis and below 1 if it does
// not.
double weight(const WorkingLp& lp, int k, double x, double d);

}  // namespace gpuinv
