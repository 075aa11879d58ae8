/* gpuray.c (proofs that LP has no solution)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "glpgpu.h"
#include "gpucsc.h"
#include "gpulp.h"
#include "spxchuzc.h"
#include "spxgpu.h"
#include "spychuzr.h"

/***********************************************************************
*  gpu_given - tell what problem is preprocessed
*
*  The LP to be solved has rows row_ref[1], row_ref[2], ... and columns
*  col_ref[1], col_ref[2], ... of problem P as the user gave it. P may
*  be NULL: then nothing is preprocessed. */

void gpu_given(glp_prob *P, const int row_ref[], const int col_ref[])
{     GPU *gpu = &get_env_ptr()->gpu;
      gpu->given = P;
      gpu->row_ref = row_ref;
      gpu->col_ref = col_ref;
      return;
}

/***********************************************************************
*  gpu_ray - prove by ray of working LP that there is no solution
*
*  If the flag primal is set, ray[i] multiplies row i of the working LP
*  made of problem P (see spx_build_lp), and there is no primal feasible
*  solution. Otherwise ray[k] is the change of variable k of the working
*  LP, and there is no dual feasible solution.
*
*  This routine returns non-zero if that is proven on the problem as the
*  user gave it. */

int gpu_ray(glp_prob *P, const int map[], int primal, const double
      ray[])
{     int ret = 0;
#ifdef GPUINV_DLNAME
      GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *Q = gpu->given != NULL ? gpu->given : P;
      GPULP lp;
      int i, j, k;
      gpulp_load(&lp, Q);
      gpulp_load_mat(&lp);
      for (k = 1; k <= Q->m + Q->n; k++)
         lp.prim[k] = lp.dual[k] = 0.0;
      for (i = 1; primal && i <= P->m; i++)
      {  k = Q == P ? i : gpu->row_ref[i];
         if (k <= Q->m)
            lp.dual[k] = ray[i] * P->row[i]->rii;
      }
      for (j = 1; !primal && j <= P->n; j++)
      {  k = Q == P ? j : gpu->col_ref[j];
         if (k <= Q->n && map[P->m+j] != 0)
            lp.prim[Q->m+k] = ray[abs(map[P->m+j])] * P->col[j]->sjj;
      }
      ret = gpulp_proves(&lp, primal ? GPUINV_CLAIM_INFEASIBLE :
         GPUINV_CLAIM_UNBOUNDED, Q != P);
      gpulp_free(&lp);
#endif
      return ret;
}

/***********************************************************************
*  spx_gpu_end - determine basic solution of problem without optimum
*
*  This routine is called when a ray has proven that there is none. It
*  computes components of the current basic solution and statuses as the
*  simplex routines leave them when they find the same. */

void spx_gpu_end(SPXGPU *gpu, double beta[], double pi[], double d[],
      int *p_stat, int *d_stat)
{     SPXLP *lp = gpu->lp;
      double tol_bnd = gpu->parm->tol_bnd, tol_dj = gpu->parm->tol_dj;
      spx_eval_beta(lp, beta);
      spx_eval_pi(lp, pi);
      gpucsc_eval_d(lp, gpu->mode, pi, d);
      *p_stat = spy_chuzr_sel(lp, beta, tol_bnd, .001 * tol_bnd, NULL)
         == 0 ? GLP_FEAS : GLP_INFEAS;
      *d_stat = spx_chuzc_sel(lp, d, tol_dj, .001 * tol_dj, NULL) == 0 ?
         GLP_FEAS : GLP_INFEAS;
      if (gpu->proven == GLP_NOFEAS)
         *p_stat = GLP_NOFEAS;
      else
         *d_stat = GLP_NOFEAS;
      get_env_ptr()->gpu.proven = 1;
      return;
}

/* eof */
