/* check_modes.c (control parameters, their defaults and inheritance)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)
#define IN_USE "GPU: basis inverse on "
#define GIVEN_UP "; using the CPU"

static int default_mode(void) {
  glp_prob* P = glp_create_prob();
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  glp_delete_prob(P);
  ck_assert_int_eq(parm.gpu_backend, GLP_GPU_ANY);
  ck_assert_int_eq(parm.gpu_dev, 0);
  return parm.gpu;
}

/* Returns an LP that was solved under the default mode. */
static glp_prob* solved_lp(int msg_lev) {
  glp_prob* P = random_lp(1, 5, 9);
  solve(P, msg_lev, GLP_OFF);
  return P;
}

START_TEST(defaults) {
  static const struct {
    const char* value;
    int mode;
  } cases[] = {{"off", GLP_GPU_OFF},
               {"auto", GLP_GPU_AUTO},
               {"only", GLP_GPU_ONLY},
               {"steady", GLP_GPU_STEADY},
               {"", GLP_GPU_OFF}};
  unsigned t;
  unsetenv("GLP_GPU");
  capture();
  ck_assert_int_eq(default_mode(), GLP_GPU_OFF);
  for (t = 0; t < sizeof cases / sizeof *cases; t++) {
    setenv("GLP_GPU", cases[t].value, 1);
    ck_assert_int_eq(default_mode(), cases[t].mode);
  }
  ck_assert_int_eq(captured(""), 0);
  setenv("GLP_GPU", "ONLY", 1);
  ck_assert_int_eq(default_mode(), GLP_GPU_OFF);
  ck_assert_int_eq(captured(""), 0);
  glp_delete_prob(solved_lp(GLP_MSG_OFF));
  ck_assert_int_eq(captured(""), 0);
  glp_delete_prob(solved_lp(GLP_MSG_ERR));
  glp_delete_prob(solved_lp(GLP_MSG_ERR));
  ck_assert_int_eq(captured("GLP_GPU"), 1);
}
END_TEST

/* A program fills glp_bfcp by hand, as one compiled for stock GLPK does.  What
 * it leaves in the reserved part is no parameter. */
START_TEST(parameters_filled_by_hand) {
  static const int rest[] = {0, 0x7f, 0xff};
  unsigned t;
  for (t = 0; t < 3 * sizeof rest / sizeof *rest; t++) {
    const char* mode = t % 3 == 0 ? "off" : t % 3 == 1 ? "auto" : "only";
    glp_prob* P = glp_create_prob();
    glp_bfcp parm, got;
    setenv("GLP_GPU", mode, 1);
    memset(&parm, rest[t / 3], sizeof parm);
    parm.type = LUF;
    parm.piv_tol = 0.1;
    parm.piv_lim = 4;
    parm.suhl = GLP_ON;
    parm.eps_tol = 1e-15;
    parm.nfs_max = parm.nrs_max = 50;
    glp_set_bfcp(P, &parm);
    glp_get_bfcp(P, &got);
    ck_assert_int_eq(got.nfs_max, 50);
    ck_assert_int_eq(got.gpu, (int)(t % 3));
    ck_assert_int_eq(got.gpu_backend, GLP_GPU_ANY);
    ck_assert_int_eq(got.gpu_form, GLP_GPU_FORM_ANY);
    ck_assert_int_eq(got.gpu_mark, GLP_GPU_MARK);
    glp_delete_prob(P);
  }
  unsetenv("GLP_GPU");
}
END_TEST

/* The same for glp_iptcp: 25fv47 ended at 6005.3 by a tolerance of garbage. */
START_TEST(interior_parameters_filled_by_hand) {
  glp_iptcp parm;
  glp_prob* P = random_lp(3, 12, 20);
  double right;
  glp_init_iptcp(&parm);
  ck_assert_int_eq(parm.gpu_mark, GLP_GPU_MARK);
  parm.msg_lev = GLP_MSG_OFF;
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  right = glp_ipt_obj_val(P);
  memset(&parm, 0x3f, sizeof parm); /* 4.7e-4 as a double */
  parm.msg_lev = GLP_MSG_OFF;
  parm.ord_alg = GLP_ORD_AMD;
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert(glp_ipt_obj_val(P) == right);
  glp_delete_prob(P);
}
END_TEST

