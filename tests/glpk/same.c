/* same.c (the same LP, the same bits)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* same [RUNS]: each method solves each LP so often, in mode only.  Codes,
 * counts of iterations, bases and every bit of values and multipliers must be
 * those of the first run. */

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

static uint64_t run(int k, int method)
{  glp_prob *P = mixed_lp(k);
   const int interior = mixed_is_interior(method);
   double obj;
   int i, j;
   sum = 14695981039346656037u;
   add_count(mixed_solve(P, method, GLP_GPU_ONLY, &obj));
   add_number(obj);
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
   glp_delete_prob(P);
   return sum;
}

int main(int argc, char *argv[])
{  const int runs = argc > 1 ? atoi(argv[1]) : 10;
   int k, method, t, all = 0, other = 0;
   uint64_t digest = 0;
   require_backend();
   glp_term_out(GLP_OFF);
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
