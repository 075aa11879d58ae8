/* check_presolver.c (problems that the presolver would leave as they are)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <setjmp.h>

#include "lp.h"

#define ROWS 300
#define COLUMNS 4500
#define FREE_ROWS 8

/* Returns an LP large enough to be solved in place, with a few rows that the
 * presolver would remove, scale factors of the user and a basis of his. */
static glp_prob* plain_lp(void) {
  glp_prob* P = random_lp(5, ROWS, COLUMNS);
  int i, j;
  glp_add_rows(P, FREE_ROWS);
  for (i = 1; i <= ROWS + FREE_ROWS; i++) glp_set_rii(P, i, 1.0 + i % 3);
  for (j = 1; j <= COLUMNS; j++) {
    glp_set_sjj(P, j, 1.0 + j % 5);
    if (j % 2) glp_set_col_stat(P, j, GLP_NU);
  }
  ck_assert_int_ge(glp_get_num_nz(P), 16384);
  use_engine(P, GLP_GPU_ONLY);
  return P;
}

static glp_smcp presolved(int meth) {
  glp_smcp parm = method(meth, GLP_MSG_ALL);
  parm.presolve = GLP_ON;
  return parm;
}

static void assert_scaled_by_user(glp_prob* P) {
  int i, j;
  for (i = 1; i <= ROWS + FREE_ROWS; i++)
    ck_assert(glp_get_rii(P, i) == 1.0 + i % 3);
  for (j = 1; j <= COLUMNS; j++) ck_assert(glp_get_sjj(P, j) == 1.0 + j % 5);
}

static void assert_basis_of_user(glp_prob* P) {
  int i, j;
  for (i = 1; i <= ROWS + FREE_ROWS; i++)
    ck_assert_int_eq(glp_get_row_stat(P, i), GLP_BS);
  for (j = 1; j <= COLUMNS; j++)
    ck_assert_int_eq(glp_get_col_stat(P, j), j % 2 ? GLP_NU : GLP_NL);
}

/* Asserts that the search has left nothing but its status. */
static void assert_untouched(glp_prob* P) {
  ck_assert_int_eq(glp_get_status(P), GLP_UNDEF);
  assert_scaled_by_user(P);
  assert_basis_of_user(P);
}

/* Returns how often the log gives the size of the problem as it is. */
static int whole_sizes(void) { return captured("308 rows, 4500 columns, "); }

static void find_optimum_in_place(int meth, double value) {
  glp_prob* P = plain_lp();
  const glp_smcp parm = presolved(meth);
  const int before = whole_sizes();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert_int_eq(whole_sizes(), before + 2);
  ck_assert(close_to(glp_get_obj_val(P), value));
  assert_scaled_by_user(P);
  ck_assert_int_eq(glp_bf_exists(P), 0);
  ck_assert_int_eq(glp_warm_up(P), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  glp_delete_prob(P);
}

START_TEST(optimum_in_place) {
  const double value = stock_value(5, ROWS, COLUMNS);
  capture();
  find_optimum_in_place(GLP_PRIMAL, value);
  find_optimum_in_place(GLP_DUALP, value);
  find_optimum_in_place(GLP_DUAL, value);
}
END_TEST

START_TEST(off_copies) {
  glp_prob* P = plain_lp();
  const glp_smcp parm = presolved(GLP_DUALP);
  use_engine(P, GLP_GPU_OFF);
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(whole_sizes(), 1);
  ck_assert_int_eq(captured("300 rows, 4500 columns, "), 1);
  glp_delete_prob(P);
}
END_TEST

START_TEST(limit_keeps_basis) {
  glp_prob* P = plain_lp();
  glp_smcp parm = presolved(GLP_PRIMAL);
  capture();
  parm.it_lim = 3;
  ck_assert_int_eq(glp_simplex(P, &parm), GLP_EITLIM);
  assert_untouched(P);
  parm.it_lim = 1 << 30;
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert(close_to(glp_get_obj_val(P), stock_value(5, ROWS, COLUMNS)));
  glp_delete_prob(P);
}
END_TEST

/* Asserts that there is no solution, with that code, by both methods. */
static void assert_none(glp_prob* P, int code) {
  glp_smcp parm = presolved(GLP_PRIMAL);
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), code);
  ck_assert_int_eq(whole_sizes(), 2);
  assert_untouched(P);
  parm.meth = GLP_DUAL;
  ck_assert_int_eq(glp_simplex(P, &parm), code);
  assert_untouched(P);
}

