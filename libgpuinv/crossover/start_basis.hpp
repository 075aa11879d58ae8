// start_basis.hpp (bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/sparse_lu.hpp"
#include "libgpuinv/simplex/tableau.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns columns of lp that make a regular matrix.  As many of them as
// possible have a weight of 1 or more.  They are found by an LU factorization
// of (A*W)', where W is the diagonal matrix of the roots of the weights: as
// each pivot is among the largest of its column, the chosen rows span a large
// volume.  If these columns are too few, slacks fill the gaps, or else other
// columns of `regular`, the columns of a regular basis: where the factors are
// full, those that fill_gaps finds, else those of another sparse LU.  In that,
// columns that are alone in a row take the places of columns with large weights
// if `fill` is kAlone; kLarge avoids that.  memory is the limit of SparseLu. If
// `dense` is not null and has a dense LU (Tableau::independent_columns), that
// replaces the sparse one; the columns of `regular` then take part with a small
// weight.
std::vector<int> start_basis(const WorkingLp& lp,
                             const std::vector<double>& weight,
                             const std::vector<int>& regular,
                             SparseLu::Pivots fill, std::size_t memory,
                             Tableau* dense = nullptr,
                             const Interrupt& interrupt = {});

// The numbers of basic values outside their bounds and of reduced costs of the
// wrong sign, and whether the basis has slacks alone.
struct Violations {
  int primal, dual;
  bool slacks;
};

// Returns those of a basis, or nothing if the factor finds it singular.
std::optional<Violations> count_violations(const WorkingLp& lp,
                                           const SimplexBasis& basis,
                                           BasisFactor& factor);

// Returns whether a basis of lp is primal or dual feasible and nearly feasible
// on the other side, as that of a problem that was changed after it was solved.
// One of slacks tells nothing of an earlier solve, unless it is optimal: in
// pds-30 it has 22 violations, and 93 000 pivots follow.
bool is_warm(const WorkingLp& lp, const Violations& violations);

}  // namespace gpuinv
