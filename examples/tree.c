/* tree.c (branch and bound with a callback)

   This file is part of libgpuinv, a GPU back end for GLPK.
   libgpuinv is free software under the GNU General Public License,
   version 3 or (at your option) any later version; see COPYING. */

/* Reads a MathProg model, solves its LP relaxation and then the MIP.  The
   callback counts the subproblems whose relaxation was solved. */

#include <stdio.h>
#include <stdlib.h>
#include <glpk.h>

static void count(glp_tree *tree, void *info)
{     if (glp_ios_reason(tree) == GLP_IROWGEN)
         ++*(int *)info;
      return;
}

int main(int argc, char *argv[])
{     glp_tran *tran = glp_mpl_alloc_wksp();
      glp_prob *lp = glp_create_prob();
      glp_iocp parm;
      int nodes = 0;
      if (argc != 2 || glp_mpl_read_model(tran, argv[1], 0) != 0 ||
         glp_mpl_generate(tran, NULL) != 0)
      {  fprintf(stderr, "usage: tree MODEL.mod\n");
         return EXIT_FAILURE;
      }
      glp_mpl_build_prob(tran, lp);
      if (glp_simplex(lp, NULL) != 0)
         return EXIT_FAILURE;
      glp_init_iocp(&parm);
      parm.cb_func = count;
      parm.cb_info = &nodes;
      if (glp_intopt(lp, &parm) != 0 || glp_mip_status(lp) != GLP_OPT)
         return EXIT_FAILURE;
      printf("objective %.9g, %s\n", glp_mip_obj_val(lp),
         nodes > 0 ? "subproblems were seen" : "solved at the root");
      glp_mpl_free_wksp(tran);
      glp_delete_prob(lp);
      return EXIT_SUCCESS;
}
