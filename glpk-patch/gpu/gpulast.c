/* gpulast.c (last word on basic solution)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpgpu.h"
#include "gpulp.h"

#ifdef GPUINV_DLNAME

/***********************************************************************
*  reply - solve system that the library asks for
*
*  This routine returns zero if it does not ask. */

static int reply(GPULP *lp, int solve)
{     if (solve == 1)
         glp_ftran(lp->P, lp->w);
      else if (solve == 2)
         glp_btran(lp->P, lp->w);
      return solve;
}

/***********************************************************************
*  prove - prove claim of solver that there is no optimal solution
*
*  A ray proves it on the problem as given, whatever it was computed
*  from. This routine returns zero if the claim is proven. */

static int prove(GPULP *lp)
{     ENV *env = get_env_ptr();
      glp_prob *P = lp->P;
      int k = 0, ret, solve;
      if (!glp_bf_exists(P))
         return P->nnz > 0; /* there is nothing to solve */
      do ret = env->gpu.api->prove(env->gpu.ses, &lp->lp, &lp->scaling,
         lp->bind+1, P->pbs_stat == GLP_NOFEAS ?
         GPUINV_CLAIM_INFEASIBLE : GPUINV_CLAIM_UNBOUNDED, P->some, k++,
         lp->prim+1, lp->w+1, &solve);
      while (ret == 0 && reply(lp, solve));
      return ret;
}

/***********************************************************************
*  refine - compute basic solution anew and refine it
*
*  Two steps of iterative refinement with residuals in long double make
*  the componentwise backward errors of xB and pi as small as they can
*  be. The solution is left in lp; in the problem object all statuses
*  are kept. */

static void refine(GPULP *lp)
{     ENV *env = get_env_ptr();
      glp_prob *P = lp->P;
      int pbs_stat = P->pbs_stat, dbs_stat = P->dbs_stat;
      int some = P->some, k = 0, solve;
      if (glp_warm_up(P) != 0)
         return;
      P->pbs_stat = pbs_stat;
      P->dbs_stat = dbs_stat;
      P->some = some;
      gpulp_load_sol(lp);
      while (env->gpu.api->refine(env->gpu.ses, &lp->lp, lp->bind+1,
         k++, lp->prim+1, lp->dual+1, lp->w+1, &solve) == 0 && reply(lp,
         solve));
      return;
}

#endif

/***********************************************************************
*  gpu_lp_kkt - determine error of basic solution just found
*
*  This routine does what the routine gpu_last_word would do after it,
*  but with matrix of working LP. */

void gpu_lp_kkt(glp_prob *P, const SPXLP *wlp, const int map[])
{
#ifdef GPUINV_DLNAME
      ENV *env = get_env_ptr();
      int k = wlp->n - P->n + 1; /* first column, if all are included */
      GPULP lp;
      env->gpu.err = -1.0;
      if (bfd_gpu_mode(P->bfd) == GLP_GPU_OFF || env->gpu.ses == NULL ||
          P->nnz < 100000 || P->tree != NULL || abs(map[P->m+1]) != k)
         return;
      gpulp_load(&lp, P);
      lp.lp.ptr = wlp->A_ptr+k;
      lp.lp.ind = wlp->A_ind+1;
      lp.lp.val = wlp->A_val+1;
      lp.scaling.applied = -1;
      gpulp_load_sol(&lp);
      env->gpu.err = gpulp_judge(&lp, GLP_SOL);
      gpulp_free(&lp);
#endif
      return;
}

/***********************************************************************
*  gpu_last_word - certify or improve basic solution
*
*  This routine is called when the search for optimal solution of LP
*  problem P ended with the code ret. The library tells step by step
*  what to do about that (see gpuinv_review). Whatever it tells, if the
*  flag last is set, a solution called optimal in the end must satisfy
*  the KKT conditions of the problem as given and, if the matrix is
*  badly scaled, in a good scaling, too. */

