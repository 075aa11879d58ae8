/* check_limits.c (limits on memory and time, and silence)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "lp.h"
#include "sweep_lp.h"

/* The number of threads that this program and its libraries start. */
static int threads;

int pthread_create(pthread_t* thread, const pthread_attr_t* attr,
                   void* (*start)(void*), void* info) {
  typedef int create(pthread_t*, const pthread_attr_t*, void* (*)(void*),
                     void*);
  create* next = (create*)dlsym(RTLD_NEXT, "pthread_create");
  __sync_fetch_and_add(&threads, 1);
  return next(thread, attr, start, info);
}

static void on_host(glp_prob* P, int gpu, int form) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.gpu = gpu;
  parm.gpu_backend = GLP_GPU_HOST;
  parm.gpu_form = form;
  glp_set_bfcp(P, &parm);
}

/* Returns the most MiB that the process has had since the last call. */
static double peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0;
}

/* A tableau of 40 MB is refused, with a message, if GLPK may have only 4 more.
 * Without a limit it is made.  This is the order because peaks never fall. */
START_TEST(glpk_limit_binds) {
  double before, limited, value, free_value;
  glp_prob* P = flow_lp(16);
  size_t total;
  on_host(P, GLP_GPU_ONLY, GLP_GPU_FORM_TABLEAU);
  glp_mem_usage(NULL, NULL, &total, NULL);
  capture();
  glp_mem_limit((int)(total >> 20) + 4);
  before = peak();
  value = solve(P, GLP_MSG_ALL, GLP_OFF);
  limited = peak() - before;
  ck_assert_int_eq(captured("exceeds memory="), 1);
  glp_mem_limit(1 << 20);
  capture();
  free_value = solve(P, GLP_MSG_ALL, GLP_OFF);
  ck_assert_int_eq(captured("exceeds memory="), 0);
  ck_assert_double_ge(peak() - before, 40.0);
  ck_assert_double_le(limited, 20.0); /* this includes OpenBLAS */
  ck_assert(close_to(value, free_value));
  glp_delete_prob(P);
}
END_TEST

/* Crossover's copies of the problem are refused by arithmetic and with both
 * numbers; the answer is that of GLPK then. */
START_TEST(crossover_limit_binds) {
  glp_prob* P = flow_lp(24);
  double value, free_value;
  size_t total;
  on_host(P, GLP_GPU_ONLY, GLP_GPU_FORM_CROSS);
  glp_mem_usage(NULL, NULL, &total, NULL);
  capture();
  glp_mem_limit((int)(total >> 20) + 4);
  value = solve(P, GLP_MSG_ALL, GLP_OFF);
  ck_assert_int_eq(captured("copies of the problem of "), 1);
  ck_assert_int_eq(captured(" exceed memory="), 1);
  glp_mem_limit(1 << 20);
  capture();
  free_value = solve(P, GLP_MSG_ALL, GLP_OFF);
  ck_assert_int_eq(captured(" exceed memory="), 0);
  ck_assert(close_to(value, free_value));
  glp_delete_prob(P);
}
END_TEST

/* With the mode off nothing is done by threads, be the matrix as large as it
 * may, and a session there from before; with the mode on they work. */
START_TEST(no_threads_with_the_mode_off) {
  glp_prob *P = dense_lp(800), *small = random_lp(42, 30, 70);
  glp_smcp parm;
  int before;
  glp_term_out(GLP_OFF);
  on_host(small, GLP_GPU_ONLY, GLP_GPU_FORM_ANY);
  solve(small, GLP_MSG_OFF, GLP_OFF);
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  parm.it_lim = 1;
  before = threads;
  on_host(P, GLP_GPU_OFF, GLP_GPU_FORM_ANY);
  glp_simplex(P, &parm);
  ck_assert_int_eq(threads, before);
  on_host(P, GLP_GPU_ONLY, GLP_GPU_FORM_NONE);
  glp_simplex(P, &parm);
  ck_assert_int_gt(threads, before);
  glp_delete_prob(P);
  glp_delete_prob(small);
}
END_TEST

/* At GLP_MSG_OFF an interior point prints nothing, however it ends. */
static int lines_of_interior(glp_prob* P, int gpu, int backend) {
  glp_iptcp parm;
  glp_bfcp bfcp;
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  on_host(P, gpu, GLP_GPU_FORM_ANY);
  glp_get_bfcp(P, &bfcp);
  bfcp.gpu_backend = backend;
  glp_set_bfcp(P, &bfcp);
  capture();
  glp_interior(P, &parm);
  return captured("");
}

