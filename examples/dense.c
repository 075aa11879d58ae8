/* dense.c (a dense LP that is made in memory)

   This file is part of libgpuinv, a GPU back end for GLPK.
   libgpuinv is free software under the GNU General Public License,
   version 3 or (at your option) any later version; see COPYING. */

/* maximize 1'x subject to A x <= b, x >= 0, where A is dense and b = A 1, so
   that x = 1 is feasible.  The mode travels with the problem object; GLPK's
   calls are those of any program. */

#include <stdio.h>
#include <stdlib.h>
#include <glpk.h>

int main(void)
{     enum { M = 300, N = 300 };
      glp_prob *lp = glp_create_prob();
      glp_bfcp bfcp;
      static int ind[1+M];
      static double val[1+M], sum[1+M];
      int i, j, ret;
      unsigned s = 1;
      glp_set_obj_dir(lp, GLP_MAX);
      glp_add_rows(lp, M);
      glp_add_cols(lp, N);
      for (j = 1; j <= N; j++)
      {  for (i = 1; i <= M; i++)
         {  s = 1664525u * s + 1013904223u;
            ind[i] = i;
            val[i] = 1.0 + (s >> 16) % 1000 / 1000.0;
            sum[i] += val[i];
         }
         glp_set_mat_col(lp, j, M, ind, val);
         glp_set_col_bnds(lp, j, GLP_LO, 0.0, 0.0);
         glp_set_obj_coef(lp, j, 1.0 + j % 7 / 10.0);
      }
      for (i = 1; i <= M; i++)
         glp_set_row_bnds(lp, i, GLP_UP, 0.0, sum[i]);
      glp_get_bfcp(lp, &bfcp);
      bfcp.gpu = GLP_GPU_ONLY;
      glp_set_bfcp(lp, &bfcp);
      ret = glp_simplex(lp, NULL);
      if (ret != 0 || glp_get_status(lp) != GLP_OPT)
         return EXIT_FAILURE;
      printf("objective %.9g\n", glp_get_obj_val(lp));
      glp_delete_prob(lp);
      return EXIT_SUCCESS;
}
