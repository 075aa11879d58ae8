/* spxgpu.c (simplex engine on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "glpgpu.h"
#include "spxgpu.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>

/***********************************************************************
*  spx_gpu_init - prepare for solving working LP on GPU
*
*  The engine solves working LP on a thread of its own and proposes a
*  basis, from which the simplex routines go on. In mode GLP_GPU_AUTO it
*  races them. They wait for it in mode GLP_GPU_ONLY, unless it leaves
*  the search to them for a while, and in mode GLP_GPU_STEADY after an
*  amount of work, so that each run makes the same pivots.
*
*  The arrays b, c, l, and u are the original data of working LP, which
*  the simplex routines may perturb, and fz is what they have divided
*  its objective by, for which the engine finds smaller costs. The time
*  limit is that of the whole call, so that tm_beg is its beginning.
*
*  In a race the first engine begins where the simplex routines did: it
*  chooses its method by the defects of that basis, and after pivots of
*  a primal method there are more of them. The same holds if the simplex
*  routines have failed. */

void spx_gpu_init(SPXGPU *gpu, SPXLP *lp, glp_prob *P, const int map[],
      const double b[], const double c[], const double l[], const double
      u[], const glp_smcp *parm, double fz, double obj_lim, double
      *tm_beg)
{     gpu_drop();
      get_env_ptr()->gpu.wlp = lp;
      memset(gpu, 0, sizeof(SPXGPU));
      bfd_get_bfcp(lp->bfd, &gpu->bfcp);
      gpu->mode = lp->m < lp->n ? gpu->bfcp.gpu : GLP_GPU_OFF;
      gpu->P = P;
      gpu->lp = lp;
      gpu->map = map;
      gpu->b = b;
      gpu->c = c;
      gpu->l = l;
      gpu->u = u;
      gpu->parm = parm;
      gpu->it_beg = gpu->it_dpy = P->it_cnt;
      gpu->fz = fz;
      gpu->obj_lim = obj_lim;
      if (gpu->mode != GLP_GPU_OFF)
      {  *tm_beg = get_env_ptr()->gpu.beg;
         gpu->head = talloc(1+lp->n, int);
         memcpy(gpu->head, lp->head, (1+lp->n) * sizeof(int));
         gpu->flag = talloc(1+lp->n-lp->m, char);
         memcpy(gpu->flag, lp->flag, 1+lp->n-lp->m);
      }
      return;
}

/***********************************************************************
*  start - start engine from current basis
*
*  In a race the first engine starts from the basis where the search
*  began instead. The library counts pivots from then on. If the search
*  has failed, no more can be made, and no basis may be of use.
*
*  This routine returns zero on success, otherwise status code of the
*  library. */

static int start(SPXGPU *gpu, int it_cnt)
{     ENV *env = get_env_ptr();
      SPXLP *lp = gpu->lp;
      const glp_smcp *parm = gpu->parm;
      gpuinv_lp prob;
      gpuinv_smcp smcp;
      char opts[120];
      double tm = xdifftime(xtime(), env->gpu.beg);
      smcp.tol_bnd = parm->tol_bnd;
      smcp.tol_dj = parm->tol_dj / gpu->fz;
      smcp.tol_piv = parm->tol_piv;
      smcp.it_lim = parm->it_lim - (it_cnt - env->gpu.it);
      smcp.tm_lim = .001 * parm->tm_lim - tm;
      smcp.out_dly = .001 * parm->out_dly - tm;
      smcp.out_frq = .001 * parm->out_frq;
      smcp.obj_ul = gpu->obj_lim;
      if (smcp.obj_ul != DBL_MAX)
         smcp.obj_ul -= gpu->c[0];
      prob.base = 1;
      prob.m = lp->m;
      prob.n = lp->n;
      prob.ptr = lp->A_ptr+1;
      prob.ind = lp->A_ind+1;
      prob.val = lp->A_val+1;
      prob.b = gpu->b+1;
      prob.c = gpu->c+1;
      prob.l = gpu->l+1;
      prob.u = gpu->u+1;
      prob.head = lp->head+1;
      prob.flag = lp->flag+1;
      if (gpu->lost || (gpu->race && gpu->later == 0))
      {  prob.head = gpu->head+1;
         prob.flag = gpu->flag+1;
         gpu->it_beg = it_cnt;
      }
      gpu_options(opts, &gpu->bfcp);
      sprintf(opts + strlen(opts), " waits=%d", !gpu->race);
      if (!gpu->lost)
         sprintf(opts + strlen(opts), " made=%d", it_cnt -
            gpu->it_beg);
      else
         strcat(opts, " form=crossover");
      return env->gpu.api->engine_start(env->gpu.ses, opts, &prob,
         &smcp, &env->gpu.eng);
}

/***********************************************************************
*  spx_gpu_change - change to other basis
*
*  This routine restores the original data, too. The basis, where -k
*  stands for non-basic x[k] at its upper bound, is to be factorized
*  anew; for dense see the library's engine_result. */