START_TEST(silent_interior) {
  static const char* faults[] = {"", "factor:1+", "normal:1+:nan", "blas:1+"};
  glp_prob* P = random_lp(43, 30, 70);
  glp_prob* Q = random_lp(44, 30, 70);
  setenv("GPUINV_FAULT", faults[_i], 1);
  glp_set_row_bnds(Q, 1, GLP_FX, 1e6, 1e6); /* infeasible */
  ck_assert_int_eq(lines_of_interior(P, GLP_GPU_OFF, GLP_GPU_ANY), 0);
  ck_assert_int_eq(lines_of_interior(P, GLP_GPU_ONLY, GLP_GPU_HOST), 0);
  ck_assert_int_eq(lines_of_interior(P, GLP_GPU_AUTO, GLP_GPU_HOST), 0);
  ck_assert_int_eq(lines_of_interior(P, GLP_GPU_ONLY, GLP_GPU_CUDA), 0);
  ck_assert_int_eq(lines_of_interior(Q, GLP_GPU_ONLY, GLP_GPU_HOST), 0);
}
END_TEST

/* min x1 + 2 x2 + x3 + 2 x4; x1 + x2 = 1; x3 + x4 = 1e9; x >= 0.  Compared to
 * 1e9, a violation of the first row is tiny, and stock's own test does not
 * notice it. */
static glp_prob* hidden_row(void) {
  const double one[] = {0.0, 1.0, 1.0};
  glp_prob* P = glp_create_prob();
  int k;
  glp_add_rows(P, 2);
  glp_add_cols(P, 4);
  for (k = 1; k <= 2; k++) {
    const int ind[] = {0, 2 * k - 1, 2 * k};
    glp_set_mat_row(P, k, 2, ind, one);
    glp_set_row_bnds(P, k, GLP_FX, k == 1 ? 1.0 : 1e9, 0.0);
  }
  for (k = 1; k <= 4; k++) {
    glp_set_col_bnds(P, k, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, k, k % 2 ? 1.0 : 2.0);
  }
  return P;
}

/* If stock's interior point takes over, glp_check_kkt also has the last word
 * on its point; the simplex method then finds another one, and leaves the
 * basic solution alone. */
START_TEST(stock_interior_is_judged) {
  glp_prob* P = hidden_row();
  const int all[] = {0, 1, 2, 3, 4};
  const double one[] = {0.0, 1.0, 1.0, 1.0, 1.0};
  const double mixed[] = {0.0, 1.0, -1.0, 2.0, -1.0};
  glp_iptcp parm;
  double ae, re;
  int ae_ind, re_ind;
  setenv("GPUINV_FAULT", "blas:1+", 1);
  glp_init_iptcp(&parm);
  capture();
  /* with the mode off, stock calls this an optimum */
  on_host(P, GLP_GPU_OFF, GLP_GPU_FORM_ANY);
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
  glp_check_kkt(P, GLP_IPT, GLP_KKT_PB, &ae, &ae_ind, &re, &re_ind);
  ck_assert_double_gt(re, 1e-6);
  on_host(P, GLP_GPU_ONLY, GLP_GPU_FORM_ANY);
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_ipt_status(P), GLP_OPT);
  ck_assert_double_eq(glp_ipt_obj_val(P), 1e9 + 1.0);
  glp_check_kkt(P, GLP_IPT, GLP_KKT_PB, &ae, &ae_ind, &re, &re_ind);
  ck_assert_double_le(re, 1e-6);
  ck_assert_int_eq(glp_get_status(P), GLP_UNDEF);
  ck_assert_int_eq(captured("Working LP has"), 2); /* stock, both times */
  /* it does not prove that nothing is feasible */
  glp_set_mat_row(P, 1, 4, all, one);
  glp_set_mat_row(P, 2, 4, all, mixed); /* at most 2 */
  glp_set_row_bnds(P, 2, GLP_FX, 10.0, 0.0);
  ck_assert_int_eq(glp_interior(P, &parm), 0);
  ck_assert_int_eq(glp_ipt_status(P), GLP_NOFEAS);
  ck_assert_int_eq(captured("GPU: result of GLPK is not proven; using"), 1);
  glp_delete_prob(P);
}
END_TEST

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* CPU seconds of the process when the limit passed. */
static double cpu_at_limit;

static void* watch(void* info) {
  const struct timespec limit = {0, 500000000};
  (void)info;
  nanosleep(&limit, NULL);
  cpu_at_limit = cpu_seconds();
  return NULL;
}

/* The limit is half a second for a dense LP that takes many.  Returns the
 * seconds that all threads calculate after the limit, which a busy machine
 * does not change. */
