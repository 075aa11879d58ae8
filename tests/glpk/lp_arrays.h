/* lp_arrays.h (LPs of any kind, and their arrays as the library takes them)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_LP_ARRAYS_H
#define TESTS_GLPK_LP_ARRAYS_H

#include <glpk.h>
#include <gpuinv.h>

/* Random numbers, equal on all machines: in 0..n-1, and of either sign and
 * sizes from 2^-most to 2^most, or 0. */
int below(unsigned* state, int n);
double scaled(unsigned* state, int most);

/* An LP of m rows and n columns with bounds of all types, empty rows and
 * columns, and elements of sizes up to 2^most. */
glp_prob* any_lp(unsigned* state, int m, int n, int per_column, int most);

/* Arrays counted from 1 but for their first elements, which go unused. */
struct copy {
  gpuinv_interior_lp lp;
  int *ptr, *ind;
  double *val, *c, *l, *u, *prim, *dual;
};

/* An array of count zeros that are counted from 1. */
double* doubles(int count);

/* The LP that P holds, and a point of zeros. */
struct copy copy_lp(glp_prob* P);
void free_copy(struct copy* a);
/* The point that P holds, of a basic (GLP_SOL) or interior (GLP_IPT)
 * solution. */
void read_point(glp_prob* P, int sol, struct copy* a);

#endif
