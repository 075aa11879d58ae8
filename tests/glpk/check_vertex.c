/* check_vertex.c (glp_interior with crossover to a basis)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "lp.h"

static glp_iptcp to_basis(int msg_lev) {
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.msg_lev = msg_lev;
  parm.crossover = GLP_ON;
  return parm;
}

static int cross(glp_prob* P) {
  const glp_iptcp parm = to_basis(GLP_MSG_OFF);
  return glp_interior(P, &parm);
}

static void set_mode(glp_prob* P, int gpu, int form) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.gpu = gpu;
  parm.gpu_form = form;
  parm.gpu_backend = GLP_GPU_HOST;
  glp_set_bfcp(P, &parm);
}

/* Returns max 3x + 2y, x + y <= 4, x + 3y >= low, 0 <= x, 0 <= y. */
static glp_prob* two_columns(double low) {
  const int rows[] = {0, 1, 2};
  const double x[] = {0, 1, 1}, y[] = {0, 1, 3};
  glp_prob* P = glp_create_prob();
  glp_set_obj_dir(P, GLP_MAX);
  glp_add_rows(P, 2);
  glp_add_cols(P, 2);
  glp_set_mat_col(P, 1, 2, rows, x);
  glp_set_mat_col(P, 2, 2, rows, y);
  glp_set_row_bnds(P, 1, GLP_UP, 0.0, 4.0);
  glp_set_row_bnds(P, 2, GLP_LO, low, 0.0);
  glp_set_col_bnds(P, 1, GLP_LO, 0.0, 0.0);
  glp_set_col_bnds(P, 2, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(P, 1, 3.0);
  glp_set_obj_coef(P, 2, 2.0);
  return P;
}

/* There are as many basic variables as rows, and their matrix is regular. */
static void check_basis(glp_prob* P) {
  int k, basic = 0;
  for (k = 1; k <= glp_get_num_rows(P); k++)
    basic += glp_get_row_stat(P, k) == GLP_BS;
  for (k = 1; k <= glp_get_num_cols(P); k++)
    basic += glp_get_col_stat(P, k) == GLP_BS;
  ck_assert_int_eq(basic, glp_get_num_rows(P));
  ck_assert_int_eq(glp_factorize(P), 0);
}

/* The solution is basic, and the interior-point solution is the same. */
static void check_vertex(glp_prob* P, double value) {
  int k;
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
  ck_assert(close_to(glp_get_obj_val(P), value));
  ck_assert(glp_ipt_obj_val(P) == glp_get_obj_val(P));
  for (k = 1; k <= glp_get_num_rows(P); k++) {
    ck_assert(glp_ipt_row_prim(P, k) == glp_get_row_prim(P, k));
    ck_assert(glp_ipt_row_dual(P, k) == glp_get_row_dual(P, k));
  }
  for (k = 1; k <= glp_get_num_cols(P); k++) {
    ck_assert(glp_ipt_col_prim(P, k) == glp_get_col_prim(P, k));
    ck_assert(glp_ipt_col_dual(P, k) == glp_get_col_dual(P, k));
  }
  check_basis(P);
}

/* Returns the pivots that GLPK alone makes from the present basis. */
static int pivots_left(glp_prob* P) {
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  const int before = glp_get_it_cnt(P);
  set_mode(P, GLP_GPU_OFF, GLP_GPU_FORM_ANY);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  return glp_get_it_cnt(P) - before;
}

START_TEST(off_by_default) {
  glp_iptcp parm;
  glp_prob* P = random_lp(7, 20, 50);
  glp_init_iptcp(&parm);
  ck_assert_int_eq(parm.crossover, GLP_OFF);
  parm.msg_lev = GLP_MSG_OFF;
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_UNDEF);
  /* without the mark the field is not read */
  parm.crossover = GLP_ON;
  parm.gpu_mark = 0;
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_UNDEF);
  glp_delete_prob(P);
}
END_TEST

/* This holds in every mode; mode and form do not change. */
START_TEST(ends_in_a_vertex) {
  int k;
  for (k = 0; k < 12; k++) {
    const double value = stock_value(60 + k, 20 + 5 * k, 50 + 10 * k);
    const glp_iptcp parm = to_basis(GLP_MSG_ALL);
    glp_prob* P = random_lp(60 + k, 20 + 5 * k, 50 + 10 * k);
    glp_bfcp bfcp;
    set_mode(P, k % 3, GLP_GPU_FORM_TABLEAU);
    if (k >= 6) glp_scale_prob(P, GLP_SF_AUTO);
    capture();
    ck_assert_int_eq(glp_interior(P, &parm), 0);
    ck_assert_int_eq(captured("GPU: crossover: "), 1);
    ck_assert_int_eq(captured("using the CPU"), 0);
    check_vertex(P, value);
    glp_get_bfcp(P, &bfcp);
    ck_assert_int_eq(bfcp.gpu, k % 3);
    ck_assert_int_eq(bfcp.gpu_form, GLP_GPU_FORM_TABLEAU);
    ck_assert_int_eq(pivots_left(P), 0);
    glp_delete_prob(P);
  }
}
END_TEST

START_TEST(values) {
  glp_prob* P = two_columns(6.0);
  ck_assert_int_eq(cross(P), 0);
  check_vertex(P, 11.0);
  ck_assert(close_to(glp_get_col_prim(P, 1), 3.0));
  ck_assert(close_to(glp_get_col_prim(P, 2), 1.0));
  ck_assert(close_to(glp_get_row_dual(P, 1), 3.5));
  ck_assert(close_to(glp_get_row_dual(P, 2), -0.5));
  glp_delete_prob(P);
}
END_TEST

