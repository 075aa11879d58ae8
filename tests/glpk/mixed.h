/* mixed.h (LPs by methods and modes of all kinds)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_MIXED_H
#define TESTS_GLPK_MIXED_H

#include <glpk.h>

#define PROBLEMS 20
#define METHODS 10

/* Returns problem k = 0..PROBLEMS-1; some are dense, some are networks. */
glp_prob *mixed_lp(int k);

/* Returns the name of a method, 0..METHODS-1; the first one is stock's. */
const char *mixed_name(int method);

/* Solves P from its standard basis by the method in the mode, by the back end
 * of backend.h; GLP_GPU_OFF stands for the mode "only".  Returns the routine's
 * code, or -1 if there is no optimum; *obj is its value. */
int mixed_solve(glp_prob *P, int method, int mode, double *obj);

/* Sets the level of messages of later calls; GLP_MSG_OFF at first. */
void mixed_messages(int msg_lev);

/* Returns whether the method is an interior point method. */
int mixed_is_interior(int method);

#endif
