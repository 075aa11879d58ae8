// fill_gaps.hpp (columns that complete independent ones to a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns the columns of a regular matrix: nearly all of `chosen`, which are
// nearly independent, and others of `from`; or none if these do not suffice or
// their rows need more than `memory` bytes; 0 sets no limit.  Unit vectors of
// the rows `gaps`, as many as columns are missing, make a regular matrix B of
// the chosen ones; where rounding errors hid that these depend on each other,
// unit vectors replace them, too.  A dense LU factorization of the rows of
// inv(B)*A that belong to unit vectors, for the columns `from`, then tells
// which of these replace them: gaps.size()*from.size() numbers.  Error(NOMEM,
// INTERNAL); throws Interrupted.
std::vector<int> fill_gaps(const WorkingLp& lp, const std::vector<int>& chosen,
                           const std::vector<int>& gaps,
                           const std::vector<int>& from, std::size_t memory,
                           const Interrupt& interrupt);

}  // namespace gpuinv
