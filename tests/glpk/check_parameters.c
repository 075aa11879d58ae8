/* check_parameters.c (glp_smcp if the simplex engine proposes)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "lp.h"

#define PIVOTS " pivots in "

static const int methods[] = {GLP_PRIMAL, GLP_DUAL, GLP_DUALP};

/* The dual simplex stops at the limit although the engine went on to the
 * optimum; the primal simplex knows no such limit. */
static int limited_objective(int meth, int dir, double value, double limit) {
  glp_prob* P = engine_lp(14, 40, 90);
  glp_smcp parm = method(meth, GLP_MSG_OFF);
  int j, ret;
  glp_set_obj_dir(P, dir);
  if (dir == GLP_MAX)
    for (j = 1; j <= 90; j++) glp_set_obj_coef(P, j, -glp_get_obj_coef(P, j));
  if (dir == GLP_MIN)
    parm.obj_ul = value + limit;
  else
    parm.obj_ll = -value - limit;
  ret = glp_simplex(P, &parm);
  if (ret == 0) ck_assert(close_to(fabs(glp_get_obj_val(P)), fabs(value)));
  glp_delete_prob(P);
  return ret;
}

START_TEST(objective_limit) {
  const double value = stock_value(14, 40, 90);
  int t;
  for (t = 0; t < 3; t++) {
    const int m = methods[t], dual = m != GLP_PRIMAL;
    ck_assert_int_eq(limited_objective(m, GLP_MIN, value, -1.0),
                     dual ? GLP_EOBJUL : 0);
    ck_assert_int_eq(limited_objective(m, GLP_MAX, value, -1.0),
                     dual ? GLP_EOBJLL : 0);
    ck_assert_int_eq(limited_objective(m, GLP_MIN, value, +1.0), 0);
    ck_assert_int_eq(limited_objective(m, GLP_MAX, value, +1.0), 0);
  }
}
END_TEST

/* Returns the pivots with this parameter, and the optimum if there is one. */
static int pivots_with(glp_smcp parm, double* value) {
  glp_prob* P = engine_lp(20, 40, 90);
  const int before = glp_get_it_cnt(P);
  int pivots;
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(captured(PIVOTS), 1);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  *value = glp_get_obj_val(P);
  pivots = glp_get_it_cnt(P) - before;
  glp_delete_prob(P);
  return pivots;
}

/* Parameters that do not reach the engine, by the manual, change no pivot. */
START_TEST(parameters_of_glpk) {
  const double value = stock_value(20, 40, 90);
  const glp_smcp plain = method(GLP_PRIMAL, GLP_MSG_ALL);
  double found;
  const int pivots = pivots_with(plain, &found);
  glp_smcp parm[10];
  int t;
  for (t = 0; t < 10; t++) parm[t] = plain;
  parm[0].meth = GLP_DUAL;
  parm[1].meth = GLP_DUALP;
  parm[2].pricing = GLP_PT_STD;
  parm[3].r_test = GLP_RT_STD;
  parm[4].r_test = GLP_RT_FLIP;
  parm[5].aorn = GLP_USE_AT;
  parm[6].excl = GLP_OFF;  /* nothing to exclude here */
  parm[7].shift = GLP_OFF; /* nothing to shift */
  parm[8].out_frq = 0;
  parm[9].out_dly = 100000;
  for (t = 0; t < 10; t++) {
    ck_assert_int_eq(pivots_with(parm[t], &found), pivots);
    ck_assert(close_to(found, value));
  }
}
END_TEST

/* Tolerances do reach it: what they accept stays as it is. */
START_TEST(tolerances) {
  const double value = stock_value(20, 40, 90);
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  double found;
  parm.tol_dj = 0.5;
  pivots_with(parm, &found);
  ck_assert_double_gt(found, value + 1e-3);
  parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  parm.tol_bnd = 0.5;
  pivots_with(parm, &found);
  ck_assert_double_lt(found, value - 1e-3);
}
END_TEST

/* Fixed and shifted columns are in the working LP or not. */
START_TEST(excluded_and_shifted) {
  int t;
  for (t = 0; t < 4; t++) {
    glp_prob *P = engine_lp(21, 40, 90), *Q = random_lp(21, 40, 90);
    glp_smcp parm = method(methods[t % 3], GLP_MSG_OFF);
    int j;
    for (j = 1; j <= 90; j += 3) {
      const int type = j % 2 ? GLP_FX : GLP_DB;
      glp_set_col_bnds(P, j, type, 0.2, 1.2);
      glp_set_col_bnds(Q, j, type, 0.2, 1.2);
    }
    parm.excl = t % 2 ? GLP_OFF : GLP_ON;
    parm.shift = t / 2 ? GLP_OFF : GLP_ON;
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    ck_assert_int_eq(glp_simplex(Q, &parm), 0);
    ck_assert_int_eq(glp_get_status(P), glp_get_status(Q));
    if (glp_get_status(Q) == GLP_OPT)
      ck_assert(close_to(glp_get_obj_val(P), glp_get_obj_val(Q)));
    glp_delete_prob(P);
    glp_delete_prob(Q);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {objective_limit, parameters_of_glpk, tolerances,
                                excluded_and_shifted};
  return run_suite("parameters", tests, sizeof tests / sizeof *tests);
}
