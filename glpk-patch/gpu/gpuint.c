/* gpuint.c (interface to inverse on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpk.h"
#include "gpuint.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>
#define lib(call) (gi->api->call)
#else /* gpu_open fails, so nothing is called */
#define lib(call) 0
#endif

/***********************************************************************
*  gpuint_create - create interface to inverse on GPU
*
*  In mode GLP_GPU_ONLY the library takes only such a matrix A whose
*  inverse is known to pay, unless the inverse was asked for. */

GPUINT *gpuint_create(const void *parm_)
{     const glp_bfcp *parm = parm_;
      GPU *gpu = &get_env_ptr()->gpu;
      GPUINT *gi;
      char opts[120];
      gpu_options(opts, parm);
      if (parm->type != GLP_BF_GPU &&
         parm->gpu_form != GLP_GPU_FORM_NONE)
         strcat(opts, " inverse=auto");
      gi = talloc(1, GPUINT);
      gi->api = gpu->api;
      gi->ses = gpu->ses;
      (void)lib(basis_create(gpu->ses, opts, &gi->basis));
      return gi;
}

/***********************************************************************
*  gpuint_factorize - compute inverse of A and its 1-norm
*
*  This routine returns zero on success, otherwise status code of the
*  library. */

int gpuint_factorize(GPUINT *gi, int n, int (*col)(void *info, int j,
      int ind[], double val[]), void *info, double *i_norm)
{     int j, len, ret, *ind = talloc(1+n, int);
      double *val = talloc(1+n, double);
      gi->n = n;
      ret = lib(begin(gi->basis, 1, n)); /* fails if basis is NULL */
      for (j = 1; ret == 0 && j <= n; j++)
      {  len = col(info, j, ind, val);
         ret = lib(column(gi->basis, j, len, ind+1, val+1));
      }
      if (ret == 0)
         ret = lib(factorize(gi->basis, i_norm));
      tfree(ind);
      tfree(val);
      return ret;
}

/***********************************************************************
*  gpuint_column - obtain j-th column of current matrix A */

int gpuint_column(void *gi_, int j, int ind[], double val[])
{     GPUINT *gi = gi_;
      return lib(get_column(gi->basis, j, ind+1, val+1));
}

/***********************************************************************
*  gpuint_update - update inverse after replacing j-th column of A
*
*  This routine returns zero on success, otherwise return code of the
*  routine bfd_update. */

int gpuint_update(GPUINT *gi, int j, int len, const int ind[], const
      double val[])
{     int ret = lib(update(gi->basis, j, len, ind+1, val+1));
      return ret > BFD_ELIMIT ? BFD_ELIMIT : ret;
}

/***********************************************************************
*  gpuint_solve - solve system A * x = b or A' * x = b
*
*  This routine returns zero if the solution is accurate. Otherwise it
*  returns non-zero and leaves vector b as it is. */

int gpuint_solve(GPUINT *gi, int tran, double x[])
{     return tran ? lib(btran(gi->basis, x+1)) :
         lib(ftran(gi->basis, x+1));
}

/***********************************************************************
*  gpuint_approx - solve system without check of solution */

void gpuint_approx(GPUINT *gi, int tran, double x[])
{     (void)lib(approximate(gi->basis, tran, x+1));
      return;
}

/***********************************************************************
*  gpuint_delete - delete interface to inverse on GPU */

void gpuint_delete(GPUINT *gi)
{     (void)lib(basis_delete(gi->basis));
      tfree(gi);
      return;
}

/* eof */
