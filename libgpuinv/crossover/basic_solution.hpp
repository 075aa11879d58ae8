// basic_solution.hpp (values and multipliers of a basis)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/base/interrupt.hpp"
#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// In the first two functions, `factor` has the factors of this basis.

// Returns inv(B)*(b - N*x_N), m elements in order of positions.
std::vector<double> basic_values(const WorkingLp& lp, const SimplexBasis& basis,
                                 BasisFactor& factor);
// Returns inv(B')*c_B, m elements.
std::vector<double> multipliers(const WorkingLp& lp, const SimplexBasis& basis,
                                BasisFactor& factor);

// Returns the basic solution: all values and the multipliers.  Error(SINGULAR);
// throws Interrupted.
InteriorSample basic_sample(const WorkingLp& lp, const SimplexBasis& basis,
                            const Interrupt& interrupt);

}  // namespace gpuinv
