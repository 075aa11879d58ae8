/* lp.h (problems and the terminal, for tests of the patched GLPK)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_LP_H
#define TESTS_GLPK_LP_H

#include <check.h>
#include <glpk.h>

/* Returns a feasible and bounded LP of m rows and n columns with about four
 * entries per column, the same for the same seed:
 *    min c'x, A*x0 - 0.5 <= A*x <= A*x0 + 0.5, 0 <= x <= 2. */
glp_prob* random_lp(unsigned seed, int m, int n);
/* The same with integer columns. */
glp_prob* random_mip(unsigned seed, int m, int n);

/* Returns a dense well-conditioned basis of order m, whose elements are so
 * small that GLPK's LU accepts none as a pivot. */
glp_prob* tiny_basis(int m);

/* Sets type, mode and back end of P's factorization, without an engine. */
void set_gpu(glp_prob* P, int type, int gpu, int backend);

/* Solves P from the standard basis, checks that it is optimal and returns the
 * objective value. */
double solve(glp_prob* P, int msg_lev, int presolve);

/* Sets mode and form of P's simplex engine. */
void use_engine(glp_prob* P, int mode);
/* Returns random_lp with mode "only". */
glp_prob* engine_lp(unsigned seed, int m, int n);
/* Returns default parameters except these. */
glp_smcp method(int meth, int msg_lev);
/* Returns the optimal value of random_lp by GLPK alone. */
double stock_value(unsigned seed, int m, int n);

/* Returns whether |x - y| <= 1e-9 * max(1, |y|). */
int close_to(double x, double y);

/* From now on terminal output is kept, not shown. */
void capture(void);
/* Returns the number of kept lines that contain this text; "" counts all. */
int captured(const char* text);

/* Calls func(info) and catches GLPK's fatal error in it.  Returns 0 if none
 * occurred; otherwise captured() finds its text. */
int caught(void (*func)(void* info), void* info);

/* Runs the suite and returns the exit status of the program. */
int run_suite(const char* name, const TTest* const tests[], int count);

#endif
