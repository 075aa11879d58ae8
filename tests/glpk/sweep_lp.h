/* sweep_lp.h (LPs to be solved while something fails)
 *
 * This file is part of libgpuinv, a GPU back end for GLPK.
 * libgpuinv is free software under the GNU General Public License,
 * version 3 or (at your option) any later version; see COPYING. */

#ifndef TESTS_GLPK_SWEEP_LP_H
#define TESTS_GLPK_SWEEP_LP_H

#include <glpk.h>

/* min c'x, A x >= b, 0 <= x <= 100: n by n, dense, feasible, bounded */
glp_prob *dense_lp(int n);

/* Three commodities on a grid of n by n nodes whose arcs have joint
 * capacities; what does not fit goes around at a high cost.  n >= 4. */
glp_prob *flow_lp(int n);

#endif
