/* mixed.c (LPs by methods and modes of all kinds)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "mixed.h"

#include "backend.h"
#include "sweep_lp.h"

static const struct {
   const char *name;
   int form; /* or -1: the inverse for GLPK's own loop, -2: neither */
   int meth; /* or 0: interior point, -1: and crossover */
} methods[METHODS] = {
   {"stock", -2, GLP_PRIMAL},
   {"tableau-primal", GLP_GPU_FORM_TABLEAU, GLP_PRIMAL},
   {"tableau-dual", GLP_GPU_FORM_TABLEAU, GLP_DUALP},
   {"inverse-primal", GLP_GPU_FORM_INVERSE, GLP_PRIMAL},
   {"inverse-dual", GLP_GPU_FORM_INVERSE, GLP_DUALP},
   {"basis-primal", -1, GLP_PRIMAL},
   {"basis-dual", -1, GLP_DUALP},
   {"crossover", GLP_GPU_FORM_CROSS, GLP_PRIMAL},
   {"interior", GLP_GPU_FORM_ANY, 0},
   {"interior-crossover", GLP_GPU_FORM_ANY, -1},
};

glp_prob *mixed_lp(int k)
{  return k < 14 ? dense_lp(4 + 7 * k) : flow_lp(k - 14 + 4);
}

const char *mixed_name(int method) { return methods[method].name; }

int mixed_is_interior(int method) { return methods[method].meth <= 0; }

static int level = GLP_MSG_OFF;

void mixed_messages(int msg_lev) { level = msg_lev; }

static void set_mode(glp_prob *P, int method, int mode)
{  const int form = methods[method].form;
   glp_bfcp parm;
   glp_get_bfcp(P, &parm);
   parm.gpu_backend = test_backend();
   parm.type = form == -1 ? GLP_BF_GPU : GLP_BF_LUF + GLP_BF_FT;
   parm.gpu = form < 0 ? GLP_GPU_OFF :
      mode == GLP_GPU_OFF ? GLP_GPU_ONLY : mode;
   if (form >= 0)
      parm.gpu_form = form;
   glp_set_bfcp(P, &parm);
}

int mixed_solve(glp_prob *P, int method, int mode, double *obj)
{  int ret;
   set_mode(P, method, mode);
   if (mixed_is_interior(method))
   {  glp_iptcp parm;
      glp_init_iptcp(&parm);
      parm.crossover = methods[method].meth < 0;
      parm.msg_lev = level;
      ret = glp_interior(P, &parm);
      *obj = glp_ipt_obj_val(P);
      return ret == 0 && glp_ipt_status(P) != GLP_OPT ? -1 : ret;
   }
   else
   {  glp_smcp parm;
      glp_init_smcp(&parm);
      parm.msg_lev = level;
      parm.meth = methods[method].meth;
      glp_std_basis(P);
      ret = glp_simplex(P, &parm);
      *obj = glp_get_obj_val(P);
      return ret == 0 && glp_get_status(P) != GLP_OPT ? -1 : ret;
   }
}