/* After a bound has changed, a few pivots lead to the next optimum. */
START_TEST(warm_start) {
  glp_smcp parm = method(GLP_DUAL, GLP_MSG_OFF);
  glp_prob* P = random_lp(81, 60, 150);
  glp_prob* cold;
  int before;
  ck_assert_int_eq(cross(P), 0);
  glp_set_col_bnds(P, 1, GLP_FX, 1.0, 1.0);
  before = glp_get_it_cnt(P);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  cold = glp_create_prob();
  glp_copy_prob(cold, P, GLP_OFF);
  glp_std_basis(cold);
  ck_assert_int_eq(glp_simplex(cold, &parm), 0);
  ck_assert(close_to(glp_get_obj_val(P), glp_get_obj_val(cold)));
  ck_assert_int_lt(glp_get_it_cnt(P) - before, glp_get_it_cnt(cold));
  glp_delete_prob(P);
  glp_delete_prob(cold);
}
END_TEST

/* There is nothing to cross over from; the simplex method tells why. */
START_TEST(no_solution) {
  glp_prob* P = two_columns(20.0);
  ck_assert_int_eq(cross(P), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_NOFEAS);
  ck_assert_int_eq(glp_ipt_status(P), GLP_NOFEAS);
  check_basis(P);
  glp_delete_prob(P);
  P = two_columns(6.0);
  glp_set_row_bnds(P, 1, GLP_FR, 0.0, 0.0);
  ck_assert_int_eq(cross(P), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_UNBND);
  ck_assert_int_eq(glp_ipt_status(P), GLP_NOFEAS);
  check_basis(P);
  glp_delete_prob(P);
}
END_TEST

START_TEST(limits) {
  const double value = stock_value(82, 60, 150);
  glp_prob* P = random_lp(82, 60, 150);
  glp_iptcp parm = to_basis(GLP_MSG_OFF);
  parm.tm_lim = 0;
  ck_assert_int_eq(glp_interior(P, &parm), GLP_ETMLIM);
  ck_assert_int_eq(glp_ipt_status(P), GLP_INFEAS);
  check_basis(P);
  parm = to_basis(GLP_MSG_OFF);
  parm.it_lim = 0;
  ck_assert_int_eq(glp_interior(P, &parm), GLP_EITLIM);
  ck_assert_int_eq(glp_ipt_status(P), GLP_INFEAS);
  check_basis(P);
  ck_assert_int_eq(cross(P), 0);
  check_vertex(P, value);
  glp_delete_prob(P);
}
END_TEST

/* The problem object need not contain a basis. */
START_TEST(without_a_start_basis) {
  const double value = stock_value(83, 30, 70);
  glp_prob* P = random_lp(83, 30, 70);
  int i;
  for (i = 1; i <= 30; i++) glp_set_row_stat(P, i, GLP_NU);
  ck_assert_int_eq(cross(P), 0);
  check_vertex(P, value);
  glp_delete_prob(P);
}
END_TEST

START_TEST(problems_without_elements) {
  glp_prob* P = glp_create_prob();
  glp_add_cols(P, 2);
  glp_set_col_bnds(P, 1, GLP_DB, 1.0, 3.0);
  glp_set_col_bnds(P, 2, GLP_DB, 1.0, 3.0);
  glp_set_obj_coef(P, 1, 1.0);
  glp_set_obj_coef(P, 2, -2.0);
  ck_assert_int_eq(cross(P), 0);
  check_vertex(P, -5.0);
  glp_set_col_bnds(P, 2, GLP_DB, 3.0, 1.0);
  ck_assert_int_eq(cross(P), GLP_EBOUND);
  ck_assert_int_eq(glp_ipt_status(P), GLP_UNDEF);
  glp_delete_prob(P);
}
END_TEST

static void cross_over_twice(void* P) {
  glp_iptcp parm = to_basis(GLP_MSG_OFF);
  parm.crossover = 2;
  glp_interior(P, &parm);
}

START_TEST(bad_parameter) {
  glp_prob* P = random_lp(84, 10, 20);
  capture();
  ck_assert_int_ne(caught(cross_over_twice, P), 0);
  ck_assert_int_eq(captured("crossover = 2; invalid parameter"), 1);
}
END_TEST

/* Ten runs end in the same basis. */
START_TEST(same_basis_every_time) {
  glp_prob* first = random_lp(85, 80, 200);
  int run, k;
  ck_assert_int_eq(cross(first), 0);
  for (run = 1; run < 10; run++) {
    glp_prob* P = random_lp(85, 80, 200);
    ck_assert_int_eq(cross(P), 0);
    for (k = 1; k <= 80; k++)
      ck_assert_int_eq(glp_get_row_stat(P, k), glp_get_row_stat(first, k));
    for (k = 1; k <= 200; k++)
      ck_assert_int_eq(glp_get_col_stat(P, k), glp_get_col_stat(first, k));
    glp_delete_prob(P);
  }
  glp_delete_prob(first);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {off_by_default,
                                ends_in_a_vertex,
                                values,
                                warm_start,
                                no_solution,
                                limits,
                                without_a_start_basis,
                                problems_without_elements,
                                bad_parameter,
                                same_basis_every_time};
  return run_suite("vertex", tests, sizeof tests / sizeof *tests);
}
