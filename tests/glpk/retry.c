/* retry.c (a search that fails from a proposed basis is repeated)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Linked with GLPK's objects, for retry.sh.  The dual simplex fails by -1
 * where the method is GLP_DUALP, by GLP_EFAIL else; neither is the last word
 * while there are the basis found and the former one to go back to. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bfd.h"
#include "env.h"
#include "spxgpu.h"

static int failures;

static void expect(int ret, int proposed, int mode, int repeated)
{  SPXGPU gpu;
   SPXLP lp;
   glp_smcp parm;
   int got, again, it_cnt = 0;
   memset(&gpu, 0, sizeof gpu);
   memset(&lp, 0, sizeof lp);
   lp.bfd = bfd_create_it();
   gpu.lp = &lp;
   gpu.mode = mode;
   gpu.it_max = 1000;
   glp_init_smcp(&parm);
   gpu.parm = &parm;
   gpu.head = talloc(1, int);
   gpu.flag = talloc(1, char);
   if (proposed)
   {  gpu.former = talloc(2, int);
      gpu.found = talloc(2, int);
      bfd_get_bfcp(lp.bfd, &gpu.bfcp);
   }
   got = spx_gpu_done(&gpu, ret, &it_cnt);
   /* the next poll then goes back, and the mode is off after that */
   if (got != repeated || (repeated && gpu.it_max != 0))
   {  printf("FAIL: code %d, %d, mode %d: %d\n", ret, proposed, mode, got);
      failures++;
   }
   gpu.mode = GLP_GPU_OFF;
   again = spx_gpu_done(&gpu, ret, &it_cnt);
   if (again || gpu.former != NULL || gpu.head != NULL)
   {  printf("FAIL: code %d is repeated for ever\n", ret);
      failures++;
   }
   bfd_delete_it(lp.bfd);
}

/* What a poll changes the basis to after so many pivots, and how carefully it
 * is factorized. */
static void expect_basis(SPXGPU *gpu, int ret, int it_cnt, int first,
   double piv_tol)
{  glp_bfcp bfcp;
   if ((ret != 0 && !spx_gpu_done(gpu, ret, &it_cnt)) ||
      !spx_gpu_poll(gpu, &it_cnt))
   {  printf("FAIL: not repeated from x[%d]\n", first);
      failures++;
      return;
   }
   bfd_get_bfcp(gpu->lp->bfd, &bfcp);
   if (gpu->lp->head[1] != first || gpu->lp->head[2] != 3 - first ||
      gpu->lp->flag[1] != (first == 1) || gpu->lp->valid ||
      bfcp.piv_tol != piv_tol)
   {  printf("FAIL: basis of x[%d], flag %d, piv_tol %g\n",
         gpu->lp->head[1], gpu->lp->flag[1], bfcp.piv_tol);
      failures++;
   }
}

/* First to the basis found, x[1] with x[2] at its upper bound, then to the
 * former one, x[2] with x[1] at its lower bound; so, too, if the method does
 * not end, where it is the dual simplex. */
static void expect_both(int meth, int ret, int it_cnt)
{  glp_smcp parm;  SPXGPU gpu;
   SPXLP lp;
   int head[3] = {0, 2, 1};
   char flag[2] = {0, 0};
   double lower[3] = {0.0, 0.0, 0.0}, upper[3] = {0.0, 1.0, 1.0}, zeros[3];
   glp_bfcp bfcp;
   memset(&gpu, 0, sizeof gpu);
   memset(&lp, 0, sizeof lp);
   memset(zeros, 0, sizeof zeros);
   lp.m = 1;
   lp.n = 2;
   lp.bfd = bfd_create_it();
   lp.head = head;
   lp.flag = flag;
   lp.b = lp.c = lp.l = lp.u = zeros;
   lp.valid = 1;
   gpu.lp = &lp;
   gpu.mode = GLP_GPU_ONLY;
   gpu.it_max = 1000;
   glp_init_smcp(&parm);
   parm.meth = meth;
   gpu.parm = &parm;
   gpu.b = gpu.c = gpu.l = lower;
   gpu.u = upper;
   bfd_get_bfcp(lp.bfd, &gpu.bfcp);
   gpu.former = talloc(3, int);
   gpu.found = talloc(3, int);
   memcpy(gpu.former, head, sizeof head);
   gpu.found[1] = 1;
   gpu.found[2] = -2;
   head[1] = head[2] = 2; /* wherever the search was */
   if (ret != 0 || meth != GLP_PRIMAL)
      expect_basis(&gpu, ret, it_cnt, 1, 0.5);
   expect_basis(&gpu, ret, it_cnt + (ret == 0 ? 5000 : 0), 2,
      gpu.bfcp.piv_tol);
   if (spx_gpu_done(&gpu, GLP_EFAIL, &it_cnt))
   {  printf("FAIL: repeated for ever\n");
      failures++;
   }
   bfd_get_bfcp(lp.bfd, &bfcp);
   if (bfcp.piv_tol != gpu.bfcp.piv_tol || bfcp.nfs_max != gpu.bfcp.nfs_max)
   {  printf("FAIL: the user's parameters are lost\n");
      failures++;
   }
   bfd_delete_it(lp.bfd);
}

int main(void)
{  setenv("GPUINV_LIBRARY", "/nowhere/libgpuinv.so", 1);
   glp_term_out(GLP_OFF);
   expect_both(GLP_PRIMAL, GLP_EFAIL, 100);
   expect_both(GLP_DUAL, GLP_EFAIL, 100);
   expect_both(GLP_DUAL, 0, 1000);
   expect_both(GLP_PRIMAL, 0, 1000);
   expect(-1, 1, GLP_GPU_ONLY, 1);
   expect(-1, 1, GLP_GPU_AUTO, 1);
   expect(GLP_EFAIL, 1, GLP_GPU_ONLY, 1);
   expect(-1, 0, GLP_GPU_ONLY, 0);
   /* an engine is asked, but there is no library */
   expect(GLP_EFAIL, 0, GLP_GPU_ONLY, 0);
   expect(GLP_EFAIL, 0, GLP_GPU_AUTO, 0);
   expect(-1, 1, GLP_GPU_OFF, 0);
   expect(0, 1, GLP_GPU_ONLY, 0);
   expect(GLP_EITLIM, 1, GLP_GPU_ONLY, 0);
   printf("9 codes and modes, 7 bases, %d failures\n", failures);
   return failures != 0;
}
