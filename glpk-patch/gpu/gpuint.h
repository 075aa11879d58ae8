/* gpuint.h (interface to inverse on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUINT_H
#define GPUINT_H

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
};

#define gpuint_create _glp_gpuint_create
GPUINT *gpuint_create(const void /* glp_bfcp */ *parm);
/* create interface to inverse on GPU */

#define gpuint_factorize _glp_gpuint_factorize
int gpuint_factorize(GPUINT *gi, int n, int (*col)(void *info, int j,
      int ind[], double val[]), void *info, double *i_norm);
/* compute inverse of specified matrix A and its 1-norm */

#define gpuint_column _glp_gpuint_column
int gpuint_column(void /* GPUINT */ *gi, int j, int ind[], double
      val[]);
/* obtain j-th column of current matrix A */

#define gpuint_update _glp_gpuint_update
int gpuint_update(GPUINT *gi, int j, int len, const int ind[], const
      double val[]);
/* update inverse after replacing j-th column of A */

#define gpuint_solve _glp_gpuint_solve
int gpuint_solve(GPUINT *gi, int tran, double x[]);
/* solve system A * x = b or A'* x = b */

#define gpuint_approx _glp_gpuint_approx
void gpuint_approx(GPUINT *gi, int tran, double x[]);
/* solve system without check of solution */

#define gpuint_delete _glp_gpuint_delete
void gpuint_delete(GPUINT *gi);
/* delete interface to inverse on GPU */

#endif

/* eof */