static double over_time(int gpu, int interior) {
  glp_prob* P = dense_lp(1500);
  pthread_t watcher;
  double used;
  on_host(P, gpu, GLP_GPU_FORM_ANY);
  cpu_at_limit = HUGE_VAL;
  ck_assert_int_eq(pthread_create(&watcher, NULL, watch, NULL), 0);
  if (interior) {
    glp_iptcp parm;
    glp_init_iptcp(&parm);
    parm.msg_lev = GLP_MSG_OFF;
    parm.tm_lim = 500; /* the mode obeys a limit here, GLPK does not */
    ck_assert_int_eq(glp_interior(P, &parm), GLP_ETMLIM);
  } else {
    glp_smcp parm;
    glp_init_smcp(&parm);
    parm.msg_lev = GLP_MSG_OFF;
    parm.tm_lim = 500;
    glp_simplex(P, &parm);
  }
  used = cpu_seconds();
  pthread_join(watcher, NULL);
  glp_delete_prob(P);
  return used - cpu_at_limit;
}

/* Returns the seconds times the patience for busy machines. */
static double patience(double seconds) {
  const char* factor = getenv("GPUINV_PATIENCE");
  return seconds * (factor ? atof(factor) : 1.0);
}

/* Building, scaling and copying a dense LP takes time in any mode. */
START_TEST(time_limit_of_dense_simplex) {
  const double stock = (glp_term_out(GLP_OFF), over_time(GLP_GPU_OFF, 0));
  ck_assert_double_le(over_time(GLP_GPU_ONLY, 0), stock + patience(0.3));
}
END_TEST

START_TEST(time_limit_of_dense_interior) {
  glp_term_out(GLP_OFF);
  ck_assert_double_le(over_time(GLP_GPU_ONLY, 1), patience(0.5));
}
END_TEST

/* min 1e9 x - 0.05 y, x >= 1, 0 <= y <= 10: next to the first cost, GLPK does
 * not see the second, and calls y = 0 optimal. */
static glp_prob* unseen_cost(void) {
  const int ind[] = {0, 1};
  const double one[] = {0.0, 1.0};
  glp_prob* P = glp_create_prob();
  glp_add_rows(P, 1);
  glp_add_cols(P, 2);
  glp_set_mat_row(P, 1, 1, ind, one);
  glp_set_row_bnds(P, 1, GLP_LO, 1.0, 0.0);
  glp_set_col_bnds(P, 1, GLP_LO, 0.0, 0.0);
  glp_set_col_bnds(P, 2, GLP_DB, 0.0, 10.0);
  glp_set_obj_coef(P, 1, 1e9);
  glp_set_obj_coef(P, 2, -0.05);
  return P;
}

/* Returns how often a search that is cut after 0 to 4 pivots ends with a
 * solution that is called optimal and is not. */
static int wrong_optima(int gpu, int type, int meth) {
  int limit, count = 0;
  for (limit = 0; limit <= 4; limit++) {
    glp_prob* P = unseen_cost();
    glp_smcp parm = method(meth, GLP_MSG_OFF);
    glp_bfcp bfcp;
    on_host(P, gpu, GLP_GPU_FORM_ANY);
    glp_get_bfcp(P, &bfcp);
    bfcp.type = type;
    glp_set_bfcp(P, &bfcp);
    parm.it_lim = limit;
    glp_simplex(P, &parm);
    count += glp_get_status(P) == GLP_OPT && glp_get_col_prim(P, 2) < 9.0;
    glp_delete_prob(P);
  }
  return count;
}

START_TEST(optimum_at_the_limit) {
  static const int meths[] = {GLP_PRIMAL, GLP_DUAL};
  const int luf = GLP_BF_LUF + GLP_BF_FT, meth = meths[_i];
  ck_assert_int_gt(wrong_optima(GLP_GPU_OFF, luf, meth), 0); /* as stock */
  ck_assert_int_eq(wrong_optima(GLP_GPU_ONLY, luf, meth), 0);
  ck_assert_int_eq(wrong_optima(GLP_GPU_AUTO, luf, meth), 0);
  ck_assert_int_eq(wrong_optima(GLP_GPU_OFF, GLP_BF_GPU, meth), 0);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("limits");
  TCase* tcase = tcase_create("limits");
  SRunner* runner;
  int failed;
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, glpk_limit_binds);
  tcase_add_test(tcase, crossover_limit_binds);
  tcase_add_test(tcase, no_threads_with_the_mode_off);
  tcase_add_loop_test(tcase, silent_interior, 0, 4);
  tcase_add_test(tcase, stock_interior_is_judged);
  tcase_add_loop_test(tcase, optimum_at_the_limit, 0, 2);
  tcase_add_test(tcase, time_limit_of_dense_simplex);
  tcase_add_test(tcase, time_limit_of_dense_interior);
  suite_add_tcase(suite, tcase);
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
