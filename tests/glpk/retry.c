/* retry.c (a search that fails from a proposed basis is repeated)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Linked with GLPK's objects, for retry.sh.  The dual simplex fails by -1
 * where the method is GLP_DUALP, by GLP_EFAIL else; neither is the last word
 * while there is the former basis to go back to. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bfd.h"
#include "env.h"
#include "simplex.h"

static int failures;

static void expect(int ret, int proposed, int mode, int repeated)
{  SPXGPU gpu;
   SPXLP lp;
   int got, again;
   memset(&gpu, 0, sizeof gpu);
   memset(&lp, 0, sizeof lp);
   lp.bfd = bfd_create_it();
   gpu.lp = &lp;
   gpu.mode = mode;
   gpu.it_max = 1000;
   if (proposed)
   {  gpu.head = talloc(2, int);
      gpu.flag = talloc(2, char);
      bfd_get_bfcp(lp.bfd, &gpu.bfcp);
   }
   got = spx_gpu_done(&gpu, ret);
   /* the next poll then goes back, and the mode is off after that */
   if (got != repeated || (repeated && gpu.it_max != 0))
   {  printf("FAIL: code %d, %d, mode %d: %d\n", ret, proposed, mode, got);
      failures++;
   }
   gpu.mode = GLP_GPU_OFF;
   again = spx_gpu_done(&gpu, ret);
   if (again || gpu.head != NULL)
   {  printf("FAIL: code %d is repeated for ever\n", ret);
      failures++;
   }
   bfd_delete_it(lp.bfd);
}

int main(void)
{  glp_term_out(GLP_OFF);
   expect(-1, 1, GLP_GPU_ONLY, 1);
   expect(-1, 1, GLP_GPU_AUTO, 1);
   expect(GLP_EFAIL, 1, GLP_GPU_ONLY, 1);
   expect(-1, 0, GLP_GPU_ONLY, 0);
   expect(-1, 1, GLP_GPU_OFF, 0);
   expect(0, 1, GLP_GPU_ONLY, 0);
   expect(GLP_EITLIM, 1, GLP_GPU_ONLY, 0);
   printf("7 codes and modes, %d failures\n", failures);
   return failures != 0;
}
