/* same.c (the same LP, the same bits)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* same [RUNS [FILE...]]: each method solves each LP so often, in mode only.
 * Codes, counts of iterations, bases and every bit of values and multipliers
 * must be those of the first run: no LP here is raced.  LPs in files of MPS
 * format are solved as glpsol does, with the presolver, in mode only, where a
 * race may differ, or by GLP_GPU=steady in that mode. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "mixed.h"

static uint64_t sum; /* FNV-1a */

static void add(const void *from, size_t size)
{  const unsigned char *byte = from;
   while (size-- > 0)
      sum = (sum ^ *byte++) * 1099511628211u;
}

static void add_number(double x) { add(&x, sizeof x); }
static void add_count(int k) { add(&k, sizeof k); }

static void add_point(glp_prob *P, int interior)
{  int i, j;
   if (!interior)
      add_count(glp_get_it_cnt(P));
   for (i = 1; i <= glp_get_num_rows(P); i++)
   {  add_number(interior ? glp_ipt_row_prim(P, i) : glp_get_row_prim(P, i));
      add_number(interior ? glp_ipt_row_dual(P, i) : glp_get_row_dual(P, i));
      add_count(interior ? 0 : glp_get_row_stat(P, i));
   }
   for (j = 1; j <= glp_get_num_cols(P); j++)
   {  add_number(interior ? glp_ipt_col_prim(P, j) : glp_get_col_prim(P, j));
      add_number(interior ? glp_ipt_col_dual(P, j) : glp_get_col_dual(P, j));
      add_count(interior ? 0 : glp_get_col_stat(P, j));
   }
}

static uint64_t run(int k, int method)
{  glp_prob *P = mixed_lp(k);
   double obj;
   sum = 14695981039346656037u;
   add_count(mixed_solve(P, method, GLP_GPU_ONLY, &obj));
   add_number(obj);
   add_point(P, mixed_is_interior(method));
   glp_delete_prob(P);
   return sum;
}

/* The hash value of the basis is returned in *basis. */
static uint64_t run_copy(glp_prob *from, uint64_t *basis)
{  glp_prob *P = glp_create_prob();
   const char *mode = getenv("GLP_GPU");
   glp_bfcp bfcp;
   glp_smcp parm;
   int k;
   glp_copy_prob(P, from, GLP_OFF);
   glp_get_bfcp(P, &bfcp);
   bfcp.gpu_backend = test_backend();
   bfcp.gpu = mode != NULL && strcmp(mode, "steady") == 0 ? GLP_GPU_STEADY :
      GLP_GPU_ONLY;
   glp_set_bfcp(P, &bfcp);
   glp_init_smcp(&parm);
   parm.presolve = GLP_ON;
   parm.msg_lev = GLP_MSG_OFF;
   sum = 14695981039346656037u;
   glp_simplex(P, &parm);
   for (k = 1; k <= glp_get_num_rows(P); k++)
      add_count(glp_get_row_stat(P, k));
   for (k = 1; k <= glp_get_num_cols(P); k++)
      add_count(glp_get_col_stat(P, k));
   *basis = sum;
   add_count(glp_get_status(P));
   add_point(P, 0);
   glp_delete_prob(P);
   return sum;
}

/* Returns how many of the repetitions differ, or -1 without an LP. */
static int repeat(const char *file, int runs)
{  glp_prob *P = glp_create_prob();
   uint64_t first, basis, here;
   int t, other = 0, others = 0;
   if (glp_read_mps(P, GLP_MPS_FILE, NULL, file) != 0)
   {  printf("FAIL: %s cannot be read\n", file);
      return -1;
   }
   first = run_copy(P, &basis);
   for (t = 1; t < runs; t++)
   {  other += run_copy(P, &here) != first;
      others += here != basis;
   }
   printf("%s: %d of %d repetitions differ, %d in the basis, %016llx\n",
      file, other, runs - 1, others, (unsigned long long)first);
   fflush(stdout);
   glp_delete_prob(P);
   return other;
}

int main(int argc, char *argv[])
{  const int runs = argc > 1 ? atoi(argv[1]) : 10;
   int k, method, t, all = 0, other = 0;
   uint64_t digest = 0;
   require_backend();
   glp_term_out(GLP_OFF);
   if (argc > 2)
   {  for (k = 2; k < argc; k++)
         other += repeat(argv[k], runs) != 0;
      return other != 0 || runs < 2;
   }
   for (k = 0; k < PROBLEMS; k++)
      for (method = 0; method < METHODS; method++)
      {  const uint64_t first = run(k, method);
         digest = digest * 31 + first;
         for (t = 1; t < runs; t++)
         {  all++;
            if (run(k, method) == first)
               continue;
            printf("OTHER: LP %d by %s in run %d\n", k, mixed_name(method), t);
            other++;
         }
      }
   /* allows comparison with another process, or another machine of the same
    * kind */
   printf("%d methods, %d LPs, %d runs: %d of %d repetitions differ, "
      "%016llx\n", METHODS, PROBLEMS, runs, other, all,
      (unsigned long long)digest);
   return other != 0 || all == 0;
}
