/* gpuint.h (interface to inverse on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUINT_H
#define GPUINT_H

#include "glpk.h"

typedef struct GPUINT GPUINT;

struct GPUINT
{     /* interface to inverse on GPU */
      const struct gpuinv_api *api;
      /* GPU support library */
      struct gpuinv_session *ses;
      /* session that owns the inverse */
      struct gpuinv_basis *basis;
      /* the inverse; NULL means that it cannot be created */
      int n;
      /* order of A */
      struct BFD *cpu;
      /* factorization of A that replaced the inverse after a failure,
       * otherwise NULL */
      glp_bfcp parm;
      /* control parameters */
};

#define gpuint_create _glp_gpuint_create
GPUINT *gpuint_create(const void /* glp_bfcp */ *parm);
/* create interface to inverse on GPU */

#define gpuint_factorize _glp_gpuint_factorize
int gpuint_factorize(GPUINT *gi, int n, int (*col)(void *info, int j,
      int ind[], double val[]), void *info, double *a_norm, double
      *i_norm);
/* compute inverse of specified matrix A, and 1-norms of both */

#define gpuint_update _glp_gpuint_update
int gpuint_update(GPUINT *gi, int j, int len, const int ind[], const
      double val[]);
/* update inverse after replacing j-th column of A */

#define gpuint_solve _glp_gpuint_solve
void gpuint_solve(GPUINT *gi, int tran, double x[]);
/* solve system A * x = b or A'* x = b */

#define gpuint_delete _glp_gpuint_delete
void gpuint_delete(GPUINT *gi);
/* delete interface to inverse on GPU */

#endif

/* eof */
