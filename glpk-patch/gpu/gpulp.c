/* gpulp.c (LP as GPU support library takes it)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "glpgpu.h"
#include "gpulp.h"

#ifdef GPUINV_DLNAME

/***********************************************************************
*  gpulp_load - convert LP without its matrix as the library takes it */

void gpulp_load(GPULP *lp, glp_prob *P)
{     int m = P->m, n = P->n, len = 1+m+n, k;
      memset(lp, 0, sizeof(GPULP));
      lp->P = P;
      lp->l = talloc(6*len+1, double);
      lp->u = lp->l + len;
      lp->prim = lp->u + len;
      lp->dual = lp->prim + len;
      lp->f = lp->dual + len;
      lp->c = lp->f + len;
      lp->w = lp->c + 1+n;
      lp->stat = talloc(2*len, int);
      lp->bind = lp->stat + len;
      for (k = 1; k <= m; k++)
      {  lp->l[k] = glp_get_row_lb(P, k);
         lp->u[k] = glp_get_row_ub(P, k);
         lp->f[k] = P->row[k]->rii;
      }
      for (k = 1; k <= n; k++)
      {  lp->l[m+k] = glp_get_col_lb(P, k);
         lp->u[m+k] = glp_get_col_ub(P, k);
         lp->c[k] = P->col[k]->coef;
         lp->f[m+k] = P->col[k]->sjj;
      }
      lp->lp.base = 1;
      lp->lp.m = m;
      lp->lp.n = n;
      lp->lp.max = (P->dir == GLP_MAX);
      lp->lp.c = lp->c+1;
      lp->lp.c0 = P->c0;
      lp->lp.l = lp->l+1;
      lp->lp.u = lp->u+1;
      lp->scaling.rows = lp->f+1;
      lp->scaling.cols = lp->f+1+m;
      return;
}

/***********************************************************************
*  gpulp_load_mat - let the library have matrix */

void gpulp_load_mat(GPULP *lp)
{     glp_prob *P = lp->P;
      GPUCSC *csc = get_csc(P);
      if (csc == NULL)
      {  csc = gpucsc_create(P);
         if (!set_csc(P, csc))
            lp->csc = csc;
      }
      lp->lp.ptr = csc->ptr+1;
      lp->lp.ind = csc->ind+1;
      lp->lp.val = csc->val+1;
      lp->scaling.good = csc->good;
      return;
}

/***********************************************************************
*  gpulp_load_sol - copy basic solution */

void gpulp_load_sol(GPULP *lp)
{     int m = lp->lp.m, k;
      for (k = 1; k <= m; k++)
      {  GLPROW *row = lp->P->row[k];
         lp->stat[k] = row->stat;
         lp->bind[k] = row->stat == GLP_BS ? row->bind : 0;
         lp->prim[k] = row->prim;
         lp->dual[k] = row->dual;
      }
      for (k = 1; k <= lp->lp.n; k++)
      {  GLPCOL *col = lp->P->col[k];
         lp->stat[m+k] = col->stat;
         lp->bind[m+k] = col->stat == GLP_BS ? col->bind : 0;
         lp->prim[m+k] = col->prim;
         lp->dual[m+k] = col->dual;
      }
      return;
}

/***********************************************************************
*  gpulp_store_sol - copy basic solution back */

void gpulp_store_sol(GPULP *lp)
{     glp_prob *P = lp->P;
      int m = P->m, k;
      P->pbs_stat = P->dbs_stat = GLP_FEAS;
      P->obj_val = P->c0;
      for (k = 1; k <= m; k++)
      {  GLPROW *row = P->row[k];
         if (row->stat != lp->stat[k])
            P->valid = 0;
         row->stat = lp->stat[k];
         row->prim = lp->prim[k];
         row->dual = lp->dual[k];
      }
      for (k = 1; k <= P->n; k++)
      {  GLPCOL *col = P->col[k];
         if (col->stat != lp->stat[m+k])
            P->valid = 0;
         col->stat = lp->stat[m+k];
         col->prim = lp->prim[m+k];
         col->dual = lp->dual[m+k];
         P->obj_val += col->coef * col->prim;
      }
      return;
}

/***********************************************************************
*  gpulp_judge - determine largest relative error of a point
*
*  This routine returns the larger of worst and share: above tolerance,
*  it is a reason to search on, but only worst one to refuse the point.
*  If the library fails, GLPK's own routine judges the same point, which
*  must be in the problem object. */

double gpulp_judge(GPULP *lp, int sol)
{     GPU *gpu = &get_env_ptr()->gpu;
      gpuinv_kkt *kkt = &lp->kkt;
      if (gpu->api->kkt(gpu->ses, &lp->lp, sol == GLP_SOL ?
         &lp->scaling : NULL, lp->prim+1, lp->dual+1, kkt) != 0)
      {  kkt->worst = gpu_check(lp->P, sol);
         kkt->pe = kkt->pb = kkt->de = kkt->db = kkt->worst;
         kkt->share = 0.0;
         kkt->objective = 1.0;
         kkt->bad = 0;
      }
      return kkt->worst < kkt->share ? kkt->share : kkt->worst;
}

/***********************************************************************
*  gpulp_proves - check if point is a ray that proves a claim
*
*  The flag npp means that the point has zeros for rows and columns that
*  the preprocessor has removed. */

int gpulp_proves(GPULP *lp, int claim, int npp)
{     GPU *gpu = &get_env_ptr()->gpu;
      int solve;
      return gpu->api->prove(gpu->ses, &lp->lp, NULL, NULL, claim, npp,
         0, claim == GPUINV_CLAIM_INFEASIBLE ? lp->dual+1 : lp->prim+1,
         NULL, &solve) == 0;
}

/***********************************************************************
*  gpulp_free - free arrays */

void gpulp_free(GPULP *lp)
{     tfree(lp->l);
      tfree(lp->stat);
      if (lp->csc != NULL)
         gpucsc_delete(lp->csc);
      return;
}

#endif

/* eof */