void spx_gpu_change(SPXGPU *gpu, const int basis[/*1+n*/], int dense)
{     SPXLP *lp = gpu->lp;
      int m = lp->m;
      int n = lp->n;
      glp_bfcp bfcp = gpu->bfcp;
      int j, k;
      for (j = 1; j <= n; j++)
      {  lp->head[j] = k = abs(basis[j]);
         if (j > m) /* x[k] is non-basic; set its active bound */
            lp->flag[j-m] = gpu->l[k] != gpu->u[k] && gpu->u[k] !=
               +DBL_MAX && (basis[j] < 0 || gpu->l[k] == -DBL_MAX);
      }
      memmove(lp->b, gpu->b, (1+m) * sizeof(double)); /* may be same */
      memcpy(lp->c, gpu->c, (1+n) * sizeof(double));
      memcpy(lp->l, gpu->l, (1+n) * sizeof(double));
      memcpy(lp->u, gpu->u, (1+n) * sizeof(double));
      if (bfcp.gpu != GLP_GPU_STEADY) /* which the library is told */
         bfcp.gpu = GLP_GPU_OFF;
      if (dense != 0)
         bfcp.type = GLP_BF_GPU;
      if (dense == 2)
         bfcp.gpu_backend = GLP_GPU_HOST;
      if (gpu->failed == 2)
      {  bfcp.piv_tol = 0.5;
         bfcp.nfs_max = 20;
      }
      bfd_set_bfcp(lp->bfd, &bfcp);
      lp->valid = 0;
      return;
}

/***********************************************************************
*  keep - remember current basis, and one found, to go back to */

static void keep(SPXGPU *gpu, const int found[/*1+n*/])
{     SPXLP *lp = gpu->lp;
      int m = lp->m;
      int n = lp->n;
      int j;
      gpu->found = talloc(1+n, int);
      gpu->former = talloc(1+n, int);
      for (j = 1; j <= n; j++)
         gpu->former[j] = j > m && lp->flag[j-m] ? -lp->head[j] :
            lp->head[j];
      memcpy(gpu->found, found, (1+n) * sizeof(int));
      return;
}

/***********************************************************************
*  end_by_ray - end the search if ray found by engine proves its claim
*
*  That there is no dual feasible solution is an answer of the presolver
*  and of the dual simplex; the primal one needs a feasible basis, too.
*
*  This routine returns zero if the search is over. */

static int end_by_ray(SPXGPU *gpu, const double ray[/*1+n*/])
{     const glp_smcp *parm = gpu->parm;
      int primal = (gpu->claim == GPUINV_CLAIM_NO_PRIMAL);
      if (!(primal || parm->presolve || parm->meth == GLP_DUAL))
         return 1;
      if (!gpu_ray(gpu->P, gpu->map, primal, ray))
      {  if (parm->msg_lev >= GLP_MSG_ALL)
            xprintf("GPU: ray is no proof on problem as given\n");
         return 1;
      }
      if (parm->msg_lev >= GLP_MSG_ALL)
         xprintf("LP HAS NO %s FEASIBLE SOLUTION\n", primal ? "PRIMAL" :
            "DUAL");
      gpu->proven = primal ? GLP_NOFEAS : GLP_UNBND;
      return 0;
}

/***********************************************************************
*  go_on - let iteration count not run backwards
*
*  What an engine displayed may be pivots that nobody uses. */

static void go_on(const SPXGPU *gpu, int *it_cnt)
{     if (*it_cnt < gpu->it_dpy)
         *it_cnt = gpu->it_dpy;
      return;
}

/***********************************************************************
*  finish - change to basis found by engine
*
*  A dense basis is then inverted, on GPU if it is large, where this
*  takes less time. If a ray is no proof, the search goes on from the
*  basis, unless it is the one that the engine began with.
*
*  This routine returns zero on success, otherwise non-zero. */

static int finish(SPXGPU *gpu, int *it_cnt)
{     ENV *env = get_env_ptr();
      SPXLP *lp = gpu->lp;
      int m = lp->m;
      int n = lp->n;
      int *found = talloc(1+n, int);
      char *flag = talloc(1+n, char);
      double *ray = talloc(1+n, double);
      int pivots, dense, ret, j;
      ret = env->gpu.api->engine_result(env->gpu.eng, &gpu->claim,
         &pivots, &dense, found+1, flag+1, ray+1);
      gpu_drop();
      if (ret == 0 && gpu->claim == 0 && (pivots == 0 || gpu->race))
         ret = 1;
      if (ret == 0 && (!spx_gpu_is_basis(n, found) || pivots < 0))
      {  if (gpu->parm->msg_lev >= GLP_MSG_ERR)
            xprintf("GPU: result is not a basis; using the CPU\n");
         ret = 1;
      }
      if (ret == 0 && gpu->claim >= GPUINV_CLAIM_NO_PRIMAL &&
          end_by_ray(gpu, ray) != 0 && pivots == 0)
         ret = 1;
      if (ret == 0)
      {  for (j = m+1; j <= n; j++)
         {  if (flag[j-m])
               found[j] = -found[j];
         }
         keep(gpu, found);
         spx_gpu_change(gpu, found, dense);
         *it_cnt += pivots;
         go_on(gpu, it_cnt);
         gpu->it_max = gpu->proven || gpu->lost ? INT_MAX : *it_cnt +
            pivots + (gpu->claim ? 2 : 10)*m + 100;
      }
      tfree(found);
      tfree(flag);
      tfree(ray);
      return ret;
}

