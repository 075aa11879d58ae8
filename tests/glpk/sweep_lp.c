/* sweep_lp.c (LPs to be solved while something fails)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sweep_lp.h"

#include <stdlib.h>

glp_prob *dense_lp(int n)
{  glp_prob *P = glp_create_prob();
   int *ind = malloc((n + 1) * sizeof(int));
   double *val = malloc((n + 1) * sizeof(double));
   unsigned x = 1;
   int i, j;
   glp_add_rows(P, n);
   glp_add_cols(P, n);
   for (j = 1; j <= n; j++)
   {  x = x * 1664525u + 1013904223u;
      glp_set_obj_coef(P, j, 1 + (x >> 16) % 100);
      glp_set_col_bnds(P, j, GLP_DB, 0, 100);
   }
   for (i = 1; i <= n; i++)
   {  for (j = 1; j <= n; j++)
      {  x = x * 1664525u + 1013904223u;
         ind[j] = j;
         val[j] = 1 + (x >> 16) % 100;
      }
      glp_set_mat_row(P, i, n, ind, val);
      glp_set_row_bnds(P, i, GLP_LO, 100 + (x >> 8) % 9999, 0);
   }
   free(ind);
   free(val);
   return P;
}

enum { COMMODITIES = 3 };

static __thread unsigned state;

static int draw(int most)
{  state = state * 1664525u + 1013904223u;
   return 1 + (state >> 16) % most;
}

/* Adds a column from one row to another; joint: a third row, or 0. */
static void add_arc(glp_prob *P, int from, int to, int joint, double cost)
{  const int ind[4] = {0, from, to, joint};
   const double val[4] = {0, 1.0, -1.0, 1.0};
   const int j = glp_add_cols(P, 1);
   glp_set_mat_col(P, j, joint ? 3 : 2, ind, val);
   glp_set_col_bnds(P, j, GLP_LO, 0, 0);
   glp_set_obj_coef(P, j, cost);
}

/* Adds the arcs of all commodities between two nodes. */
static void add_arcs(glp_prob *P, int nodes, int from, int to)
{  const int joint = glp_add_rows(P, 1);
   int k;
   glp_set_row_bnds(P, joint, GLP_UP, 0, 2 + draw(8));
   for (k = 0; k < COMMODITIES; k++)
      add_arc(P, 1 + k * nodes + from, 1 + k * nodes + to, joint, draw(20));
}

glp_prob *flow_lp(int n)
{  glp_prob *P = glp_create_prob();
   const int nodes = n * n;
   int i, k;
   state = 1;
   glp_add_rows(P, COMMODITIES * nodes);
   for (i = 1; i <= COMMODITIES * nodes; i++)
      glp_set_row_bnds(P, i, GLP_FX, 0, 0);
   for (i = 0; i < nodes; i++)
   {  if (i % n + 1 < n)
      {  add_arcs(P, nodes, i, i + 1);
         add_arcs(P, nodes, i + 1, i);
      }
      if (i + n < nodes)
      {  add_arcs(P, nodes, i, i + n);
         add_arcs(P, nodes, i + n, i);
      }
   }
   for (k = 0; k < COMMODITIES; k++)
   {  const int from = 1 + k * nodes + k;
      const int to = (k + 1) * nodes - k * n;
      const double demand = 5 + draw(10);
      glp_set_row_bnds(P, from, GLP_FX, demand, demand);
      glp_set_row_bnds(P, to, GLP_FX, -demand, -demand);
      add_arc(P, from, to, 0, 1000.0);
   }
   return P;
}
