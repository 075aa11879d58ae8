// basic_solution.hpp (values and multipliers of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// In both functions, `factor` has the factors of this basis.

// Returns inv(B)*(b - N*x_N), m elements in order of positions.
std::vector<double> basic_values(const WorkingLp& lp, const SimplexBasis& basis,
                                 BasisFactor& factor);
// Returns inv(B')*c_B, m elements.
std::vector<double> multipliers(const WorkingLp& lp, const SimplexBasis& basis,
                                BasisFactor& factor);

}  // namespace gpuinv
