// implied_bounds.hpp (bounds that follow from the rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

struct Implied {
  bool lower = false, upper = false;
};

// For variables with two bounds, whether one row and the bounds of the other
// variables in it say as much as the bound does: x_j <= 1 in a row sum x = 1,
// x >= 0 of a set partitioning problem.  Others: false.  nnz operations;
// Interrupted if that is wished for.
std::vector<Implied> implied_bounds(const WorkingLp& lp,
                                    const Interrupt& interrupt);

}  // namespace gpuinv