START_TEST(reset_to_defaults) {
  glp_prob* P = random_lp(1, 5, 9);
  glp_bfcp parm;
  unsetenv("GLP_GPU");
  set_gpu(P, GLP_BF_GPU, GLP_GPU_ONLY, GLP_GPU_HOST);
  glp_set_bfcp(P, NULL);
  glp_get_bfcp(P, &parm);
  ck_assert_int_eq(parm.type, LUF);
  ck_assert_int_eq(parm.gpu, GLP_GPU_OFF);
  ck_assert_int_eq(parm.gpu_backend, GLP_GPU_ANY);
  glp_delete_prob(P);
}
END_TEST

struct bad {
  glp_prob* P;
  glp_bfcp parm;
};

static void set_bad(void* info) {
  struct bad* bad = info;
  glp_set_bfcp(bad->P, &bad->parm);
}

START_TEST(invalid_parameters) {
  static const struct {
    const char* name;
    int type, gpu, backend, dev, form;
  } cases[] = {{"type = 0x21", GLP_BF_GPU + GLP_BF_FT, 0, 0, 0, 0},
               {"type = 0x30", GLP_BF_GPU + GLP_BF_BTF, 0, 0, 0, 0},
               {"gpu = -1", LUF, -1, 0, 0, 0},
               {"gpu = 4", LUF, 4, 0, 0, 0},
               {"gpu_backend = -1", LUF, 0, -1, 0, 0},
               {"gpu_backend = 3", LUF, 0, 3, 0, 0},
               {"gpu_dev = -1", LUF, 0, 0, -1, 0},
               {"gpu_form = -1", LUF, 0, 0, 0, -1},
               {"gpu_form = 6", LUF, 0, 0, 0, 6}};
  glp_prob* P = random_lp(2, 8, 20);
  const double lu = solve(P, GLP_MSG_OFF, GLP_OFF);
  unsigned t;
  for (t = 0; t < sizeof cases / sizeof *cases; t++) {
    struct bad bad;
    bad.P = P;
    glp_get_bfcp(P, &bad.parm);
    bad.parm.type = cases[t].type;
    bad.parm.gpu = cases[t].gpu;
    bad.parm.gpu_backend = cases[t].backend;
    bad.parm.gpu_dev = cases[t].dev;
    bad.parm.gpu_form = cases[t].form;
    capture();
    ck_assert_msg(caught(set_bad, &bad), "%s is accepted", cases[t].name);
    ck_assert_int_eq(captured("glp_set_bfcp: "), 1);
    ck_assert_int_eq(captured(cases[t].name), 1);
    glp_get_bfcp(P, &bad.parm);
    ck_assert_int_eq(bad.parm.type, LUF);
    ck_assert(close_to(solve(P, GLP_MSG_OFF, GLP_OFF), lu));
  }
  glp_delete_prob(P);
}
END_TEST

/* The line that names the back end shows that the mode has reached the problem
 * that is really solved.  One session prints it once. */
START_TEST(presolver_inherits) {
  glp_prob* P = random_lp(4, 30, 70);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  capture();
  solve(P, GLP_MSG_ON, GLP_ON);
  ck_assert_int_eq(captured(IN_USE), 1);
  glp_delete_prob(P);
}
END_TEST

