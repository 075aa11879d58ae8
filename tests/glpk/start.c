/* start.c (what GLPK does before the simplex method, in print)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * start FILE...: scales each problem (*.lp, else MPS) in several ways and
 * makes an advanced basis, then the same for problems made up here;
 * prints all scale factors to the last bit, statuses and an iteration. */

#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(glp_prob* P) {
   static const int flags[] = {
      GLP_SF_AUTO, GLP_SF_GM, GLP_SF_EQ, GLP_SF_GM | GLP_SF_EQ | GLP_SF_2N,
      GLP_SF_2N,   0,         GLP_SF_SKIP};
   glp_smcp parm;
   int i, j, t;
   printf("%d rows, %d columns\n", glp_get_num_rows(P), glp_get_num_cols(P));
   for (t = 0; t < (int)(sizeof(flags) / sizeof(flags[0])); t++) {
      glp_scale_prob(P, flags[t]);
      for (i = 1; i <= glp_get_num_rows(P); i++)
         printf("r %d %d %a\n", flags[t], i, glp_get_rii(P, i));
      for (j = 1; j <= glp_get_num_cols(P); j++)
         printf("s %d %d %a\n", flags[t], j, glp_get_sjj(P, j));
   }
   glp_scale_prob(P, GLP_SF_AUTO);
   glp_adv_basis(P, 0);
   for (i = 1; i <= glp_get_num_rows(P); i++)
      printf("row %d %d\n", i, glp_get_row_stat(P, i));
   for (j = 1; j <= glp_get_num_cols(P); j++)
      printf("column %d %d\n", j, glp_get_col_stat(P, j));
   glp_init_smcp(&parm);
   parm.it_lim = 3;
   i = glp_simplex(P, &parm);
   printf("simplex %d %d %a\n", i, glp_get_status(P), glp_get_obj_val(P));
}

static unsigned state;

static double uniform(void) {
   state = state * 1664525u + 1013904223u;
   return (state >> 8) / 16777216.0;
}

/* m rows and n columns, of which some are empty unless density is 1; one
 * in `fixed` rows is an equality (0: none); entries are of magnitude
 * 10^(-spread) ... 10^spread and loaded by rows or by columns */
static void made(int m, int n, double density, int spread, int fixed,
                 int by_rows) {
   int count = m * n, ne = 0, k, t, i, j;
   int* ia = calloc(count + 1, sizeof(int));
   int* ja = calloc(count + 1, sizeof(int));
   double* ar = calloc(count + 1, sizeof(double));
   glp_prob* P = glp_create_prob();
   state = m + 1000u * n + spread;
   if (m > 0)
      glp_add_rows(P, m);
   if (n > 0)
      glp_add_cols(P, n);
   for (i = 1; i <= m; i++)
      glp_set_row_bnds(P, i, fixed && i % fixed == 0 ? GLP_FX : GLP_UP, 1.0,
                       1.0 + (fixed && i % fixed == 0 ? 0.0 : i));
   for (j = 1; j <= n; j++) {
      glp_set_col_bnds(P, j, j % 7 == 0 ? GLP_FX : GLP_DB, 0.0,
                       j % 7 == 0 ? 0.0 : j);
      glp_set_obj_coef(P, j, uniform() - 0.5);
   }
   for (k = 0; k < count; k++) {
      i = by_rows ? k / n : k % m;
      j = by_rows ? k % n : k / m;
      if (density < 1.0 && (i % 11 == 5 || j % 13 == 4))
         continue;
      if (uniform() > density)
         continue;
      ia[++ne] = i + 1;
      ja[ne] = j + 1;
      ar[ne] = 0.1 + 9.9 * uniform();
      for (t = (int)(uniform() * (spread + 1)); t > 0; t--)
         ar[ne] *= uniform() < 0.5 ? 10.0 : 0.1;
      if (uniform() < 0.3)
         ar[ne] = -ar[ne];
   }
   glp_load_matrix(P, ne, ia, ja, ar);
   show(P);
   glp_delete_prob(P);
   free(ia);
   free(ja);
   free(ar);
}

int main(int argc, char** argv) {
   int k, fixed, spread;
   for (k = 1; k < argc; k++) {
      glp_prob* P = glp_create_prob();
      const char* dot = strrchr(argv[k], '.');
      if (dot != NULL && strcmp(dot, ".lp") == 0
             ? glp_read_lp(P, NULL, argv[k])
             : glp_read_mps(P, GLP_MPS_FILE, NULL, argv[k]) &&
                  glp_read_mps(P, GLP_MPS_DECK, NULL, argv[k])) {
         fprintf(stderr, "%s: cannot be read\n", argv[k]);
         return 1;
      }
      show(P);
      glp_delete_prob(P);
   }
   for (fixed = 0; fixed <= 3; fixed++)
      for (spread = 0; spread <= 6; spread += 3) {
         made(60, 60, 1.0, spread, fixed, 1);
         made(60, 90, 1.0, spread, fixed, 0);
         made(90, 60, 0.1, spread, fixed, 1);
         made(200, 150, 0.02, spread, fixed, 0);
         made(40, 1, 0.5, spread, fixed, 1);
         made(1, 40, 0.5, spread, fixed, 1);
      }
   made(0, 0, 1.0, 0, 0, 1);
   made(5, 0, 1.0, 0, 1, 1);
   made(0, 5, 1.0, 0, 0, 1);
   made(5, 5, 0.0, 0, 2, 1);
   return 0;
}
