/* interior.c (the interior point method, and what its duals mean)

   This file is part of libgpuinv, a GPU back end for GLPK.
   libgpuinv is free software under the GNU General Public License,
   version 3 or (at your option) any later version; see COPYING. */

/* Reads an MPS file, solves it by the interior point method, and shows the
   rows whose right-hand side is worth most. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <glpk.h>

int main(int argc, char *argv[])
{     glp_prob *lp = glp_create_prob();
      glp_iptcp parm;
      int i, best = 0;
      if (argc != 2 || glp_read_mps(lp, GLP_MPS_DECK, NULL, argv[1]) != 0)
      {  fprintf(stderr, "usage: interior FILE.mps\n");
         return EXIT_FAILURE;
      }
      glp_init_iptcp(&parm);
      if (glp_interior(lp, &parm) != 0 || glp_ipt_status(lp) != GLP_OPT)
         return EXIT_FAILURE;
      printf("objective %.9g\n", glp_ipt_obj_val(lp));
      for (i = 1; i <= glp_get_num_rows(lp); i++)
      {  if (best == 0 ||
            fabs(glp_ipt_row_dual(lp, i)) >
            fabs(glp_ipt_row_dual(lp, best)))
            best = i;
      }
      if (best > 0)
         printf("row %s: one unit more changes it by %.6g\n",
            glp_get_row_name(lp, best), glp_ipt_row_dual(lp, best));
      glp_delete_prob(lp);
      return EXIT_SUCCESS;
}
