/* fuzz_glpk.c (sequences of calls on glp_*, with modes on)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A problem of small integers is built, changed and solved.  What a mode
 * calls optimal must be so in mode off, at the same value.  A fatal error of
 * GLPK ends the input; the same calls are then made again with every mode off,
 * and must end in a fatal error there, too, and no later. */

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <glpk.h>

#define MOST 10 /* rows and columns */

static const uint8_t *data;
static size_t left;
static int all_off; /* modes are not switched on */
static long repeated; /* inputs with a fatal error */
static jmp_buf fatal;

static int below(int count)
{  if (left == 0)
      return 0;
   left--;
   return *data++ % count;
}

static void on_error(void *info)
{  (void)info;
   longjmp(fatal, 1);
}

static void set_mode(glp_prob *P, int gpu)
{  glp_bfcp parm;
   glp_get_bfcp(P, &parm);
   parm.gpu = all_off ? GLP_GPU_OFF : gpu;
   parm.gpu_backend = GLP_GPU_HOST;
   parm.gpu_form = below(5);
   parm.gpu_prec = below(3);
   parm.type = below(4) == 0 && !all_off ? GLP_BF_GPU :
      GLP_BF_LUF + GLP_BF_FT;
   glp_set_bfcp(P, &parm);
}

static void set_bounds(glp_prob *P, int row, int k)
{  const int type = GLP_FR + below(5);
   const double lb = below(21) - 10;
   const double ub = type == GLP_FX ? lb : lb + 1 + below(10);
   if (row)
      glp_set_row_bnds(P, k, type, type == GLP_UP ? 0.0 : lb, ub);
   else
      glp_set_col_bnds(P, k, type, type == GLP_UP ? 0.0 : lb, ub);
}

static void set_column(glp_prob *P, int j)
{  int ind[1 + MOST], len = 0, i;
   double val[1 + MOST];
   for (i = 1; i <= glp_get_num_rows(P); i++)
   {  const int a = below(3) == 0 ? 0 : below(11) - 5;
      if (a == 0)
         continue;
      ind[++len] = i;
      val[len] = a;
   }
   glp_set_mat_col(P, j, len, ind, val);
   glp_set_obj_coef(P, j, below(21) - 10);
}

static void grow(glp_prob *P)
{  int k;
   if (glp_get_num_rows(P) < MOST)
   {  k = glp_add_rows(P, 1);
      set_bounds(P, 1, k);
   }
   if (glp_get_num_cols(P) < MOST)
   {  k = glp_add_cols(P, 1);
      set_bounds(P, 0, k);
      set_column(P, k);
   }
}

static void change(glp_prob *P)
{  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
   int num[2];
   if (m == 0 || n == 0)
      return;
   switch (below(8))
   {  case 0: set_bounds(P, 1, 1 + below(m)); break;
      case 1: set_bounds(P, 0, 1 + below(n)); break;
      case 2: set_column(P, 1 + below(n)); break;
      case 3: num[1] = 1 + below(m); glp_del_rows(P, 1, num); break;
      case 4: num[1] = 1 + below(n); glp_del_cols(P, 1, num); break;
      case 5: glp_set_row_stat(P, 1 + below(m), GLP_BS + below(5)); break;
      case 6: glp_set_col_stat(P, 1 + below(n), GLP_BS + below(5)); break;
      default: glp_set_obj_dir(P, GLP_MIN + below(2));
   }
}

/* The status, and the value of an optimum. */
static int simplex(glp_prob *P, int presolve, int meth, double *obj)
{  glp_smcp parm;
   glp_init_smcp(&parm);
   parm.msg_lev = GLP_MSG_OFF;
   parm.presolve = presolve;
   parm.meth = meth;
   parm.tm_lim = 5000;
   if (glp_simplex(P, &parm) != 0)
      return GLP_UNDEF;
   *obj = glp_get_obj_val(P);
   return glp_get_status(P);
}