int gpu_last_word(glp_prob *P, const glp_smcp *parm, int ret, int last,
      int (*solve)(glp_prob *P, const glp_smcp *parm))
{
#ifdef GPUINV_DLNAME
      ENV *env = get_env_ptr();
      GPULP lp_, *lp = &lp_;
      gpuinv_review rev;
      gpuinv_kkt *kkt = &rev.kkt;
      glp_smcp smcp = *parm;
      glp_bfcp bfcp;
      int m = P->m, n = P->n, off = 0, scaled = 0, out, k;
      double t;
      if (bfd_gpu_mode(P->bfd) == GLP_GPU_OFF || m == 0 || n == 0 ||
         gpu_open() != 0)
         return ret;
      lp->P = NULL;
      memset(&rev, 0, sizeof(rev));
      rev.last = last;
      rev.presolve = parm->presolve;
      rev.tree = (P->tree != NULL);
      rev.left = env->gpu.left;
      env->gpu.left = 0;
      rev.size = m+n;
      rev.ret = ret;
      rev.meth = parm->meth;
      rev.tol_bnd = parm->tol_bnd;
      rev.tol_dj = parm->tol_dj;
      /* the user may have asked for less */
      rev.tol = GPU_TOL;
      if (rev.tol < 10.0 * parm->tol_bnd)
         rev.tol = 10.0 * parm->tol_bnd;
      if (rev.tol < 10.0 * parm->tol_dj)
         rev.tol = 10.0 * parm->tol_dj;
      do
      {  rev.pbs_stat = P->pbs_stat;
         rev.dbs_stat = P->dbs_stat;
         rev.exists = glp_bf_exists(P);
         rev.on_gpu = bfd_on_gpu(P->bfd);
         rev.err = env->gpu.err;
         rev.it_left = rev.tm_left = INT_MAX;
         if (parm->it_lim != INT_MAX)
            rev.it_left = parm->it_lim - (P->it_cnt - env->gpu.it);
         if (parm->tm_lim != INT_MAX)
            rev.tm_left = parm->tm_lim - (int)(1000.0 *
               xdifftime(xtime(), env->gpu.beg));
         rev.fz = 1.0;
         for (k = 1; k <= n; k++)
         {  t = .001 * fabs(P->col[k]->coef) * P->col[k]->sjj;
            if (rev.fz < t)
               rev.fz = t;
         }
         if (env->gpu.api->review(env->gpu.ses, &rev) != 0)
            rev.step = lp->P == NULL ? GPUINV_STEP_JUDGE :
               GPUINV_STEP_DONE;
         if (rev.step >= GPUINV_STEP_JUDGE)
         {  if (lp->P == NULL)
            {  gpulp_load(lp, P);
               gpulp_load_mat(lp);
               rev.prim = lp->prim+1;
               rev.dual = lp->dual+1;
               rev.stat = lp->stat+1;
            }
            gpulp_load_sol(lp);
         }
         switch (rev.step)
         {  case GPUINV_STEP_SCALE:
               out = glp_term_out(GLP_OFF);
               glp_scale_prob(P, GLP_SF_AUTO);
               glp_term_out(out);
               scaled = 1;
               break;
            case GPUINV_STEP_SOLVE:
               if (!off)
                  gpu_off(P, &bfcp);
               off = 1;
               smcp.presolve = GLP_OFF;
               smcp.meth = rev.meth;
               smcp.tol_bnd = rev.tol_bnd;
               smcp.tol_dj = rev.tol_dj;
               smcp.it_lim = rev.it_lim;
               smcp.tm_lim = rev.tm_left;
               if (rev.careful)
               {  smcp.excl = smcp.shift = GLP_OFF;
                  smcp.r_test = GLP_RT_HAR;
               }
               P->pbs_stat = P->dbs_stat = GLP_UNDEF;
               if (rev.fresh || (!rev.keep && glp_factorize(P) != 0))
                  glp_adv_basis(P, 0);
               rev.ret = smcp.it_lim <= 0 ? GLP_EITLIM :
                  smcp.tm_lim <= 0 ? GLP_ETMLIM : solve(P, &smcp);
               break;
            case GPUINV_STEP_STORE:
               gpulp_store_sol(lp);
               break;
            case GPUINV_STEP_PROVE:
               rev.failed = prove(lp);
               break;
            case GPUINV_STEP_REFINE:
               refine(lp);
               break;
         }
         if (rev.step >= GPUINV_STEP_JUDGE)
         {  gpulp_judge(lp, GLP_SOL);
            rev.kkt = lp->kkt;
         }
      }  while (rev.step > GPUINV_STEP_DENY);
      ret = rev.ret;
      env->gpu.err = -1.0;
      if (last && lp->P != NULL && glp_get_status(P) == GLP_OPT &&
         !(kkt->worst <= rev.tol))
      {  rev.step = GPUINV_STEP_DENY;
         if (parm->msg_lev >= GLP_MSG_ERR)
            xprintf("glp_simplex: solution is not optimal (error = %.1e"
               ")\n", kkt->worst);
      }
      if (rev.step == GPUINV_STEP_DENY)
      {  if (P->pbs_stat == GLP_FEAS && !(kkt->pe <= rev.tol && kkt->pb
            <= rev.tol))
            P->pbs_stat = GLP_INFEAS;
         if (P->dbs_stat == GLP_FEAS && !(kkt->de <= rev.tol && kkt->db
            <= rev.tol))
            P->dbs_stat = GLP_INFEAS;
      }
      for (k = 1; scaled && k <= m+n; k++)
      {  *(k <= m ? &P->row[k]->rii : &P->col[k-m]->sjj) = lp->f[k];
         P->valid = 0;
      }
      if (off)
         glp_set_bfcp(P, &bfcp);
      if (off && !parm->presolve && !glp_bf_exists(P))
         glp_factorize(P);
      if (lp->P != NULL)
         gpulp_free(lp);
#endif
      return ret;
}

/* eof */
