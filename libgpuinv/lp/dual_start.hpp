// dual_start.hpp (dual feasible bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// A basis to start from.
struct DualStart {
  // Number of columns made basic, 0 for the standard basis; -1 if there is no
  // such basis, or no multiplier of a row can change.
  int size = -1;
  // Statuses of the m rows and n columns: GPUINV_STAT_...; of a fixed or free
  // one that is not basic, LOWER.
  std::vector<int> stat;
};

// In the standard basis rows are basic, and each column is on the bound of
// smaller magnitude, or on its only one.  If this basis is dual feasible,
// returns a basis to start the dual simplex method from.  Where columns are
// many times as many as rows, this is the standard basis.  Else the multiplier
// of one row at a time changes as far as all reduced costs d = c - A'y keep
// their signs (dual ascent).  In stage 1, rows whose multiplier is not zero are
// covered by columns whose reduced cost has become zero, as far as these are
// triangular with pivots of at least a thousandth of their scaled columns; in
// stage 2, equality constraints that are left, by columns without entries in
// the rows of stage 1.
//
// Networks (see network.hpp) are exceptions.  Of one with one commodity the
// standard basis is returned: with long steps the dual method takes 1.2 pivots
// for each node from there, and mostly twice as many from a basis of trees.
// Where flows need few paths, stage 2 is left out: from rows that are basic, a
// path takes about as many pivots as it has arcs, and all paths together take
// half as many, or fewer, as the way from a basis of trees.  Either network may
// also have some columns, a tenth at most, that are dual infeasible in the
// standard basis, if multipliers of rows can make them feasible: GLPK's
// presolver leaves such columns when it substitutes the variables that penalize
// unmet demands.  Then stage 2 is left out of both.
//
// rows and columns are positive scale factors, m and n numbers.  lp.ptr may be
// NULL: then size is 1 if the matrix is needed.  The other arrays of lp must
// have been checked, see lp_checks.hpp.
DualStart dual_start(const gpuinv_interior_lp& lp, const double* rows,
                     const double* columns);

}  // namespace gpuinv
