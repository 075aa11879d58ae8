/* check_inverse.c (GLP_BF_GPU against GLPK's own factorizations)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdlib.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)
#define MAX_ROWS 80

/* Makes test vectors: unit ones and dense ones. */
static void right_side(int m, int kind, double x[]) {
  int i;
  for (i = 1; i <= m; i++) x[i] = kind == 0 ? 0.0 : cos(i * kind);
  if (kind == 0) x[(m + 1) / 2] = 1.0;
}

/* Both problems are factorized with the same order of basic variables. */
static void compare_solves(glp_prob* P, glp_prob* Q) {
  const int m = glp_get_num_rows(P);
  double x[1 + MAX_ROWS], y[1 + MAX_ROWS];
  int kind, i;
  for (kind = 0; kind < 3; kind++) {
    right_side(m, kind, x);
    right_side(m, kind, y);
    glp_ftran(P, x);
    glp_ftran(Q, y);
    for (i = 1; i <= m; i++) {
      ck_assert_msg(close_to(y[i], x[i]), "ftran, m = %d: %g and %g", m, x[i],
                    y[i]);
      ck_assert_msg((x[i] == 0.0) == (y[i] == 0.0) || fabs(x[i]) < 1e-14,
                    "ftran, m = %d: zero became %g", m, y[i]);
    }
    right_side(m, kind, x);
    right_side(m, kind, y);
    glp_btran(P, x);
    glp_btran(Q, y);
    for (i = 1; i <= m; i++)
      ck_assert_msg(close_to(y[i], x[i]), "btran, m = %d: %g and %g", m, x[i],
                    y[i]);
  }
}

/* Compares rows and columns of the simplex tableau, as dense vectors. */
static void compare_tableau(glp_prob* P, glp_prob* Q) {
  const int m = glp_get_num_rows(P), size = m + glp_get_num_cols(P);
  int* ind = malloc((1 + size) * sizeof(int));
  double* val = malloc((1 + size) * sizeof(double));
  int k, t;
  for (k = 1; k <= size; k++) {
    const int basic = (k <= m ? glp_get_row_stat(P, k)
                              : glp_get_col_stat(P, k - m)) == GLP_BS;
    double* dense = calloc(1 + size, sizeof(double));
    int len = basic ? glp_eval_tab_row(P, k, ind, val)
                    : glp_eval_tab_col(P, k, ind, val);
    for (t = 1; t <= len; t++) dense[ind[t]] = val[t];
    len = basic ? glp_eval_tab_row(Q, k, ind, val)
                : glp_eval_tab_col(Q, k, ind, val);
    for (t = 1; t <= len; t++) dense[ind[t]] -= val[t];
    for (t = 1; t <= size; t++)
      ck_assert_msg(fabs(dense[t]) < 1e-9, "tableau, k = %d: off by %g", k,
                    dense[t]);
    free(dense);
  }
  free(ind);
  free(val);
}

