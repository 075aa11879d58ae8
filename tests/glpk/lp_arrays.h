/* lp_arrays.h (LPs of any kind, and their arrays for the library)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_LP_ARRAYS_H
#define TESTS_GLPK_LP_ARRAYS_H

#include <glpk.h>
#include <gpuinv.h>

/* Return random numbers, equal on all machines: in 0..n-1, and of either sign
 * and sizes from 2^-most to 2^most, or 0. */
int below(unsigned* state, int n);
double scaled(unsigned* state, int most);

/* Returns an LP of m rows and n columns with bounds of all types, empty rows
 * and columns, and elements of sizes up to 2^most. */
glp_prob* any_lp(unsigned* state, int m, int n, int per_column, int most);

/* Arrays counted from 1, except for their first elements, which are not
 * used. */
struct copy {
  gpuinv_interior_lp lp;
  int *ptr, *ind;
  double *val, *c, *l, *u, *prim, *dual;
};

/* Returns an array of `count` zeros, counted from 1. */
double* doubles(int count);

/* Returns the LP that P contains, and a point of zeros. */
struct copy copy_lp(glp_prob* P);
void free_copy(struct copy* a);
/* Reads the point of P's basic (GLP_SOL) or interior (GLP_IPT) solution. */
void read_point(glp_prob* P, int sol, struct copy* a);

#endif
