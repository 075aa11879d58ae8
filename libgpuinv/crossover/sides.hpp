// sides.hpp (a solution of an LP and what it says of each variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Values and multipliers as a method that knows no bases has found them.
struct InteriorSample {
  std::vector<double> x;  // n
  std::vector<double> y;  // m
};

// Distance of x to the next bound of variable k, infinite if it has none.
double distance(const WorkingLp& lp, int k, double x);

// The bound next to x; 0 for a free variable.
double nearest_bound(const WorkingLp& lp, int k, double x);

// Where a non-basic variable of that value stands.
At side_of(const WorkingLp& lp, int k, double x);

// c - A'*y, n
std::vector<double> reduced_costs(const WorkingLp& lp,
                                  const std::vector<double>& y);

// The sample, finite and within bounds.
void settle(const WorkingLp& lp, InteriorSample* sample);

// How far from its bounds a variable is by the side of its reduced cost d:
// large where it belongs into a basis, below 1 where it does not.
double weight(const WorkingLp& lp, int k, double x, double d);

}  // namespace gpuinv
