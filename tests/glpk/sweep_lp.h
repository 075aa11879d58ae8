/* sweep_lp.h (LPs to be solved while something fails)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_SWEEP_LP_H
#define TESTS_GLPK_SWEEP_LP_H

#include <glpk.h>

/* Returns min c'x, A x >= b, 0 <= x <= 100: n by n, dense, feasible,
 * bounded. */
glp_prob *dense_lp(int n);

/* Returns three commodities on a grid of n by n nodes whose arcs have joint
 * capacities.  What does not fit goes around at a high cost. n >= 4. */
glp_prob *flow_lp(int n);

#endif
