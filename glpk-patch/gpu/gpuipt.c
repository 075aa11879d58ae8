/* gpuipt.c (interior-point method on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpgpu.h"
#include "gpulp.h"

/***********************************************************************
*  simplex - solve LP with the simplex method from any basis */

static int simplex(glp_prob *P, const glp_smcp *parm)
{     int ret = glp_simplex(P, parm);
      if (ret == GLP_EBADB || ret == GLP_ESING || ret == GLP_ECOND)
      {  /* the basis given is none to start from */
         glp_std_basis(P);
         ret = glp_simplex(P, parm);
      }
      return ret;
}

/***********************************************************************
*  store_basic - store basic solution of Q as interior-point one of P
*
*  The code of the simplex method is ret. If it is not zero, the claim
*  that there is no (dual) feasible solution does not count. */

static void store_basic(glp_prob *P, glp_prob *Q, int ret)
{     int k, stat = glp_get_status(Q);
      if (stat == GLP_UNDEF)
         return;
      P->ipt_stat = stat == GLP_OPT ? GLP_OPT : ret == 0 &&
         (Q->pbs_stat == GLP_NOFEAS || Q->dbs_stat == GLP_NOFEAS) ?
         GLP_NOFEAS : GLP_INFEAS;
      P->ipt_obj = Q->obj_val;
      for (k = 1; k <= P->m; k++)
      {  P->row[k]->pval = Q->row[k]->prim;
         P->row[k]->dval = Q->row[k]->dual;
      }
      for (k = 1; k <= P->n; k++)
      {  P->col[k]->pval = Q->col[k]->prim;
         P->col[k]->dval = Q->col[k]->dual;
      }
      return;
}

/***********************************************************************
*  by_simplex - replace interior-point solution by basic one
*
*  The simplex method solves a copy of LP, so that the basis of P stays
*  as it is. The routine prints the reason why. It returns zero if the
*  method ends with a verdict, otherwise GLP_ETMLIM or GLP_ENOCVG. */

static int by_simplex(glp_prob *P, const glp_iptcp *parm, const char
      *why)
{     glp_prob *Q = glp_create_prob();
      glp_smcp smcp;
      int ret = GLP_ETMLIM;
      P->ipt_stat = GLP_INFEAS; /* the terminal hook may leave */
      if (parm->msg_lev >= GLP_MSG_ERR)
         xprintf("GPU: %s; using the simplex method\n", why);
      glp_copy_prob(Q, P, GLP_OFF);
      glp_init_smcp(&smcp);
      smcp.msg_lev = parm->msg_lev;
      if (parm->gpu_mark == GLP_GPU_MARK && parm->tm_lim != INT_MAX)
         smcp.tm_lim = parm->tm_lim - (int)(1000.0 * xdifftime(xtime(),
            get_env_ptr()->gpu.beg));
      if (smcp.tm_lim > 0)
         ret = simplex(Q, &smcp);
      if (ret == 0)
         store_basic(P, Q, ret);
      glp_delete_prob(Q);
      if (ret != GLP_ETMLIM && P->ipt_stat == GLP_INFEAS)
         ret = GLP_ENOCVG;
      return ret;
}

#ifdef GPUINV_DLNAME

/***********************************************************************
*  solve - let the library solve LP
*
*  This routine stores the solution found, and its components in lp, and
*  returns the code of the method, or -1 if it fails. */

static int solve(GPULP *lp, const glp_iptcp *parm, const char *opts)
{     GPU *gpu = &get_env_ptr()->gpu;
      glp_prob *P = lp->P;
      int code = -1, done = 0, m = P->m, ret, k;
      gpuinv_iptcp iptcp;
      glp_iptcp ipt;
      glp_init_iptcp(&ipt);
      if (parm->gpu_mark == GLP_GPU_MARK)
         ipt = *parm;
      iptcp.tol = ipt.tol;
      iptcp.it_lim = ipt.it_lim;
      iptcp.tm_lim = .001 * ipt.tm_lim - xdifftime(xtime(), gpu->beg);
      if (iptcp.tm_lim < 0.0)
         iptcp.tm_lim = 0.0;
      iptcp.ord_alg = parm->ord_alg;
      ret = gpu->api->interior_create(gpu->ses, opts, &lp->lp, &iptcp,
         &gpu->ipt);
      while (ret == 0 && !done)
      {  if (parm->msg_lev >= GLP_MSG_ON)
            xprintf(""); /* the terminal hook may leave */
         ret = gpu->api->interior_step(gpu->ipt, &done);
      }
      if (ret == GPUINV_NONFINITE)
         code = GLP_EFAIL;
      if (ret == 0)
         ret = gpu->api->interior_result(gpu->ipt, &code, &P->ipt_stat,
            &P->ipt_obj, lp->prim+1, lp->dual+1);
      gpu_drop();
      for (k = 1; ret == 0 && k <= m; k++)
      {  P->row[k]->pval = lp->prim[k];
         P->row[k]->dval = lp->dual[k];
      }
      for (k = 1; ret == 0 && k <= P->n; k++)
      {  P->col[k]->pval = lp->prim[m+k];
         P->col[k]->dval = lp->dual[m+k];
      }
      return code;
}