static int interior(glp_prob *P, double *obj)
{  glp_iptcp parm;
   glp_init_iptcp(&parm);
   parm.msg_lev = GLP_MSG_OFF;
   parm.crossover = below(2) ? GLP_ON : GLP_OFF;
   if (glp_interior(P, &parm) != 0)
      return GLP_UNDEF;
   *obj = glp_ipt_obj_val(P);
   return glp_ipt_status(P);
}

/* Solves a copy in mode off, too. */
static void solve(glp_prob *P, int by_interior)
{  const int presolve = below(2) ? GLP_ON : GLP_OFF;
   const int meth = GLP_PRIMAL + below(3);
   double got = 0.0, want = 0.0;
   int stat, truth;
   glp_prob *Q = glp_create_prob();
   glp_copy_prob(Q, P, GLP_OFF);
   set_mode(Q, GLP_GPU_OFF);
   glp_std_basis(Q);
   truth = simplex(Q, GLP_OFF, GLP_PRIMAL, &want);
   glp_delete_prob(Q);
   set_mode(P, GLP_GPU_AUTO + below(3));
   if (below(3) == 0)
      glp_scale_prob(P, GLP_SF_AUTO);
   stat = by_interior ? interior(P, &got) : simplex(P, presolve, meth, &got);
   if (!all_off && stat == GLP_OPT && truth != GLP_UNDEF &&
      (truth != GLP_OPT || fabs(got - want) > 1e-5 * (1.0 + fabs(want))))
   {  fprintf(stderr, "optimal at %.12g, mode off: status %d, %.12g\n", got,
         truth, want);
      abort();
   }
}

static void use_basis(glp_prob *P)
{  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
   double x[1 + MOST];
   int ind[1 + 2 * MOST], i;
   double val[1 + 2 * MOST];
   for (i = 1; i <= m; i++) /* the same bytes, whatever GLPK returns */
      x[i] = below(11) - 5;
   if (m == 0 || glp_factorize(P) != 0)
      return;
   glp_ftran(P, x);
   glp_btran(P, x);
   for (i = 1; i <= m; i++)
      if (!isfinite(x[i]))
         abort();
   glp_warm_up(P);
   for (i = 1; i <= m + n; i++)
   {  const int basic = i <= m ? glp_get_row_stat(P, i) == GLP_BS :
         glp_get_col_stat(P, i - m) == GLP_BS;
      if (basic)
         glp_eval_tab_row(P, i, ind, val);
      else
         glp_eval_tab_col(P, i, ind, val);
   }
}

static void calls(void)
{  glp_prob *P = glp_create_prob(), *Q;
   int count;
   grow(P);
   for (count = 0; count < 100 && left > 0; count++)
   {  switch (below(10))
      {  case 0: case 1: case 2: grow(P); break;
         case 3: case 4: change(P); break;
         case 5: case 6: solve(P, 0); break;
         case 7: solve(P, 1); break;
         case 8: set_mode(P, below(4)); use_basis(P); break;
         default:
            Q = glp_create_prob();
            glp_copy_prob(Q, P, GLP_ON);
            glp_delete_prob(P);
            P = Q;
      }
   }
   glp_delete_prob(P);
}

/* Returns the number of bytes that a fatal error leaves, or -1 if there is
 * none. */
static long play(const uint8_t *bytes, size_t size, int off)
{  long rest = -1;
   data = bytes;
   left = size;
   all_off = off;
   glp_term_out(GLP_OFF);
   glp_error_hook(on_error, NULL);
   if (setjmp(fatal) == 0)
      calls();
   else
      rest = (long)left;
   glp_free_env();
   return rest;
}

static void tell(void)
{  printf("stat::fatal_errors_of_all_modes: %ld\n", repeated);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{  const long rest = play(bytes, size, 0);
   if (rest >= 0)
   {  const long rest_off = play(bytes, size, 1);
      if (rest_off < rest)
      {  fprintf(stderr, "a fatal error with %ld bytes left, mode off: %ld\n",
            rest, rest_off);
         abort();
      }
      if (repeated++ == 0)
         atexit(tell);
   }
   return 0;
}
