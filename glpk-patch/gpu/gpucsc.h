/* gpucsc.h (constraint matrix by columns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUCSC_H
#define GPUCSC_H

#include "prob.h"

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

#define gpucsc_drop _glp_gpucsc_drop
void gpucsc_drop(glp_prob *P);
/* delete matrix by columns that is kept, as it is about to change */

#define gpucsc_delete _glp_gpucsc_delete
void gpucsc_delete(GPUCSC *csc);
/* delete matrix by columns */

#endif

/* eof */
