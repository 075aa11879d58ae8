// network.hpp (flows in networks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Returns whether the LP looks like one of flows in a network: there are at
// least 1000 rows, at least half of the columns are arcs, which have at most
// three entries (their two nodes and a limit that arcs have in common), and
// nine entries of ten are 1 or -1.  lp.ptr must not be NULL.  O(nnz).
bool is_network(const gpuinv_interior_lp& lp);

// Returns whether the n columns, which begin at ptr[n+1], may be those of flows
// of one commodity, whatever the number of rows and the values of the entries:
// no column has more than two entries, and of those that are no slacks at least
// half have two, as arcs between rows.  O(n).
bool has_one_commodity(const int* ptr, int n, int slacks);

// Returns what one path of a network carries: the median of the capacities, or
// infinity if there are none.
double usual_capacity(std::vector<double> capacities);

// Returns whether the flows of a network may need few paths only, fewer than
// one for each 25 rows.  demands[i] >= 0 is the amount that flows bring to row
// i or take away, in the units of the row, 0 if there is none; m numbers.  Each
// demand takes one path or, if it is more than the usual capacity, at least as
// many as the quotient of both says.  The usual capacity is the median of the
// capacities of columns and rows; if there are none, it is infinite.  O(m + n).
bool needs_few_paths(const gpuinv_interior_lp& lp,
                     const std::vector<double>& demands);

}  // namespace gpuinv
