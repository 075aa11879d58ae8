/* gpuint.c (interface to inverse on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpk.h"
#include "gpuint.h"
#include "spxlp.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>
#define lib(call) (gi->api->call)
#else /* gpu_open fails, so nothing is called */
#define lib(call) 0
#endif

#define ROOM 8192
/* elements of columns that are entered together */

/***********************************************************************
*  create_basis - create inverse
*
*  In mode GLP_GPU_ONLY the library takes only such a matrix A whose
*  inverse is known to pay, unless the inverse was asked for. */

static void create_basis(GPUINT *gi)
{     GPU *gpu = &get_env_ptr()->gpu;
      const glp_bfcp *parm = &gi->parm;
      char opts[120];
      gpu_options(opts, parm);
      if (parm->type != GLP_BF_GPU &&
         parm->gpu_form != GLP_GPU_FORM_NONE)
         strcat(opts, " inverse=auto");
      gi->api = gpu->api;
      gi->ses = gpu->ses;
      (void)lib(basis_create(gpu->ses, opts, &gi->basis));
      return;
}

/***********************************************************************
*  delete_basis - delete inverse and factorization that replaced it */

static void delete_basis(GPUINT *gi)
{     (void)lib(basis_delete(gi->basis));
      gi->basis = NULL;
      if (gi->cpu != NULL)
         bfd_delete_it(gi->cpu);
      gi->cpu = NULL;
      return;
}

/***********************************************************************
*  gpuint_create - create interface to inverse on GPU */

GPUINT *gpuint_create(const void *parm)
{     GPUINT *gi = talloc(1, GPUINT);
      memcpy(&gi->parm, parm, sizeof(glp_bfcp));
      gi->cpu = NULL;
      create_basis(gi);
      return gi;
}

struct cols
{     /* columns that are entered together */
      int *len, **ind;
      double **val;
};

/***********************************************************************
*  enter - obtain columns of A and enter them
*
*  Each call of the library takes about 1 us, so columns are entered
*  together: some of up to ROOM elements, and one more. */

static int enter(GPUINT *gi, int n, int (*col)(void *info, int j, int
      ind[], double val[]), void *info, struct cols *s)
{     int j, ret = 0, count = 0, used = 0, room = n + ROOM;
      int *ind = talloc(1+room, int);
      double *val = talloc(1+room, double);
      for (j = 1; ret == 0 && j <= n; j++)
      {  s->ind[count] = ind+used+1;
         s->val[count] = val+used+1;
         s->len[count] = col(info, j, ind+used, val+used);
         used += s->len[count++];
         if (j < n && used + n <= room)
            continue;
         ret = lib(columns(gi->basis, j+1-count, count, s->len, (const
            int **)s->ind, (const double **)s->val));
         count = used = 0;
      }
      tfree(ind);
      tfree(val);
      return ret;
}

/***********************************************************************
*  enter_lp - enter basic columns of working LP where they are */

static int enter_lp(GPUINT *gi, int n, SPXLP *lp, struct cols *s)
{     int j, ptr;
      for (j = 1; j <= n; j++)
      {  ptr = lp->A_ptr[lp->head[j]];
         s->len[j-1] = lp->A_ptr[lp->head[j]+1] - ptr;
         s->ind[j-1] = lp->A_ind+ptr;
         s->val[j-1] = lp->A_val+ptr;
      }
      return lib(columns(gi->basis, 1, n, s->len, (const int **)s->ind,
         (const double **)s->val));
}

/***********************************************************************
*  gpuint_factorize - compute inverse of A, and 1-norms of both
*
*  An inverse that was replaced, or is that of another session, is
*  created anew.
*
*  This routine returns zero on success, otherwise status code of the
*  library. */

int gpuint_factorize(GPUINT *gi, int n, int (*col)(void *info, int j,
      int ind[], double val[]), void *info, double *a_norm, double
      *i_norm)
{     GPU *gpu = &get_env_ptr()->gpu;
      struct cols s;
      int ret;
      if (gi->cpu != NULL || gi->ses != gpu->ses)
      {  delete_basis(gi);
         create_basis(gi);
      }
      gi->n = n;
      ret = lib(begin(gi->basis, 1, n)); /* fails if basis is NULL */
      if (ret != 0)
         return ret;
      s.len = talloc(n, int);
      s.ind = talloc(n, int *);
      s.val = talloc(n, double *);
      if (info == gpu->wlp)
         ret = enter_lp(gi, n, info, &s);
      else
         ret = enter(gi, n, col, info, &s);
      if (ret == 0)
         ret = lib(factorize(gi->basis, i_norm));
      if (ret == 0)
         *a_norm = lib(matrix_norm(gi->basis));
      tfree(s.len);
      tfree(s.ind);
      tfree(s.val);
      return ret;
}

/***********************************************************************
*  column - obtain j-th column of current matrix A */

static int column(void *gi_, int j, int ind[], double val[])
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
{     int ret;
      if (gi->cpu != NULL)
         return bfd_update(gi->cpu, j, len, ind, val);
      ret = lib(update(gi->basis, j, len, ind+1, val+1));
      return ret > BFD_ELIMIT ? BFD_ELIMIT : ret;
}

/***********************************************************************
*  gpuint_solve - solve system A * x = b or A' * x = b
*
*  If the inverse fails, factorization of the same matrix A on the CPU
*  solves the system and replaces the inverse, unless the inverse
*  belongs to another thread. If A is singular for the CPU, the inverse
*  gives what it can. */

void gpuint_solve(GPUINT *gi, int tran, double x[])
{     int mine = (gi->ses == get_env_ptr()->gpu.ses);
      BFD *cpu = gi->cpu;
      if (cpu == NULL)
      {  glp_bfcp parm = gi->parm;
         if (mine && (tran ? lib(btran(gi->basis, x+1)) :
            lib(ftran(gi->basis, x+1))) == 0)
            return;
         parm.gpu = GLP_GPU_OFF;
         if (parm.type == GLP_BF_GPU)
            parm.type = GLP_BF_LUF + GLP_BF_FT;
         cpu = bfd_create_it();
         bfd_set_bfcp(cpu, &parm);
         if (bfd_factorize(cpu, gi->n, column, gi) != 0)
         {  (void)lib(approximate(gi->basis, tran, x+1));
            bfd_delete_it(cpu);
            return;
         }
         if (mine)
            gi->cpu = cpu;
      }
      if (tran)
         bfd_btran(cpu, x);
      else
         bfd_ftran(cpu, x);
      if (cpu != gi->cpu)
         bfd_delete_it(cpu);
      return;
}

/***********************************************************************
*  gpuint_delete - delete interface to inverse on GPU */

void gpuint_delete(GPUINT *gi)
{     delete_basis(gi);
      tfree(gi);
      return;
}

/* eof */
