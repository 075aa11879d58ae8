/* check_optimum.c (optima of glp_interior, by GLPK's own measure)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)

static int interior(glp_prob* P) {
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  return glp_interior(P, &parm);
}

static int near(double x, double y) {
  return fabs(x - y) <= 1e-6 * fmax(1.0, fabs(y));
}

/* Returns the largest relative error that glp_check_kkt finds. */
static double error_of(glp_prob* P) {
  static const int conditions[] = {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE,
                                   GLP_KKT_DB};
  double most = 0.0;
  int k;
  for (k = 0; k < 4; k++) {
    double ae, re;
    int ae_ind, re_ind;
    glp_check_kkt(P, GLP_IPT, conditions[k], &ae, &ae_ind, &re, &re_ind);
    most = fmax(most, re);
  }
  return most;
}

/* min 1e9 x - 0.5 y, x = 1, y >= 0 in no row: what is small compared to 1e9 is
 * not nothing. */
START_TEST(cost_of_another_size) {
  glp_prob* P = glp_create_prob();
  const int row[] = {0, 1};
  const double one[] = {0, 1};
  glp_add_rows(P, 1);
  glp_add_cols(P, 2);
  glp_set_mat_col(P, 1, 1, row, one);
  glp_set_row_bnds(P, 1, GLP_FX, 1.0, 1.0);
  glp_set_col_bnds(P, 1, GLP_LO, 0.0, 0.0);
  glp_set_col_bnds(P, 2, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(P, 1, 1e9);
  glp_set_obj_coef(P, 2, -0.5);
  ck_assert_int_eq(interior(P), 0);
  ck_assert_int_eq(glp_ipt_status(P), GLP_NOFEAS);
  capture();
  ck_assert_int_eq(glp_interior(P, NULL), 0);
  ck_assert_int_eq(captured("PROBLEM HAS NO DUAL FEASIBLE SOLUTION"), 1);
}
END_TEST

/* Adds to P an independent copy of Q, with all bounds and costs times these
 * factors. */
static void add_block(glp_prob* P, glp_prob* Q, double bounds, double costs) {
  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
  int ind[41], k, t;
  double val[41];
  glp_add_rows(P, glp_get_num_rows(Q));
  glp_add_cols(P, glp_get_num_cols(Q));
  for (k = 1; k <= glp_get_num_rows(Q); k++)
    glp_set_row_bnds(P, m + k, glp_get_row_type(Q, k),
                     bounds * glp_get_row_lb(Q, k),
                     bounds * glp_get_row_ub(Q, k));
  for (k = 1; k <= glp_get_num_cols(Q); k++) {
    const int len = glp_get_mat_col(Q, k, ind, val);
    for (t = 1; t <= len; t++) ind[t] += m;
    glp_set_mat_col(P, n + k, len, ind, val);
    glp_set_col_bnds(P, n + k, glp_get_col_type(Q, k),
                     bounds * glp_get_col_lb(Q, k),
                     bounds * glp_get_col_ub(Q, k));
    glp_set_obj_coef(P, n + k, costs * glp_get_obj_coef(Q, k));
  }
}

/* Bounds or costs 1e8 times as large excuse nothing: GLPK's test accepts the
 * whole, and the part is nearly as good as if it were alone. */
START_TEST(no_part_excuses_another) {
  int k, j, solved = 0;
  for (k = 0; k < 60; k++) {
    const double best = stock_value(50 + k, 20, 40);
    glp_prob *P = random_lp(50 + k, 20, 40), *Q = random_lp(500 + k, 20, 40);
    double value = 0.0;
    add_block(P, Q, k % 2 ? 1e8 : 1.0, k % 2 ? 1.0 : 1e8);
    if (interior(P) == 0) {
      ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
      ck_assert_double_le(error_of(P), 1e-6);
      for (j = 1; j <= 40; j++)
        value += glp_get_obj_coef(P, j) * glp_ipt_col_prim(P, j);
      ck_assert_double_le(fabs(value - best), 2e-3 * fmax(1.0, fabs(best)));
      solved++;
    }
    glp_delete_prob(P);
    glp_delete_prob(Q);
  }
  ck_assert_int_ge(solved, 45);
}
END_TEST

/* Multiplies rows and columns by powers of 2 from 2^-20 to 2^20. */
static void change_units(glp_prob* P, unsigned seed) {
  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
  double row[41];
  int ind[41], i, j, t;
  for (i = 1; i <= m; i++) {
    seed = seed * 1664525u + 1013904223u;
    row[i] = ldexp(1.0, (int)(seed >> 8) % 41 - 20);
    glp_set_row_bnds(P, i, glp_get_row_type(P, i),
                     glp_get_row_lb(P, i) * row[i],
                     glp_get_row_ub(P, i) * row[i]);
  }
  for (j = 1; j <= n; j++) {
    double val[41], unit;
    const int len = glp_get_mat_col(P, j, ind, val);
    seed = seed * 1664525u + 1013904223u;
    unit = ldexp(1.0, (int)(seed >> 8) % 41 - 20);
    for (t = 1; t <= len; t++) val[t] *= row[ind[t]] * unit;
    glp_set_mat_col(P, j, len, ind, val);
    glp_set_obj_coef(P, j, glp_get_obj_coef(P, j) * unit);
    glp_set_col_bnds(P, j, glp_get_col_type(P, j), glp_get_col_lb(P, j) / unit,
                     glp_get_col_ub(P, j) / unit);
  }
}

/* In any units the optimum is the same, and GLPK's own test accepts it. */
START_TEST(units) {
  int k;
  for (k = 0; k < 100; k++) {
    const double value = stock_value(50 + k, 20, 40);
    glp_prob* P = random_lp(50 + k, 20, 40);
    change_units(P, k);
    ck_assert_int_eq(interior(P), 0);
    ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
    ck_assert(near(glp_ipt_obj_val(P), value));
    ck_assert_double_le(error_of(P), 1e-6);
    glp_delete_prob(P);
  }
}
END_TEST

/* A simplex engine that has found a device on its thread, or none, is no
 * reason for the interior point to fail. */
START_TEST(after_an_engine) {
  const double value = stock_value(46, 60, 90);
  glp_prob* P = engine_lp(46, 60, 90);
  glp_smcp smcp = method(GLP_PRIMAL, GLP_MSG_OFF);
  int k;
  for (k = 0; k < 3; k++) {
    glp_std_basis(P);
    ck_assert_int_eq(glp_simplex(P, &smcp), 0);
    capture();
    ck_assert_int_eq(glp_interior(P, NULL), 0);
    ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
    ck_assert(near(glp_ipt_obj_val(P), value));
    ck_assert_int_eq(captured("GPU: interior point on"), 1);
    ck_assert_int_eq(captured("; using the "), 0);
    ck_assert_int_eq(captured("Working LP has"), 0);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {cost_of_another_size, no_part_excuses_another,
                                units, after_an_engine};
  return run_suite("optimum", tests, sizeof tests / sizeof *tests);
}
