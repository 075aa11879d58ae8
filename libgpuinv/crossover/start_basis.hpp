// start_basis.hpp (bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Columns of lp that make a regular matrix, as many of them as can be among
// those that weigh 1 and more.  Given the rows of (A*W)' with W = diag of
// the roots of the weights, an LU factorization whose pivots are among the
// largest of their columns takes rows that span a large volume.  What they
// lack comes of the columns of a basis that is regular, slacks first.  memory
// as in SparseLu.
std::vector<int> start_basis(const WorkingLp& lp,
                             const std::vector<double>& weight,
                             const std::vector<int>& regular,
                             std::size_t memory);

// Returns whether the basis is primal or dual feasible and nearly feasible on
// the other side, as that of a problem that was changed after it was solved.
// Returns false if the factor finds it singular.
bool is_warm(const WorkingLp& lp, const SimplexBasis& basis,
             BasisFactor& factor);

}  // namespace gpuinv