/***********************************************************************
*  doubt - check if solution just stored is what it claims to be
*
*  This routine returns NULL if it is, otherwise what it is not. */

static const char *doubt(GPULP *lp)
{     int stat = lp->P->ipt_stat;
      if (stat == GLP_OPT && !(gpulp_judge(lp, GLP_IPT) <= GPU_TOL))
         return "result is not optimal";
      if (stat == GLP_NOFEAS &&
         !gpulp_proves(lp, GPUINV_CLAIM_INFEASIBLE, 0) &&
         !gpulp_proves(lp, GPUINV_CLAIM_UNBOUNDED, 0))
         return "result is not proven";
      return NULL;
}

#endif

/***********************************************************************
*  gpu_interior - solve LP with the interior-point method on GPU
*
*  This routine stores the solution found and returns the code that the
*  routine glp_interior should return. If the method gets no further, or
*  its result is wrong, the simplex method has the last word. The
*  routine returns -1 if the mode is off or the library fails, so that
*  another method should be tried. */

int gpu_interior(glp_prob *P, const glp_iptcp *parm)
{     int code = -1;
#ifdef GPUINV_DLNAME
      GPULP lp;
      glp_bfcp bfcp;
      const char *why;
      char opts[120];
#endif
      gpu_begin(parm->msg_lev, 0);
      if (gpu_prob_mode(P) <= GLP_GPU_OFF || P->m == 0 || P->n == 0
         || gpu_open() != 0)
         return -1;
#ifdef GPUINV_DLNAME
      /* delete the method of a call that was left by longjmp */
      gpu_drop();
      glp_get_bfcp(P, &bfcp);
      gpu_options(opts, &bfcp);
      gpulp_load(&lp, P);
      gpulp_load_mat(&lp);
      code = solve(&lp, parm, opts);
      why = code == 0 ? doubt(&lp) : code == GLP_ENOCVG || code ==
         GLP_EINSTAB ? "no convergence" : NULL;
      gpulp_free(&lp);
      if (why != NULL)
         code = by_simplex(P, parm, why);
#endif
      return code;
}

/***********************************************************************
*  gpu_check_ipt - certify interior-point solution
*
*  This routine is called when the interior-point method of GLPK ended
*  with the code ret. In GPU modes its solution is optimal only if the
*  problem as given says so. The method may also claim that there is no
*  solution, but it does not prove that. In both cases the simplex
*  method has the last word, if there is the library, which keeps the
*  simplex method from cycling. */

int gpu_check_ipt(glp_prob *P, const glp_iptcp *parm, int ret)
{     int opt = (P->ipt_stat == GLP_OPT);
      if (gpu_prob_mode(P) <= GLP_GPU_OFF || ret != 0 ||
         (opt ? gpu_check(P, GLP_IPT) <= GPU_TOL : P->ipt_stat !=
         GLP_NOFEAS))
         return ret;
      if (gpu_open() == 0)
         return by_simplex(P, parm, opt ? "result of GLPK is not optima"
            "l" : "result of GLPK is not proven");
      if (!opt)
         return ret;
      if (parm->msg_lev >= GLP_MSG_ERR)
         xprintf("glp_interior: original LP is not solved within tolera"
            "nce\n");
      P->ipt_stat = GLP_INFEAS;
      return GLP_ENOCVG;
}

/***********************************************************************
*  gpu_crossover - find optimal basis with the interior-point method
*
*  The simplex routine takes the basis, to which libgpuinv crosses over
*  from an interior point; if there is none, it goes its own way. Thus
*  statuses and components of basic solution are those of glp_simplex;
*  they are stored as interior-point solution, too. */

int gpu_crossover(glp_prob *P, const glp_iptcp *parm)
{     glp_smcp smcp;
      glp_bfcp bfcp, save;
      int ret;
      if (parm->crossover != GLP_ON)
         xerror("glp_interior: crossover = %d; invalid parameter\n",
            parm->crossover);
      glp_init_smcp(&smcp);
      smcp.msg_lev = parm->msg_lev;
      smcp.tm_lim = parm->tm_lim;
      if (parm->it_lim == 0)
         smcp.it_lim = 0;
      glp_get_bfcp(P, &save);
      bfcp = save;
      bfcp.gpu = GLP_GPU_ONLY;
      bfcp.gpu_form = GLP_GPU_FORM_CROSS;
      glp_set_bfcp(P, &bfcp);
      ret = simplex(P, &smcp);
      glp_set_bfcp(P, &save);
      store_basic(P, P, ret);
      return ret;
}

/* eof */
