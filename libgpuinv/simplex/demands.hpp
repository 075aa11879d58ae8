// demands.hpp (what a linear program asks for at its simplest point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns how many rows are violated, and how many columns would improve the
// objective, where every variable is at its bound nearest to zero.  Columns
// with one element and no cost are slacks of their rows.  Where these demands
// are few the simplex method takes few pivots, whatever the size: each demand
// is met along paths that touch a part of the rows only.
int count_demands(const WorkingLp& lp);

}  // namespace gpuinv