START_TEST(copy_inherits) {
  glp_prob *P = random_lp(4, 30, 70), *Q = glp_create_prob();
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
  glp_copy_prob(Q, P, GLP_OFF);
  capture();
  solve(Q, GLP_MSG_ON, GLP_OFF);
  ck_assert_int_eq(captured(IN_USE "host"), 1);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

START_TEST(branch_and_bound_inherits) {
  int presolve;
  for (presolve = GLP_OFF; presolve <= GLP_ON; presolve++) {
    glp_prob *P = random_mip(6, 12, 25), *Q = glp_create_prob();
    glp_iocp parm;
    glp_init_iocp(&parm);
    parm.msg_lev = GLP_MSG_ALL;
    parm.presolve = presolve;
    glp_copy_prob(Q, P, GLP_OFF);
    capture();
    solve(Q, GLP_MSG_OFF, GLP_OFF);
    ck_assert_int_eq(glp_intopt(Q, &parm), 0);
    ck_assert_int_eq(captured("GPU:"), 0);
    set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
    solve(P, GLP_MSG_ON, GLP_OFF);
    ck_assert_int_eq(glp_intopt(P, &parm), 0);
    ck_assert_int_eq(captured(IN_USE), 1);
    ck_assert_int_eq(captured(GIVEN_UP), 0);
    ck_assert_int_eq(glp_mip_status(P), glp_mip_status(Q));
    ck_assert(close_to(glp_mip_obj_val(P), glp_mip_obj_val(Q)));
    glp_delete_prob(P);
    glp_delete_prob(Q);
    glp_free_env();
  }
}
END_TEST

START_TEST(missing_library) {
  glp_prob *P = random_lp(8, 20, 50), *Q = random_lp(9, 20, 50);
  const double p = solve(P, GLP_MSG_OFF, GLP_OFF);
  const double q = solve(Q, GLP_MSG_OFF, GLP_OFF);
  setenv("GPUINV_LIBRARY", "/nonexistent/libgpuinv.so", 1);
  set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  set_gpu(Q, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  capture();
  ck_assert(close_to(solve(P, GLP_MSG_ERR, GLP_OFF), p));
  ck_assert(close_to(solve(Q, GLP_MSG_ERR, GLP_ON), q));
  ck_assert(close_to(solve(P, GLP_MSG_ALL, GLP_ON), p));
  ck_assert_int_eq(captured(GIVEN_UP), 1);
  ck_assert_int_eq(captured("/nonexistent/libgpuinv.so"), 1);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

START_TEST(silent_when_told_so) {
  glp_prob* P = random_lp(8, 20, 50);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  capture();
  solve(P, GLP_MSG_OFF, GLP_ON);
  solve(P, GLP_MSG_ERR, GLP_ON);
  ck_assert_int_eq(captured(""), 0);
  glp_free_env();
  setenv("GPUINV_LIBRARY", "/nonexistent/libgpuinv.so", 1);
  P = random_lp(8, 20, 50);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  capture();
  solve(P, GLP_MSG_OFF, GLP_ON);
  ck_assert_int_eq(captured(""), 0);
  glp_term_out(GLP_OFF);
  solve(P, GLP_MSG_ALL, GLP_ON);
  ck_assert_int_eq(captured(""), 0);
  glp_delete_prob(P);
}
END_TEST

START_TEST(information) {
  glp_prob* P = glp_create_prob();
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  ck_assert_ptr_nonnull(glp_config("GPU"));
  ck_assert_ptr_null(glp_config("no such option"));
  capture();
  parm.gpu_backend = GLP_GPU_HOST;
  ck_assert_int_eq(glp_gpu_info(&parm), 0);
  ck_assert_int_eq(captured("in use: host"), 1);
  ck_assert_int_eq(captured("library LAPACK: /"), 1);
  capture();
  ck_assert_int_eq(glp_gpu_info(NULL), 0);
  ck_assert_int_eq(captured("in use: "), 1);
  parm.gpu_backend = GLP_GPU_CUDA;
  parm.gpu_dev = 1 << 30;
  ck_assert_int_ne(glp_gpu_info(&parm), 0);
  glp_delete_prob(P);
  glp_free_env();
  setenv("GPUINV_LIBRARY", "/nonexistent/libgpuinv.so", 1);
  capture();
  ck_assert_int_ne(glp_gpu_info(&parm), 0);
  ck_assert_int_ne(glp_gpu_info(NULL), 0);
  ck_assert_int_eq(captured("/nonexistent/libgpuinv.so"), 1);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {defaults,
                                reset_to_defaults,
                                invalid_parameters,
                                parameters_filled_by_hand,
                                interior_parameters_filled_by_hand,
                                presolver_inherits,
                                copy_inherits,
                                branch_and_bound_inherits,
                                missing_library,
                                silent_when_told_so,
                                information};
  return run_suite("modes", tests, sizeof tests / sizeof *tests);
}
