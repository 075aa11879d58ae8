/* lp_arrays.c (LPs of any kind, and their arrays for the library)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "lp_arrays.h"

#include <math.h>
#include <stdlib.h>

/* Returns a number uniform in [0, 1), equal on all machines. */
static double uniform(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

int below(unsigned* state, int n) { return (int)(n * uniform(state)); }

double scaled(unsigned* state, int most) {
  const double a = (uniform(state) - 0.5) * (below(state, 8) == 0 ? 0.0 : 1.0);
  return ldexp(a, below(state, 2 * most + 1) - most);
}

static void set_bounds(glp_prob* P, unsigned* state, int k, int most) {
  const int m = glp_get_num_rows(P);
  const int type = GLP_FR + below(state, 5);
  const double l = scaled(state, most);
  const double u = type == GLP_FX ? l : l + fabs(scaled(state, most)) + 1e-9;
  if (k <= m)
    glp_set_row_bnds(P, k, type, l, u);
  else
    glp_set_col_bnds(P, k - m, type, l, u);
}

glp_prob* any_lp(unsigned* state, int m, int n, int per_column, int most) {
  glp_prob* P = glp_create_prob();
  int* ind = calloc(1 + m, sizeof(int));
  double* val = calloc(1 + m, sizeof(double));
  int i, j, k;
  glp_add_rows(P, m);
  glp_add_cols(P, n);
  glp_set_obj_dir(P, below(state, 2) == 0 ? GLP_MIN : GLP_MAX);
  for (j = 0; j <= n; j++) glp_set_obj_coef(P, j, scaled(state, most));
  for (j = 1; j <= n; j++) {
    int len = 0;
    for (i = 1; i <= m; i++)
      if (uniform(state) * m < per_column) {
        ind[++len] = i;
        val[len] = scaled(state, most);
      }
    glp_set_mat_col(P, j, len, ind, val);
  }
  for (k = 1; k <= m + n; k++) set_bounds(P, state, k, most);
  free(ind);
  free(val);
  return P;
}

double* doubles(int count) { return calloc(1 + count, sizeof(double)); }

struct copy copy_lp(glp_prob* P) {
  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
  const int nnz = glp_get_num_nz(P);
  struct copy a;
  int k, count = 1;
  a.ptr = calloc(2 + n, sizeof(int));
  a.ind = calloc(2 + nnz, sizeof(int));
  a.val = doubles(1 + nnz);
  a.c = doubles(n);
  a.l = doubles(m + n);
  a.u = doubles(m + n);
  a.prim = doubles(m + n);
  a.dual = doubles(m + n);
  for (k = 1; k <= m; k++) {
    a.l[k] = glp_get_row_lb(P, k);
    a.u[k] = glp_get_row_ub(P, k);
  }
  for (k = 1; k <= n; k++) {
    a.l[m + k] = glp_get_col_lb(P, k);
    a.u[m + k] = glp_get_col_ub(P, k);
    a.c[k] = glp_get_obj_coef(P, k);
    a.ptr[k] = count;
    count += glp_get_mat_col(P, k, a.ind + count - 1, a.val + count - 1);
  }
  a.ptr[n + 1] = count;
  a.lp = (gpuinv_interior_lp){
      1,         m,         n,       glp_get_obj_dir(P) == GLP_MAX, a.ptr + 1,
      a.ind + 1, a.val + 1, a.c + 1, glp_get_obj_coef(P, 0),        a.l + 1,
      a.u + 1};
  return a;
}

void free_copy(struct copy* a) {
  free(a->ptr);
  free(a->ind);
  free(a->val);
  free(a->c);
  free(a->l);
  free(a->u);
  free(a->prim);
  free(a->dual);
}

void read_point(glp_prob* P, int sol, struct copy* a) {
  const int m = a->lp.m, n = a->lp.n;
  int k;
  for (k = 1; k <= m; k++) {
    a->prim[k] =
        sol == GLP_IPT ? glp_ipt_row_prim(P, k) : glp_get_row_prim(P, k);
    a->dual[k] =
        sol == GLP_IPT ? glp_ipt_row_dual(P, k) : glp_get_row_dual(P, k);
  }
  for (k = 1; k <= n; k++) {
    a->prim[m + k] =
        sol == GLP_IPT ? glp_ipt_col_prim(P, k) : glp_get_col_prim(P, k);
    a->dual[m + k] =
        sol == GLP_IPT ? glp_ipt_col_dual(P, k) : glp_get_col_dual(P, k);
  }
}