START_TEST(solves_as_lu) {
  static const int sizes[] = {1, 2, 3, 10, 33, MAX_ROWS};
  unsigned t;
  capture();
  for (t = 0; t < sizeof sizes / sizeof *sizes; t++) {
    const int m = sizes[t];
    glp_prob* P = random_lp(7 + t, m, 2 * m);
    glp_prob* Q = glp_create_prob();
    int i;
    solve(P, GLP_MSG_ON, GLP_OFF);
    glp_copy_prob(Q, P, GLP_OFF);
    set_gpu(Q, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
    ck_assert_int_eq(glp_factorize(P), 0);
    ck_assert_int_eq(glp_factorize(Q), 0);
    ck_assert_int_eq(glp_bf_updated(Q), 0);
    compare_solves(P, Q);
    compare_tableau(P, Q);
    ck_assert_int_eq(glp_warm_up(Q), 0);
    for (i = 1; i <= 2 * m; i++)
      ck_assert(close_to(glp_get_col_prim(Q, i), glp_get_col_prim(P, i)));
    glp_delete_prob(P);
    glp_delete_prob(Q);
  }
  ck_assert_int_eq(captured("GPU: basis inverse on "), 1);
  ck_assert_int_eq(captured("using the CPU"), 0);
}
END_TEST

/* After simplex iterations, solves B*x = b and checks x by B itself. */
START_TEST(solves_after_updates) {
  const int m = 60, n = 150;
  glp_prob* P = random_lp(3, m, n);
  double x[61], sum[61];
  int ind[61];
  double val[61];
  glp_smcp parm;
  int i, t, updates = 0;
  set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  for (parm.it_lim = 3; parm.it_lim <= 40; parm.it_lim += 7) {
    glp_std_basis(P);
    glp_simplex(P, &parm);
    if (!glp_bf_exists(P)) continue;
    updates += glp_bf_updated(P);
    right_side(m, 1, x);
    glp_ftran(P, x);
    for (i = 1; i <= m; i++) sum[i] = 0.0;
    for (i = 1; i <= m; i++) {
      const int k = glp_get_bhead(P, i);
      int len = 1;
      ind[1] = k;
      val[1] = 1.0;
      if (k > m) {
        len = glp_get_mat_col(P, k - m, ind, val);
        for (t = 1; t <= len; t++) val[t] = -val[t];
      }
      for (t = 1; t <= len; t++) sum[ind[t]] += val[t] * x[i];
    }
    right_side(m, 1, x);
    for (i = 1; i <= m; i++)
      ck_assert_msg(fabs(sum[i] - x[i]) < 1e-9, "residual %g after updates",
                    sum[i] - x[i]);
  }
  ck_assert_msg(updates > 0, "no factorization was ever updated");
  glp_delete_prob(P);
}
END_TEST

START_TEST(same_optimum) {
  unsigned seed;
  for (seed = 1; seed <= 20; seed++) {
    glp_prob* P = random_lp(seed, 10 + 3 * seed, 20 + 7 * seed);
    const double lu = solve(P, GLP_MSG_OFF, seed % 2);
    set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
    ck_assert(close_to(solve(P, GLP_MSG_OFF, seed % 2), lu));
    set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
    ck_assert(close_to(solve(P, GLP_MSG_OFF, seed % 2), lu));
    glp_delete_prob(P);
  }
}
END_TEST

/* Two equal columns cannot both be basic. */
START_TEST(singular_basis) {
  glp_prob* P = random_lp(5, 12, 24);
  int ind[13];
  double val[13];
  const int len = glp_get_mat_col(P, 1, ind, val);
  glp_set_mat_col(P, 2, len, ind, val);
  set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  capture();
  glp_set_row_stat(P, 1, GLP_NL);
  glp_set_row_stat(P, 2, GLP_NL);
  glp_set_col_stat(P, 1, GLP_BS);
  glp_set_col_stat(P, 2, GLP_BS);
  ck_assert_int_eq(glp_factorize(P), GLP_ESING);
  ck_assert_int_eq(glp_bf_exists(P), 0);
  ck_assert_int_eq(captured("using the CPU"), 0);
  glp_set_col_stat(P, 2, GLP_NL);
  ck_assert_int_eq(glp_factorize(P), GLP_EBADB);
  glp_std_basis(P);
  ck_assert_int_eq(glp_factorize(P), 0);
  solve(P, GLP_MSG_OFF, GLP_OFF);
  glp_delete_prob(P);
}
END_TEST

/* Nor can a column without any element; GLPK 5.0 ends the program there. */
START_TEST(empty_basic_column) {
  const int types[] = {GLP_BF_LUF + GLP_BF_FT, GLP_BF_GPU};
  int t;
  for (t = 0; t < 2; t++) {
    glp_prob* P = random_lp(5, 12, 24);
    set_gpu(P, types[t], GLP_GPU_OFF, GLP_GPU_ANY);
    glp_set_mat_col(P, 1, 0, NULL, NULL);
    glp_set_row_stat(P, 1, GLP_NL);
    glp_set_col_stat(P, 1, GLP_BS);
    ck_assert_int_eq(glp_factorize(P), GLP_ESING);
    glp_std_basis(P);
    ck_assert_int_eq(glp_factorize(P), 0);
    glp_delete_prob(P);
  }
}
END_TEST

/* What the library refuses is solved by the CPU, then by the library again. */
START_TEST(not_a_number) {
  const int m = 20;
  glp_prob *P = random_lp(9, m, 50), *Q = glp_create_prob();
  double x[21];
  solve(P, GLP_MSG_ERR, GLP_OFF);
  glp_copy_prob(Q, P, GLP_OFF);
  set_gpu(Q, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  ck_assert_int_eq(glp_factorize(P), 0);
  ck_assert_int_eq(glp_factorize(Q), 0);
  capture();
  right_side(m, 1, x);
  x[3] = NAN;
  glp_ftran(Q, x);
  ck_assert_int_eq(captured("using the CPU"), 1);
  compare_solves(P, Q);
  x[3] = INFINITY;
  glp_btran(Q, x);
  compare_solves(P, Q);
  ck_assert_int_eq(glp_factorize(Q), 0);
  compare_solves(P, Q);
  ck_assert_int_eq(captured("GPU:"), 1);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

/* Returns the largest residual of B*x = a, or B'*x = a, over the largest
 * |a_i|. The basis is all of A, up to its sign. */
static double residual(glp_prob* P, int transposed, const double x[],
                       const double a[]) {
  const int m = glp_get_num_rows(P);
  double r[1 + MAX_ROWS], val[1 + MAX_ROWS], worst = 0.0, most = 0.0;
  int ind[1 + MAX_ROWS], i, t;
  for (i = 1; i <= m; i++) r[i] = a[i];
  for (i = 1; i <= m; i++) {
    const int len = glp_get_mat_col(P, glp_get_bhead(P, i) - m, ind, val);
    for (t = 1; t <= len; t++)
      if (transposed)
        r[i] += val[t] * x[ind[t]];
      else
        r[ind[t]] += val[t] * x[i];
  }
  for (i = 1; i <= m; i++) {
    worst = fmax(worst, fabs(r[i]));
    most = fmax(most, fabs(a[i]));
  }
  return worst / most;
}

static void ftran_nan(void* info) {
  double x[1 + MAX_ROWS] = {0.0, NAN};
  glp_ftran(info, x);
}

/* The CPU finds this basis singular.  It must not abort when it replaces the
 * GPU, and the inverse stays. */
START_TEST(singular_to_the_cpu) {
  const int m = 8;
  glp_prob* P = tiny_basis(m);
  double a[1 + MAX_ROWS], x[1 + MAX_ROWS], y[1 + MAX_ROWS];
  ck_assert_int_eq(glp_factorize(P), GLP_ESING);
  set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  ck_assert_int_eq(glp_factorize(P), 0);
  capture();
  ck_assert_int_eq(caught(ftran_nan, P), 0);
  ck_assert_int_eq(captured("using the CPU"), 1);
  right_side(m, 1, a);
  right_side(m, 1, x);
  right_side(m, 1, y);
  glp_ftran(P, x);
  glp_btran(P, y);
  ck_assert_double_le(residual(P, 0, x, a), 1e-14);
  ck_assert_double_le(residual(P, 1, y, a), 1e-14);
  glp_delete_prob(P);
}
END_TEST

START_TEST(changing_types) {
  static const int types[] = {GLP_BF_GPU,
                              LUF,
                              GLP_BF_LUF + GLP_BF_BG,
                              GLP_BF_GPU,
                              GLP_BF_BTF + GLP_BF_GR,
                              GLP_BF_LUF + GLP_BF_GR,
                              GLP_BF_GPU};
  glp_prob* P = random_lp(11, 40, 90);
  const double lu = solve(P, GLP_MSG_OFF, GLP_OFF);
  unsigned t;
  int gpu;
  for (t = 0; t < sizeof types / sizeof *types; t++) {
    for (gpu = GLP_GPU_OFF; gpu <= GLP_GPU_ONLY; gpu++) {
      set_gpu(P, types[t], gpu, t % 2 ? GLP_GPU_ANY : GLP_GPU_HOST);
      ck_assert(close_to(solve(P, GLP_MSG_OFF, GLP_OFF), lu));
    }
  }
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {solves_as_lu,        solves_after_updates,
                                same_optimum,        singular_basis,
                                empty_basic_column,  not_a_number,
                                singular_to_the_cpu, changing_types};
  return run_suite("inverse", tests, sizeof tests / sizeof *tests);
}