/* Rows 1 and 2 have the same elements; row 2 wants more than row 1 allows. */
START_TEST(no_primal_feasible_solution) {
  static int ind[1 + COLUMNS];
  static double val[1 + COLUMNS];
  glp_prob* P = plain_lp();
  const int len = glp_get_mat_row(P, 1, ind, val);
  glp_set_mat_row(P, 2, len, ind, val);
  glp_set_row_bnds(P, 2, GLP_LO, glp_get_row_ub(P, 1) + 0.1, 0.0);
  assert_none(P, GLP_ENOPFS);
  glp_delete_prob(P);
}
END_TEST

/* Columns 2 and 4 cancel each other out and have no upper bounds. */
START_TEST(no_dual_feasible_solution) {
  int ind[1 + ROWS + FREE_ROWS], j, k;
  double val[1 + ROWS + FREE_ROWS];
  glp_prob* P = plain_lp();
  const int len = glp_get_mat_col(P, 2, ind, val);
  for (k = 1; k <= len; k++) val[k] = -val[k];
  glp_set_mat_col(P, 4, len, ind, val);
  for (j = 2; j <= 4; j += 2) {
    glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, j, -1.0);
  }
  assert_none(P, GLP_ENODFS);
  glp_delete_prob(P);
}
END_TEST

/* x1 = 1, x[k+1] = x[k]: one row can be removed, then the next. */
START_TEST(a_chain_is_reduced) {
  const int m = 9000;
  glp_prob* P = glp_create_prob();
  glp_smcp parm = presolved(GLP_PRIMAL);
  int k;
  glp_add_rows(P, m);
  glp_add_cols(P, m);
  for (k = 1; k <= m; k++) {
    const int ind[] = {0, k, k - 1};
    const double val[] = {0.0, 1.0, -1.0};
    glp_set_mat_row(P, k, k == 1 ? 1 : 2, ind, val);
    glp_set_row_bnds(P, k, GLP_FX, k == 1, k == 1);
    glp_set_col_bnds(P, k, GLP_FR, 0.0, 0.0);
    glp_set_obj_coef(P, k, 1.0);
  }
  use_engine(P, GLP_GPU_ONLY);
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(captured("OPTIMAL SOLUTION FOUND BY LP PREPROCESSOR"), 1);
  ck_assert(close_to(glp_get_obj_val(P), m));
  glp_delete_prob(P);
}
END_TEST

static jmp_buf left;
static int messages;

static int jump_out(void* info, const char* text) {
  (void)info;
  (void)text;
  if (++messages == 10) /* after the scale factors and the first basis */
    longjmp(left, 1);
  return 1;
}

/* A handler leaves for good; the problem can be solved all the same. */
START_TEST(handler_leaves) {
  glp_prob* P = plain_lp();
  const glp_smcp parm = presolved(GLP_PRIMAL);
  messages = 0;
  glp_term_hook(jump_out, NULL);
  if (setjmp(left) == 0) glp_simplex(P, &parm);
  ck_assert_int_eq(messages, 10);
  ck_assert(glp_get_rii(P, 2) != 3.0);
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert(close_to(glp_get_obj_val(P), stock_value(5, ROWS, COLUMNS)));
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {optimum_in_place,
                                off_copies,
                                limit_keeps_basis,
                                no_primal_feasible_solution,
                                no_dual_feasible_solution,
                                a_chain_is_reduced,
                                handler_leaves};
  return run_suite("presolver", tests, sizeof tests / sizeof *tests);
}
