/* gpucsc.h (constraint matrix by columns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUCSC_H
#define GPUCSC_H

#include "prob.h"
#include "spxlp.h"

typedef struct GPUCSC GPUCSC;

struct GPUCSC
{     /* constraint matrix by columns, in the order of their lists */
      int *ptr;
      /* int ptr[1+n+1]; */
      int *ind;
      /* int ind[1+nnz]; */
      double *val;
      /* double val[1+nnz]; */
      double *good;
      /* double good[m+n]; good scale factors; see gpuinv_scaling */
};

#ifdef GLP_KEEP_CSC /* see prob.h */
#define get_csc(P) ((GPUCSC *)(void *)(P)->col[0])
#define set_csc(P, csc) ((P)->col[0] = (GLPCOL *)(void *)(csc), 1)
/* the matrix is kept from one call to the next, because the lists are
 * slow to walk along; col[0] is used for it, because the size of
 * problem object must not change */
#else
#define get_csc(P) ((GPUCSC *)NULL)
#define set_csc(P, csc) 0
#endif

#define gpucsc_create _glp_gpucsc_create
GPUCSC *gpucsc_create(glp_prob *P);
/* copy constraint matrix by columns */

#define gpucsc_dot _glp_gpucsc_dot
double gpucsc_dot(glp_prob *P, int j, double x, double y[/*1+m*/], const
      double pi[/*1+m*/]);
/* multiply column of matrix with scaled rows */

#define gpucsc_copy _glp_gpucsc_copy
int gpucsc_copy(glp_prob *P, SPXLP *lp, const int map[/*1+m+n*/], int
      ptr);
/* copy columns of matrix to working LP */

#define gpucsc_eval_d _glp_gpucsc_eval_d
void gpucsc_eval_d(SPXLP *lp, int mode, const double pi[/*1+m*/], double
      d[/*1+n-m*/]);
/* compute reduced costs of non-basic variables */

#define gpucsc_drop _glp_gpucsc_drop
void gpucsc_drop(glp_prob *P);
/* delete matrix by columns that is kept, as it is about to change */

#define gpucsc_delete _glp_gpucsc_delete
void gpucsc_delete(GPUCSC *csc);
/* delete matrix by columns */

#endif

/* eof */
