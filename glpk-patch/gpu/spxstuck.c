/* spxstuck.c (simplex search that goes round in circles)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "spxgpu.h"

#ifdef GPUINV_DLNAME
/***********************************************************************
*  mark - determine mark of current basis
*
*  Two bases have the same mark, a number of 32 bits, if the same
*  variables are basic and at upper bounds, otherwise hardly ever. */

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
*  The simplex routines call this routine if the basic solution is not
*  feasible any longer due to round-off errors, for which they start
*  anew from the current basis. In bad scalings they may come to where
*  they were again and again, for ever. This routine returns non-zero,
*  which means that the search should fail, at the fifth return to one
*  and the same basis: after a failure the problem is solved in a better
*  scaling (see gpu_last_word). The basis to come back to is another one
*  after 1, 2, 4, ... warnings, as the circle may begin at any of them.
*/

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
