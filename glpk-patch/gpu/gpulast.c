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
{     GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *P = lp->P;
      int k = 0, ret, solve;
      if (!glp_bf_exists(P))
         return P->nnz > 0; /* there is nothing to solve */
      do ret = gpu->api->prove(gpu->ses, &lp->lp, &lp->scaling,
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
{     GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *P = lp->P;
      int pbs_stat = P->pbs_stat, dbs_stat = P->dbs_stat;
      int some = P->some, k = 0, solve;
      if (glp_warm_up(P) != 0)
         return;
      P->pbs_stat = pbs_stat;
      P->dbs_stat = dbs_stat;
      P->some = some;
      gpulp_load_sol(lp);
      while (gpu->api->refine(gpu->ses, &lp->lp, lp->bind+1,
         k++, lp->prim+1, lp->dual+1, lp->w+1, &solve) == 0 && reply(lp,
         solve));
      return;
}

struct csa
{     /* common storage area of the routine gpu_last_word */
      glp_prob *P;
      const glp_smcp *parm;
      int (*solve)(glp_prob *P, const glp_smcp *parm);
      /* problem, user's parameters, and routine to solve it again */
      gpuinv_review rev;
      /* what the library asks for, and what it is told */
      GPULP lp;
      /* the problem as the library takes it; lp.P is NULL, if it was
       * not needed yet */
      glp_smcp smcp;
      /* parameters to solve the problem again */
      int off;
      glp_bfcp bfcp;
      /* GPU was switched off; parameters to be restored then */
      int scaled;
      /* the problem was scaled anew; lp.f has the former factors */
};

/***********************************************************************
*  begin - tell the library what search has ended */

static void begin(struct csa *csa, int ret, int last)
{     GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *P = csa->P;
      const glp_smcp *parm = csa->parm;
      gpuinv_review *rev = &csa->rev;
      memset(rev, 0, sizeof(gpuinv_review));
      rev->last = last;
      rev->presolve = parm->presolve;
      rev->tree = (P->tree != NULL);
      rev->left = gpu->left;
      gpu->left = 0;
      rev->size = P->m + P->n;
      rev->ret = ret;
      rev->meth = parm->meth;
      rev->tol_bnd = parm->tol_bnd;
      rev->tol_dj = parm->tol_dj;
      /* the user may have asked for less */
      rev->tol = GPU_TOL;
      if (rev->tol < 10.0 * parm->tol_bnd)
         rev->tol = 10.0 * parm->tol_bnd;
      if (rev->tol < 10.0 * parm->tol_dj)
         rev->tol = 10.0 * parm->tol_dj;
      return;
}

/***********************************************************************
*  consult - tell the library where the search is and ask what to do
*
*  If the library fails, the solution is judged, unless that was the
*  last step, and that is all. */

static void consult(struct csa *csa)
{     GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *P = csa->P;
      const glp_smcp *parm = csa->parm;
      gpuinv_review *rev = &csa->rev;
      int j, step = rev->step;
      double t;
      rev->pbs_stat = P->pbs_stat;
      rev->dbs_stat = P->dbs_stat;
      rev->exists = glp_bf_exists(P);
      rev->on_gpu = bfd_on_gpu(P->bfd);
      rev->err = gpu->err;
      rev->it_left = rev->tm_left = INT_MAX;
      if (parm->it_lim != INT_MAX)
         rev->it_left = parm->it_lim - (P->it_cnt - gpu->it);
      if (parm->tm_lim != INT_MAX)
         rev->tm_left = parm->tm_lim - (int)(1000.0 *
            xdifftime(xtime(), gpu->beg));
      /* as the simplex routines determine it */
      rev->fz = 1.0;
      for (j = 1; j <= P->n; j++)
      {  t = .001 * fabs(P->col[j]->coef) * P->col[j]->sjj;
         if (rev->fz < t)
            rev->fz = t;
      }
      if (gpu->api->review(gpu->ses, rev) != 0)
         rev->step = step != GPUINV_STEP_JUDGE ? GPUINV_STEP_JUDGE :
            GPUINV_STEP_DONE;
      return;
}

/***********************************************************************
*  load - copy solution, and the problem if this was not done yet */

static void load(struct csa *csa)
{     GPULP *lp = &csa->lp;
      gpuinv_review *rev = &csa->rev;
      if (lp->P == NULL)
      {  gpulp_load(lp, csa->P);
         gpulp_load_mat(lp);
         rev->prim = lp->prim+1;
         rev->dual = lp->dual+1;
         rev->stat = lp->stat+1;
      }
      gpulp_load_sol(lp);
      return;
}

/***********************************************************************
*  scale - scale the problem without a word */

static void scale(struct csa *csa)
{     int out = glp_term_out(GLP_OFF);
      glp_scale_prob(csa->P, GLP_SF_AUTO);
      glp_term_out(out);
      csa->scaled = 1;
      return;
}

/***********************************************************************
*  search - solve the problem again, without GPU */

static void search(struct csa *csa)
{     glp_prob *P = csa->P;
      glp_smcp *smcp = &csa->smcp;
      gpuinv_review *rev = &csa->rev;
      if (!csa->off)
      {  gpu_off(P, &csa->bfcp);
         csa->off = 1;
      }
      smcp->presolve = GLP_OFF;
      smcp->meth = rev->meth;
      smcp->tol_bnd = rev->tol_bnd;
      smcp->tol_dj = rev->tol_dj;
      smcp->it_lim = rev->it_lim;
      smcp->tm_lim = rev->tm_left;
      if (rev->careful)
      {  smcp->excl = smcp->shift = GLP_OFF;
         smcp->r_test = GLP_RT_HAR;
      }
      P->pbs_stat = P->dbs_stat = GLP_UNDEF;
      if (rev->fresh || (!rev->keep && glp_factorize(P) != 0))
         glp_adv_basis(P, 0);
      if (smcp->it_lim <= 0)
         rev->ret = GLP_EITLIM;
      else if (smcp->tm_lim <= 0)
         rev->ret = GLP_ETMLIM;
      else
      {  get_env_ptr()->gpu.again = 1;
         rev->ret = csa->solve(P, smcp);
         get_env_ptr()->gpu.again = 0;
      }
      return;
}

/***********************************************************************
*  deny - set statuses of solution that is not optimal */

static void deny(struct csa *csa)
{     glp_prob *P = csa->P;
      gpuinv_kkt *kkt = &csa->rev.kkt;
      double tol = csa->rev.tol;
      if (P->pbs_stat == GLP_FEAS && !(kkt->pe <= tol && kkt->pb <=
         tol))
         P->pbs_stat = GLP_INFEAS;
      if (P->dbs_stat == GLP_FEAS && !(kkt->de <= tol && kkt->db <=
         tol))
         P->dbs_stat = GLP_INFEAS;
      return;
}

/***********************************************************************
*  restore - restore parameters and scale factors, free memory */

static void restore(struct csa *csa)
{     glp_prob *P = csa->P;
      GPULP *lp = &csa->lp;
      int i, j;
      if (csa->scaled)
      {  for (i = 1; i <= P->m; i++)
            P->row[i]->rii = lp->f[i];
         for (j = 1; j <= P->n; j++)
            P->col[j]->sjj = lp->f[P->m+j];
         P->valid = 0;
      }
      if (csa->off)
      {  glp_set_bfcp(P, &csa->bfcp);
         if (!csa->parm->presolve && !glp_bf_exists(P))
            glp_factorize(P);
      }
      if (lp->P != NULL)
         gpulp_free(lp);
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
      GPU *gpu = &get_env_ptr()->gpu;
      int k = wlp->n - P->n + 1; /* first column, if all are included */
      GPULP lp;
      gpu->err = -1.0;
      if (gpu_prob_mode(P) == GLP_GPU_OFF || gpu->ses == NULL ||
          P->nnz < 100000 || P->tree != NULL || abs(map[P->m+1]) != k)
         return;
      gpulp_load(&lp, P);
      lp.lp.ptr = wlp->A_ptr+k;
      lp.lp.ind = wlp->A_ind+1;
      lp.lp.val = wlp->A_val+1;
      lp.scaling.applied = -1;
      gpulp_load_sol(&lp);
      gpu->err = gpulp_judge(&lp, GLP_SOL);
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
*  badly scaled, in a good scaling, too. What a ray has proven needs no
*  other word. */

int gpu_last_word(glp_prob *P, const glp_smcp *parm, int ret, int last,
      int (*solve)(glp_prob *P, const glp_smcp *parm))
{
#ifdef GPUINV_DLNAME
      struct csa csa_, *csa = &csa_;
      gpuinv_review *rev = &csa->rev;
      gpu_given(NULL, NULL, NULL);
      if (gpu_prob_mode(P) == GLP_GPU_OFF || P->m == 0 || P->n == 0
         || gpu_open() != 0 || get_env_ptr()->gpu.proven)
         return ret;
      csa->P = P;
      csa->parm = parm;
      csa->solve = solve;
      csa->lp.P = NULL;
      csa->smcp = *parm;
      csa->off = csa->scaled = 0;
      begin(csa, ret, last);
      do
      {  consult(csa);
         if (rev->step >= GPUINV_STEP_JUDGE)
            load(csa);
         switch (rev->step)
         {  case GPUINV_STEP_SCALE:
               scale(csa);
               break;
            case GPUINV_STEP_SOLVE:
               search(csa);
               break;
            case GPUINV_STEP_STORE:
               gpulp_store_sol(&csa->lp);
               break;
            case GPUINV_STEP_PROVE:
               rev->failed = prove(&csa->lp);
               break;
            case GPUINV_STEP_REFINE:
               refine(&csa->lp);
               break;
         }
         if (rev->step >= GPUINV_STEP_JUDGE)
         {  gpulp_judge(&csa->lp, GLP_SOL);
            rev->kkt = csa->lp.kkt;
         }
      }  while (rev->step > GPUINV_STEP_DENY);
      ret = rev->ret;
      get_env_ptr()->gpu.err = -1.0;
      if (last && csa->lp.P != NULL && glp_get_status(P) == GLP_OPT &&
         !(rev->kkt.worst <= rev->tol))
      {  rev->step = GPUINV_STEP_DENY;
         if (parm->msg_lev >= GLP_MSG_ERR)
            xprintf("glp_simplex: solution is not optimal (error = %.1e"
               ")\n", rev->kkt.worst);
      }
      if (rev->step == GPUINV_STEP_DENY)
         deny(csa);
      restore(csa);
#endif
      return ret;
}

/* eof */
