/* spxstuck.c (simplex search that gets nowhere)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "spxgpu.h"

#ifdef GPUINV_DLNAME
/***********************************************************************
*  spx_gpu_go_back - change to other basis if search gets nowhere
*
*  The basis found by engine comes first, if updates may have made the
*  basis matrix singular; this time it is factorized more carefully.
*
*  This routine returns non-zero if the basis was changed. */

int spx_gpu_go_back(SPXGPU *gpu, int it_cnt)
{     if (it_cnt < gpu->it_max)
         return 0;
      if (gpu->failed == 1 || (gpu->failed == 0 && gpu->parm->meth !=
         GLP_PRIMAL))
      {  gpu->failed = 2;
         gpu->it_max = it_cnt + gpu->lp->n + 100;
         spx_gpu_change(gpu, gpu->found, 0);
      }
      else
      {  gpu->mode = GLP_GPU_OFF;
         gpu->failed = 3;
         spx_gpu_change(gpu, gpu->former, 0);
      }
      return 1;
}

/***********************************************************************
*  spx_gpu_forget - forget bases to go back to, if there are any */

void spx_gpu_forget(SPXGPU *gpu)
{     if (gpu->former == NULL)
         return;
      tfree(gpu->former);
      tfree(gpu->found);
      gpu->former = NULL;
      bfd_set_bfcp(gpu->lp->bfd, &gpu->bfcp);
      return;
}

/***********************************************************************
*  spx_gpu_is_basis - check if head is a permutation of 1, ..., n */

int spx_gpu_is_basis(int n, const int head[/*1+n*/])
{     char *mark = talloc(1+n, char);
      int j;
      memset(mark, 0, 1+n);
      for (j = 1; j <= n; j++)
      {  if (!(1 <= head[j] && head[j] <= n) || mark[head[j]]++)
            break;
      }
      tfree(mark);
      return j > n;
}

/***********************************************************************
*  spx_gpu_lost - leave search that failed to engine
*
*  Where GLPK's basis matrix becomes singular, engines may find the way:
*  they begin with an interior point. They are asked even if an engine
*  has made pivots before: if it began at such a basis, it may have
*  ended at another one.
*
*  This routine returns non-zero if the search is to go on from a basis
*  that the engine has found, or if that has proven its end. */

int spx_gpu_lost(SPXGPU *gpu, int *it_cnt)
{     if (gpu_open() != 0)
         return 0;
      gpu->mode = GLP_GPU_ONLY;
      gpu->lost = 1;
      gpu->later = gpu->failed = 0;
      spx_gpu_forget(gpu);
      if (gpu->parm->msg_lev >= GLP_MSG_ON)
         xprintf("GPU: search failed; an engine tries instead\n");
      if (!spx_gpu_poll(gpu, it_cnt))
         return 0;
      gpu->lost = 2;
      return 1;
}

/***********************************************************************
*  mark - determine mark of current basis
*
*  The mark is a hash value of 32 bits. Two bases have the same mark if
*  their basic variables are the same and so are their non-basic ones at
*  upper bounds; different bases hardly ever have the same mark. It must
*  not depend on the order of variables, so the hash values of single
*  variables are added up. */

static unsigned int mark(SPXLP *lp)
{     unsigned int sum = 0, k;
      int j;
      for (j = 1; j <= lp->n; j++)
      {  if (j > lp->m && !lp->flag[j-lp->m])
            continue;
         k = (unsigned int)lp->head[j] + (j > lp->m ? lp->n : 0);
         k *= 2654435769u;
         sum += (k ^ (k >> 15)) * 2246822519u;
      }
      return sum;
}

#endif

/***********************************************************************
*  spx_gpu_stuck - check if unstable search goes round in circles
*
*  If the basic solution is no longer feasible due to round-off errors,
*  the simplex routines warn of instability, call this routine, and then
*  start anew from the current basis. If the problem is badly scaled,
*  they may come back to the same basis again and again, without end.
*
*  This routine returns non-zero, which means that the search should
*  fail, at the fifth return to one and the same basis. After a failure
*  the problem is solved in a better scaling (see gpu_last_word).
*
*  As the first bases need not be part of the circle, the basis that
*  returns are counted to is replaced by the current one after 1, 2, 4,
*  8, ... warnings (this is Brent's method of detecting a cycle). With
*  the mode off the routine always returns zero, except during the last
*  word on a solution. */

int spx_gpu_stuck(SPXGPU *gpu)
{
#ifdef GPUINV_DLNAME
      unsigned int place;
      if (gpu->bfcp.gpu == GLP_GPU_OFF && !get_env_ptr()->gpu.again)
         return 0;
      place = mark(gpu->lp);
      if (gpu->warned > 0 && place == gpu->place)
         gpu->back++;
      gpu->warned++;
      if (gpu->back >= 5)
      {  if (gpu->parm->msg_lev >= GLP_MSG_ERR)
            xprintf("Warning: unstable search goes round in circles\n");
         gpu->warned = gpu->back = 0;
         return 1;
      }
      if ((gpu->warned & (gpu->warned - 1)) == 0)
      {  gpu->place = place;
         gpu->back = 0;
      }
#endif
      return 0;
}

/* eof */
