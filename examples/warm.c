/* warm.c (solving again after a change, from the basis at hand)

   This file is part of libgpuinv, a GPU back end for GLPK.
   libgpuinv is free software under the GNU General Public License,
   version 3 or (at your option) any later version; see COPYING. */

/* Reads an MPS file, solves it, then tightens one bound after another and
   solves again by the dual simplex method.  Each solve starts from the basis of
   the one before it. */

#include <stdio.h>
#include <stdlib.h>
#include <glpk.h>

int main(int argc, char *argv[])
{     glp_prob *lp = glp_create_prob();
      glp_smcp parm;
      int j, n, k = 0;
      if (argc != 2 || glp_read_mps(lp, GLP_MPS_DECK, NULL, argv[1]) != 0)
      {  fprintf(stderr, "usage: warm FILE.mps\n");
         return EXIT_FAILURE;
      }
      glp_init_smcp(&parm);
      if (glp_simplex(lp, &parm) != 0 || glp_get_status(lp) != GLP_OPT)
         return EXIT_FAILURE;
      printf("objective %.9g\n", glp_get_obj_val(lp));
      parm.meth = GLP_DUALP;
      parm.msg_lev = GLP_MSG_ERR;
      n = glp_get_num_cols(lp);
      for (j = 1; j <= n && k < 5; j++)
      {  double x = glp_get_col_prim(lp, j), l = glp_get_col_lb(lp, j);
         if (glp_get_col_stat(lp, j) != GLP_BS || !(x > l + 1.0))
            continue;
         glp_set_col_bnds(lp, j, GLP_DB, l, 0.9 * x + 0.1 * l);
         if (glp_simplex(lp, &parm) != 0)
            return EXIT_FAILURE;
         k++;
         if (glp_get_status(lp) != GLP_OPT)
            break;
         printf("%s <= %.6g: objective %.9g\n", glp_get_col_name(lp, j),
            glp_get_col_ub(lp, j), glp_get_obj_val(lp));
      }
      glp_delete_prob(lp);
      return EXIT_SUCCESS;
}
