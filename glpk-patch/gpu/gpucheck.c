/* gpucheck.c (errors of solutions)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpgpu.h"

/***********************************************************************
*  gpu_check - determine largest relative error of solution
*
*  This routine returns the largest of relative errors that the routine
*  glp_check_kkt finds for conditions (PE), (PB), (DE), and (DB) on the
*  problem as given (neither scaled nor preprocessed). For solution to
*  MIP there are only the first two. */

double gpu_check(glp_prob *P, int sol)
{     double worst = 0.0, ae, re;
      int cond, ae_ind, re_ind, k;
      /* glp_check_kkt does not see what is not a number */
      for (k = 1; k <= P->m; k++)
      {  GLPROW *row = P->row[k];
         worst += 0.0 * (sol == GLP_SOL ? row->prim + row->dual : sol ==
            GLP_IPT ? row->pval + row->dval : row->mipx);
      }
      for (k = 1; k <= P->n; k++)
      {  GLPCOL *col = P->col[k];
         worst += 0.0 * (sol == GLP_SOL ? col->prim + col->dual : sol ==
            GLP_IPT ? col->pval + col->dval : col->mipx);
      }
      if (worst != 0.0)
         return DBL_MAX;
      for (cond = GLP_KKT_PE; cond <= (sol == GLP_MIP ? GLP_KKT_PB :
         GLP_KKT_DB); cond++)
      {  glp_check_kkt(P, sol, cond, &ae, &ae_ind, &re, &re_ind);
         if (!(re <= worst))
            worst = re;
      }
      return worst;
}

/***********************************************************************
*  gpu_prob_mode - determine GPU mode of problem object
*
*  This routine returns -1 if the mode is off, but the basis is on GPU.
*/

int gpu_prob_mode(glp_prob *P)
{     glp_bfcp parm;
      if (P->bfd == NULL) /* parameters were not set */
         return gpu_mode();
      bfd_get_bfcp(P->bfd, &parm);
      return parm.gpu == GLP_GPU_OFF && (bfd_on_gpu(P->bfd) ||
         parm.type == GLP_BF_GPU) ? -1 : parm.gpu;
}

/***********************************************************************
*  gpu_off - switch GPU off for problem object
*
*  The parameters that glp_set_bfcp is to restore are stored in save. */

void gpu_off(glp_prob *P, glp_bfcp *save)
{     glp_bfcp off;
      glp_get_bfcp(P, save);
      off = *save;
      off.gpu = GLP_GPU_OFF;
      if (off.type == GLP_BF_GPU)
         off.type = GLP_BF_LUF + GLP_BF_FT;
      glp_set_bfcp(P, &off);
      return;
}

/***********************************************************************
*  gpu_check_mip - certify integer solution or solve MIP without GPU
*
*  This routine is called when the search for integer solution of MIP
*  problem P, which began at tm_beg, ended with the code ret. A solution
*  found must satisfy the problem as given (values of integer columns
*  are rounded to integers by up to tol_int, which is no error); if it
*  does not, GLPK alone solves the problem anew. */

int gpu_check_mip(glp_prob *P, const glp_iocp *parm, int ret, double
      tm_beg)
{     glp_bfcp bfcp;
      glp_iocp iocp = *parm;
      double tol = parm->tol_int > GPU_TOL ? parm->tol_int : GPU_TOL;
      if (gpu_prob_mode(P) == GLP_GPU_OFF || !(P->mip_stat ==
          GLP_OPT || P->mip_stat == GLP_FEAS) || (gpu_check(P, GLP_MIP)
          <= tol && fabs(P->mip_obj) <= DBL_MAX)) /* it may be NaN */
         return ret;
      if (parm->msg_lev >= GLP_MSG_ERR)
         xprintf("GPU: integer solution is not feasible; using the CPU"
            "\n");
      P->mip_stat = GLP_UNDEF;
      if (parm->tm_lim != INT_MAX)
         iocp.tm_lim -= (int)(1000.0 * xdifftime(xtime(), tm_beg));
      if (iocp.tm_lim <= 0)
         return GLP_ETMLIM;
      gpu_off(P, &bfcp);
      P->valid = 0;
      ret = glp_intopt(P, &iocp);
      glp_set_bfcp(P, &bfcp);
      return ret;
}

/* eof */
