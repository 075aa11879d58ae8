/* gpulp.h (LP as GPU support library takes it)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPULP_H
#define GPULP_H

#include "gpucsc.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>

typedef struct
{     /* LP as the library takes it, and a point; arrays of 1+m+n
       * elements are about rows first, then columns */
      glp_prob *P;
      gpuinv_interior_lp lp;
      gpuinv_scaling scaling;
      gpuinv_kkt kkt;
      /* scale factors; errors of the point */
      GPUCSC *csc;
      /* constraint matrix, if it is to be deleted, otherwise NULL */
      double *l, *u, *prim, *dual, *f;
      /* double l[1+m+n], ...; bounds, values, reduced costs, and scale
       * factors */
      double *c, *w;
      /* double c[1+n], w[1+m]; costs; working array */
      int *stat, *bind;
      /* int stat[1+m+n], bind[1+m+n]; statuses of variables; positions
       * in the basis, or zero */
}     GPULP;

#define gpulp_load _glp_gpulp_load
void gpulp_load(GPULP *lp, glp_prob *P);
/* convert LP without its matrix as the library takes it */

#define gpulp_load_mat _glp_gpulp_load_mat
void gpulp_load_mat(GPULP *lp);
/* let the library have matrix */

#define gpulp_load_sol _glp_gpulp_load_sol
void gpulp_load_sol(GPULP *lp);
/* copy basic solution */

#define gpulp_store_sol _glp_gpulp_store_sol
void gpulp_store_sol(GPULP *lp);
/* copy basic solution back */

#define gpulp_judge _glp_gpulp_judge
double gpulp_judge(GPULP *lp, int sol);
/* determine largest relative error of a point */

#define gpulp_proves _glp_gpulp_proves
int gpulp_proves(GPULP *lp, int claim, int npp);
/* check if point is a ray that proves a claim */

#define gpulp_free _glp_gpulp_free
void gpulp_free(GPULP *lp);
/* free arrays */
#endif

#endif

/* eof */
