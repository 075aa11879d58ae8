// dual_start.hpp (dual feasible bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// A basis to start from.
struct DualStart {
  // Number of columns made basic; -1 if there is no such basis, or it has
  // nothing to improve.
  int size = -1;
  // Statuses of the m rows and n columns: GPUINV_STAT_...; of a fixed or free
  // one that is not basic, LOWER.
  std::vector<int> stat;
};

// If the standard basis, in which rows are basic and each column is on the
// bound of smaller magnitude, or on its only one, is dual feasible, returns a
// basis to start the dual simplex method from.  Where columns are many times as
// many as rows, this is the standard basis.  Else the multiplier of one row at
// a time changes as far as all reduced costs d = c - A'y keep their signs (dual
// ascent).  In stage 1, rows whose multiplier is not zero are covered by
// columns whose reduced cost has become zero, as far as these are triangular
// with pivots of at least a thousandth of their scaled columns; in stage 2,
// equality constraints that are left, by columns without entries in the rows of
// stage 1.  rows and columns are positive scale factors.  lp.ptr may be NULL:
// then size is 1 if the matrix is needed.
//
// Of a network with few demands per row, stage 2 is left out: from the standard
// basis each path of a flow takes about as many pivots as it has arcs, half as
// many in all as from a basis of trees.  A flow takes at least as many paths as
// it is times the usual capacity.  There, costs of a few columns may have
// the wrong sign, as a presolver leaves them that folds penalties of demands
// into costs, if multipliers of rows set them right.
DualStart dual_start(const gpuinv_interior_lp& lp, const double* rows,
                     const double* columns);

}  // namespace gpuinv