/***********************************************************************
*  display - display search progress of engine
*
*  The display output is that of the simplex routines. */

static void display(SPXGPU *gpu, int it_cnt)
{     ENV *env = get_env_ptr();
      gpuinv_progress p;
      if (gpu->parm->msg_lev < GLP_MSG_ON)
         return;
      xprintf("");
      if (!env->gpu.api->engine_progress(env->gpu.eng, &p))
         return;
      gpu->it_dpy = it_cnt + p.pivots;
      xprintf("%c%6d: obj = %17.9e inf = %11.3e (%d)\n", p.course ==
         GPUINV_COURSE_PRIMAL ? '*' : p.course == GPUINV_COURSE_DUAL ?
         '#' : ' ', gpu->it_dpy, (gpu->P->dir == GLP_MAX ? - gpu->fz :
         gpu->fz) * (gpu->c[0] + p.objective), p.infeasibility,
         p.number);
      return;
}

/***********************************************************************
*  spx_gpu_poll - look for result of engine
*
*  This routine starts the engine when it is time to do so, and changes
*  to the basis found as soon as it is there. It goes back if the
*  simplex routine gets nowhere from there. Except in a race it waits
*  until time is up, and calls the terminal hook meanwhile, which may
*  leave by longjmp.
*
*  This routine returns non-zero if the basis was changed, so that all
*  components of the basic solution are out of date. */

int spx_gpu_poll(SPXGPU *gpu, int *it_cnt)
{     ENV *env = get_env_ptr();
      SPXLP *lp = gpu->lp;
      int ret = 1;
      if (gpu->lost == 2)
         return gpu->lost = 1;
      if (gpu->former != NULL)
         return spx_gpu_go_back(gpu, *it_cnt);
      if (gpu_open() != 0)
         goto fail;
      if (env->gpu.eng == NULL)
      {  int due = env->gpu.api->engine_due(gpu->mode, gpu->later,
            lp->m, lp->n, lp->nnz, *it_cnt - (gpu->mode == GLP_GPU_AUTO
            ? gpu->it_beg : env->gpu.it), xdifftime(xtime(),
            env->gpu.beg));
         if (due == 0)
            return 0;
         gpu->race = (due == GPUINV_DUE_RACE && (gpu->mode ==
            GLP_GPU_AUTO || !bfd_on_gpu(lp->bfd)));
         ret = start(gpu, *it_cnt);
         if (ret != 0)
            goto fail;
      }
      while (!env->gpu.api->engine_wait(env->gpu.eng, gpu->race ?
         .0 : .01))
      {  if (gpu->race)
            return 0;
         if (xdifftime(xtime(), env->gpu.beg) >
            .001 * gpu->parm->tm_lim + .03)
            goto fail;
         display(gpu, *it_cnt);
      }
      ret = finish(gpu, it_cnt);
      if (ret == 0)
         return 1;
fail: if (ret == GPUINV_LATER)
      {  gpu->later++;
         return 0;
      }
      go_on(gpu, it_cnt);
      gpu_drop();
      gpu->mode = GLP_GPU_OFF;
      return 0;
}

/***********************************************************************
*  spx_gpu_done - stop engine
*
*  The parameter ret is the code that the simplex routine returned. If
*  it failed from the basis found by engine, this routine goes back to
*  that basis, the next time to the former one, and returns non-zero,
*  which means that the search should be repeated. If it failed without
*  such a basis, or from both of them, an engine is asked for another,
*  once. Otherwise this routine returns zero. */

int spx_gpu_done(SPXGPU *gpu, int ret, int *it_cnt)
{     if ((ret == GLP_EFAIL || ret < 0) && gpu->mode != GLP_GPU_OFF &&
         gpu->former != NULL)
      {  gpu->it_max = 0;
         gpu->failed++;
         return 1;
      }
      gpu_drop();
      if (ret == GLP_EFAIL && gpu->head != NULL && !gpu->lost &&
         spx_gpu_lost(gpu, it_cnt))
         return 1;
      gpu->mode = GLP_GPU_OFF;
      get_env_ptr()->gpu.wlp = NULL;
      if (gpu->head != NULL)
      {  tfree(gpu->head);
         tfree(gpu->flag);
         gpu->head = NULL;
      }
      spx_gpu_forget(gpu);
      return 0;
}

#else

void spx_gpu_init(SPXGPU *gpu, SPXLP *lp, glp_prob *P, const int map[],
      const double b[], const double c[], const double l[], const double
      u[], const glp_smcp *parm, double fz, double obj_lim, double
      *tm_beg)
{     gpu->mode = GLP_GPU_OFF;
      return;
}

int spx_gpu_poll(SPXGPU *gpu, int *it_cnt)
{     return 0;
}

int spx_gpu_done(SPXGPU *gpu, int ret, int *it_cnt)
{     return 0;
}

#endif

/* eof */
