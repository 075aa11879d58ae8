/* gpustart.c (initial basis for GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "bfd.h"
#include "glpgpu.h"
#include "gpulp.h"

/***********************************************************************
*  gpu_start - construct dual feasible initial LP basis for GPU
*
*  If the problem is solved by the GPU alone, and the library finds such
*  a basis, this routine constructs it and returns non-zero. Problems
*  with integer columns are left alone: from the vertex that a dual
*  start leads to, a branch and bound tree may be larger. */

int gpu_start(glp_prob *P)
{     int size = -1;
#ifdef GPUINV_DLNAME
      GPU *gpu = &get_env_ptr()->gpu;
      int m = P->m, n = P->n, bs = 0, k;
      GPULP lp;
      if (gpu_prob_mode(P) != GLP_GPU_ONLY || m == 0 || n == 0 ||
         glp_get_num_int(P) > 0 || gpu_open() != 0)
         return 0;
      gpulp_load(&lp, P);
      for (;;)
      {  size = -1;
         gpu->api->dual_start(gpu->ses, &lp.lp, &lp.scaling,
            &size, lp.stat+1);
         if (size <= 0 || lp.lp.ptr != NULL)
            break;
         gpulp_load_mat(&lp); /* the library asks for it */
      }
      for (k = 1; size >= 0 && k <= m+n; k++)
      {  bs += (lp.stat[k] == GLP_BS);
         if (!(GLP_BS <= lp.stat[k] && lp.stat[k] <= GLP_NU))
            size = -1;
      }
      if (bs != m)
         size = -1; /* it is not a basis */
      for (k = 1; size >= 0 && k <= m; k++)
         glp_set_row_stat(P, k, lp.stat[k]);
      for (k = 1; size >= 0 && k <= n; k++)
         glp_set_col_stat(P, k, lp.stat[m+k]);
      if (size > 0)
         xprintf("Constructing initial basis...\nSize of triangular par"
            "t is %d\n", size);
      gpulp_free(&lp);
#endif
      return size >= 0;
}

/***********************************************************************
*  gpu_keep - determine if slacks of equations stay in working LP
*
*  GLPK leaves non-basic fixed variables out of working LP. But slacks
*  are a basis, and where it is dual feasible, the engine may begin with
*  it. At the nodes of a tree the engine goes on from a basis that is
*  better. */

int gpu_keep(glp_prob *P)
{     return P->tree == NULL && gpu_prob_mode(P) > GLP_GPU_OFF;
}

/* eof */
