/* check_interior.c (glp_interior by the library, against the simplex)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)

static glp_iptcp quiet(void) {
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  return parm;
}

static int interior(glp_prob* P) {
  const glp_iptcp parm = quiet();
  return glp_interior(P, &parm);
}

/* Checks that the call ended with this code and this status. */
static void check_end(glp_prob* P, int code, int stat) {
  ck_assert_int_eq(interior(P), code);
  ck_assert_int_eq(glp_ipt_status(P), stat);
}

/* Checks that the refusal tells why, and that nobody else tries. */
static void check_refusal(glp_prob* P, const char* why) {
  capture();
  ck_assert_int_eq(glp_interior(P, NULL), GLP_EFAIL);
  ck_assert_int_eq(glp_ipt_status(P), GLP_UNDEF);
  ck_assert_int_eq(captured(why), 1);
  ck_assert_int_eq(captured("; using the "), 0);
}

static glp_prob* gpu_lp(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  return P;
}

/* Returns max 3x + 2y + 100, x + y <= 4, x + 3y <= 7, 0 <= x <= 3, y >= 0. */
static glp_prob* small_lp(int dir) {
  const int rows[] = {0, 1, 2}, mode = GLP_GPU_ONLY;
  const double x[] = {0, 1, 1}, y[] = {0, 1, 3};
  const double sign = dir == GLP_MAX ? 1.0 : -1.0;
  glp_prob* P = glp_create_prob();
  set_gpu(P, LUF, mode, GLP_GPU_HOST);
  glp_set_obj_dir(P, dir);
  glp_add_rows(P, 2);
  glp_add_cols(P, 2);
  glp_set_mat_col(P, 1, 2, rows, x);
  glp_set_mat_col(P, 2, 2, rows, y);
  glp_set_row_bnds(P, 1, GLP_UP, 0.0, 4.0);
  glp_set_row_bnds(P, 2, GLP_UP, 0.0, 7.0);
  glp_set_col_bnds(P, 1, GLP_DB, 0.0, 3.0);
  glp_set_col_bnds(P, 2, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(P, 0, sign * 100.0);
  glp_set_obj_coef(P, 1, sign * 3.0);
  glp_set_obj_coef(P, 2, sign * 2.0);
  return P;
}

static int near(double x, double y) {
  return fabs(x - y) <= 1e-6 * fmax(1.0, fabs(y));
}

START_TEST(defaults) {
  glp_iptcp parm;
  glp_bfcp bfcp;
  glp_prob* P = glp_create_prob();
  glp_init_iptcp(&parm);
  ck_assert_int_eq(parm.msg_lev, GLP_MSG_ALL);
  ck_assert_int_eq(parm.ord_alg, GLP_ORD_AMD);
  ck_assert(parm.tol == 1e-8);
  ck_assert_int_eq(parm.it_lim, 200);
  ck_assert_int_eq(parm.tm_lim, INT_MAX);
  glp_get_bfcp(P, &bfcp);
  ck_assert_int_eq(bfcp.gpu_prec, GLP_GPU_PREC_ANY);
}
END_TEST

START_TEST(values) {
  const int dirs[] = {GLP_MIN, GLP_MAX};
  int d;
  for (d = 0; d < 2; d++) {
    const double sign = dirs[d] == GLP_MAX ? 1.0 : -1.0;
    glp_prob* P = small_lp(dirs[d]);
    check_end(P, 0, GLP_OPT);
    ck_assert(near(glp_ipt_obj_val(P), sign * 111.0));
    ck_assert(near(glp_ipt_row_prim(P, 1), 4.0));
    ck_assert(near(glp_ipt_row_prim(P, 2), 6.0));
    ck_assert(near(glp_ipt_row_dual(P, 1), sign * 2.0));
    ck_assert(near(glp_ipt_row_dual(P, 2), 0.0));
    ck_assert(near(glp_ipt_col_prim(P, 1), 3.0));
    ck_assert(near(glp_ipt_col_prim(P, 2), 1.0));
    ck_assert(near(glp_ipt_col_dual(P, 1), sign * 1.0));
    ck_assert(near(glp_ipt_col_dual(P, 2), 0.0));
    glp_delete_prob(P);
  }
}
END_TEST

/* Every mode, back end and precision is tested; the log has GLPK's style. */
START_TEST(as_simplex) {
  int k;
  for (k = 0; k < 12; k++) {
    const int modes[] = {GLP_GPU_OFF, GLP_GPU_AUTO, GLP_GPU_ONLY};
    const double value = stock_value(30 + k, 20 + 5 * k, 50 + 10 * k);
    glp_prob* P = random_lp(30 + k, 20 + 5 * k, 50 + 10 * k);
    const int mode = modes[k % 3];
    glp_bfcp bfcp;
    glp_get_bfcp(P, &bfcp);
    bfcp.gpu = mode;
    bfcp.gpu_backend = k % 2 ? GLP_GPU_HOST : GLP_GPU_ANY;
    bfcp.gpu_prec = k % 3;
    glp_set_bfcp(P, &bfcp);
    if (k >= 6) glp_scale_prob(P, GLP_SF_AUTO);
    capture();
    ck_assert_int_eq(glp_interior(P, NULL), 0);
    ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
    ck_assert(near(glp_ipt_obj_val(P), value));
    ck_assert_int_eq(captured("Original LP has"), 1);
    ck_assert_int_ge(captured(": obj ="), 3);
    ck_assert_int_eq(captured("OPTIMAL SOLUTION FOUND"), 1);
    ck_assert_int_eq(captured("GPU: interior point on"), mode != GLP_GPU_OFF);
    ck_assert_int_eq(captured("Working LP has"), mode == GLP_GPU_OFF);
    ck_assert_int_eq(captured("; using the "), 0);
    glp_delete_prob(P);
  }
}
END_TEST

START_TEST(message_levels) {
  const int levels[] = {GLP_MSG_OFF, GLP_MSG_ERR, GLP_MSG_ON, GLP_MSG_ALL};
  glp_prob* P = small_lp(GLP_MAX);
  int k;
  for (k = 0; k < 4; k++) {
    glp_iptcp parm = quiet();
    parm.msg_lev = levels[k];
    capture();
    ck_assert_int_eq(glp_interior(P, &parm), 0);
    ck_assert_int_eq(captured("") > 0, levels[k] >= GLP_MSG_ON);
    ck_assert_int_eq(captured(": obj =") > 0, levels[k] >= GLP_MSG_ON);
    ck_assert_int_eq(captured("OPTIMAL"), levels[k] >= GLP_MSG_ALL);
  }
}
END_TEST

START_TEST(limits) {
  glp_prob* P = gpu_lp(41, 30, 70);
  glp_iptcp parm = quiet();
  parm.it_lim = 2;
  ck_assert_int_eq(glp_interior(P, &parm), GLP_EITLIM);
  ck_assert_int_eq(glp_ipt_status(P), GLP_INFEAS);
  parm = quiet();
  parm.tm_lim = 0;
  ck_assert_int_eq(glp_interior(P, &parm), GLP_ETMLIM);
  ck_assert_int_eq(glp_ipt_status(P), GLP_INFEAS);
  parm = quiet();
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
}
END_TEST

/* What the library refuses is left to GLPK's own method. */
START_TEST(bad_parameters) {
  const double value = stock_value(42, 30, 70);
  glp_prob* P = gpu_lp(42, 30, 70);
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.tol = -1.0;
  capture();
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert(near(glp_ipt_obj_val(P), value));
  ck_assert_int_eq(captured("GPU: parm: tol"), 1);
  ck_assert_int_eq(captured("using the CPU"), 1);
  ck_assert_int_eq(captured("Working LP has"), 1);
}
END_TEST

START_TEST(no_primal_solution) {
  glp_prob* P = small_lp(GLP_MAX);
  glp_set_row_bnds(P, 2, GLP_LO, 20.0, 0.0);
  check_end(P, 0, GLP_NOFEAS);
}
END_TEST

START_TEST(no_dual_solution) {
  glp_prob* P = small_lp(GLP_MAX);
  glp_set_row_bnds(P, 1, GLP_FR, 0.0, 0.0);
  glp_set_row_bnds(P, 2, GLP_LO, 1.0, 0.0);
  check_end(P, 0, GLP_NOFEAS);
}
END_TEST

/* --- inputs for which GLPK has codes, and some for which it has none */

START_TEST(empty_problems) {
  glp_prob* P = glp_create_prob();
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  check_end(P, GLP_EFAIL, GLP_UNDEF);
  glp_add_rows(P, 3);
  check_end(P, GLP_EFAIL, GLP_UNDEF);
  glp_erase_prob(P);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  glp_add_cols(P, 3);
  check_refusal(P, "unable to solve empty problem");
  ck_assert_int_eq(captured("GPU:"), 0);
}
END_TEST

START_TEST(contradictory_bounds) {
  glp_prob* P = small_lp(GLP_MAX);
  glp_set_row_bnds(P, 1, GLP_DB, 5.0, 4.0);
  check_end(P, GLP_EBOUND, GLP_UNDEF);
  glp_set_row_bnds(P, 1, GLP_UP, 0.0, 4.0);
  glp_set_col_bnds(P, 2, GLP_DB, 1.0, 0.0);
  check_end(P, GLP_EBOUND, GLP_UNDEF);
}
END_TEST

START_TEST(free_rows_only) {
  glp_prob* P = small_lp(GLP_MIN);
  glp_set_row_bnds(P, 1, GLP_FR, 0.0, 0.0);
  glp_set_row_bnds(P, 2, GLP_FR, 0.0, 0.0);
  glp_set_col_bnds(P, 2, GLP_DB, 0.0, 5.0);
  check_end(P, 0, GLP_OPT);
  ck_assert(near(glp_ipt_obj_val(P), -119.0));
  ck_assert(near(glp_ipt_row_prim(P, 2), 18.0));
}
END_TEST

/* GLPK's own method ends in an assertion. */
START_TEST(infinite_coefficients) {
  glp_prob* P = small_lp(GLP_MAX);
  glp_set_obj_coef(P, 2, HUGE_VAL);
  check_refusal(P, "GPU: lp: cost 2 is not finite");
}
END_TEST

START_TEST(coefficients_not_a_number) {
  glp_prob* P = small_lp(GLP_MAX);
  const int rows[] = {0, 2, 1};
  const double y[] = {0, 3, NAN};
  glp_set_mat_col(P, 2, 2, rows, y);
  check_refusal(P, "GPU: lp: row 1 of column 2 is not finite");
}
END_TEST

/* The third equation is the sum of the others; then it contradicts them. */
START_TEST(dependent_rows) {
  glp_prob* P = small_lp(GLP_MAX);
  const int rows[] = {0, 1, 2, 3};
  const double x[] = {0, 1, 1, 2}, y[] = {0, 1, 2, 3};
  glp_add_rows(P, 1);
  glp_set_mat_col(P, 1, 3, rows, x);
  glp_set_mat_col(P, 2, 3, rows, y);
  glp_set_row_bnds(P, 1, GLP_FX, 4.0, 4.0);
  glp_set_row_bnds(P, 2, GLP_FX, 5.0, 5.0);
  glp_set_row_bnds(P, 3, GLP_FX, 9.0, 9.0);
  check_end(P, 0, GLP_OPT);
  ck_assert(near(glp_ipt_obj_val(P), 111.0));
  ck_assert(near(glp_ipt_col_prim(P, 1), 3.0));
  glp_set_row_bnds(P, 3, GLP_FX, 10.0, 10.0);
  check_end(P, 0, GLP_NOFEAS);
}
END_TEST

/* --- escapes and memory */

static jmp_buf escape;
static int lines_left;

static int jump_out(void* info, const char* text) {
  (void)info;
  if (strchr(text, '\n') && --lines_left == 0) longjmp(escape, 1);
  return 1;
}

/* Leaves by the k-th line of output.  Returns whether it got so far. */
static int escapes_at(int k, glp_prob* P) {
  lines_left = k;
  if (setjmp(escape) != 0) return 1;
  glp_term_hook(jump_out, NULL);
  ck_assert_int_eq(glp_interior(P, NULL), 0);
  return 0;
}

START_TEST(escape_and_go_on) {
  const double value = stock_value(43, 30, 70);
  glp_prob* P = gpu_lp(43, 30, 70);
  volatile int k, more = 1;
  for (k = 1; more; k++) {
    more = escapes_at(k, P);
    capture();
    ck_assert_int_eq(interior(P), 0);
    ck_assert(near(glp_ipt_obj_val(P), value));
    ck_assert_int_eq(captured(""), 0);
  }
  ck_assert_msg(k > 8, "only %d lines were printed", k - 2);
}
END_TEST

START_TEST(escape_and_free_env) {
  volatile int k, more = 1;
  for (k = 1; more; k++) {
    more = escapes_at(k, gpu_lp(44, 30, 70));
    glp_free_env();
  }
  ck_assert(k > 8);
}
END_TEST

START_TEST(memory_is_returned) {
  int count, count0, round;
  size_t total, total0;
  glp_term_out(GLP_OFF);
  glp_mem_usage(&count0, NULL, &total0, NULL);
  for (round = 0; round < 3; round++) {
    glp_prob* P = gpu_lp(45, 40, 90);
    glp_iptcp parm = quiet();
    if (round == 1) parm.it_lim = 1;
    if (round == 2) parm.tol = -1.0;
    glp_interior(P, &parm);
    glp_delete_prob(P);
    glp_mem_usage(&count, NULL, &total, NULL);
    ck_assert_int_eq(count, count0);
    ck_assert_uint_eq(total, total0);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {defaults,
                                values,
                                as_simplex,
                                message_levels,
                                limits,
                                bad_parameters,
                                no_primal_solution,
                                no_dual_solution,
                                empty_problems,
                                contradictory_bounds,
                                free_rows_only,
                                infinite_coefficients,
                                coefficients_not_a_number,
                                dependent_rows,
                                escape_and_go_on,
                                escape_and_free_env,
                                memory_is_returned};
  return run_suite("interior", tests, sizeof tests / sizeof *tests);
}
