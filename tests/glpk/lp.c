/* lp.c (problems and the terminal, for tests of the patched GLPK)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "lp.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Returns a number uniform in [0, 1) by a congruential generator, equal on all
 * machines. */
static double uniform(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

glp_prob* random_lp(unsigned seed, int m, int n) {
  glp_prob* P = glp_create_prob();
  double* activity = calloc(m + 1, sizeof(double));
  int ind[6];
  double val[6];
  int i, j, t;
  glp_add_rows(P, m);
  glp_add_cols(P, n);
  for (j = 1; j <= n; j++) {
    const double x0 = uniform(&seed);
    int len = 0;
    for (t = 1; t <= 4; t++) {
      const int row = 1 + (int)(m * uniform(&seed));
      int k = 1;
      while (k <= len && ind[k] != row) k++;
      if (k <= len) continue;
      ind[++len] = row;
      val[len] = (uniform(&seed) < 0.3 ? -1 : 1) * (0.1 + uniform(&seed));
      activity[row] += val[len] * x0;
    }
    glp_set_mat_col(P, j, len, ind, val);
    glp_set_col_bnds(P, j, GLP_DB, 0.0, 2.0);
    glp_set_obj_coef(P, j, uniform(&seed) - 0.5);
  }
  for (i = 1; i <= m; i++)
    glp_set_row_bnds(P, i, GLP_DB, activity[i] - 0.5, activity[i] + 0.5);
  free(activity);
  return P;
}

glp_prob* random_mip(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  int i, j;
  for (j = 1; j <= n; j++) glp_set_col_kind(P, j, GLP_IV);
  for (i = 1; i <= m; i++)
    glp_set_row_bnds(P, i, GLP_UP, 0.0, 1.0 + glp_get_row_ub(P, i));
  return P;
}

glp_prob* tiny_basis(int m) {
  glp_prob* P = glp_create_prob();
  int i, j;
  glp_add_rows(P, m);
  glp_add_cols(P, m);
  for (j = 1; j <= m; j++) {
    int* ind = malloc((1 + m) * sizeof(int));
    double* val = malloc((1 + m) * sizeof(double));
    for (i = 1; i <= m; i++) {
      ind[i] = i;
      val[i] = 1e-25 * (i == j ? 2 * m : cos(i + 7 * j));
    }
    glp_set_mat_col(P, j, m, ind, val);
    glp_set_col_stat(P, j, GLP_BS);
    glp_set_row_stat(P, j, GLP_NS);
    free(ind);
    free(val);
  }
  return P;
}

void set_gpu(glp_prob* P, int type, int gpu, int backend) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.type = type;
  parm.gpu = gpu;
  parm.gpu_backend = backend;
  parm.gpu_form = GLP_GPU_FORM_NONE;
  glp_set_bfcp(P, &parm);
}

double solve(glp_prob* P, int msg_lev, int presolve) {
  glp_smcp parm;
  int ret;
  glp_init_smcp(&parm);
  parm.msg_lev = msg_lev;
  parm.presolve = presolve;
  glp_std_basis(P);
  ret = glp_simplex(P, &parm);
  ck_assert_msg(ret == 0, "glp_simplex returns %d", ret);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  return glp_get_obj_val(P);
}

void use_engine(glp_prob* P, int mode) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.gpu = mode;
  parm.gpu_form = GLP_GPU_FORM_TABLEAU;
  glp_set_bfcp(P, &parm);
}

glp_prob* engine_lp(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  use_engine(P, GLP_GPU_ONLY);
  return P;
}

glp_smcp method(int meth, int msg_lev) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.meth = meth;
  parm.msg_lev = msg_lev;
  return parm;
}

double stock_value(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  glp_delete_prob(P);
  return value;
}

int close_to(double x, double y) {
  return fabs(x - y) <= 1e-9 * fmax(1.0, fabs(y));
}

static char kept[1 << 18];
static size_t used;

static int keep(void* info, const char* text) {
  const size_t len = strlen(text);
  (void)info;
  if (used + len < sizeof kept) {
    memcpy(kept + used, text, len + 1);
    used += len;
  }
  return 1;
}

void capture(void) {
  used = 0;
  kept[0] = '\0';
  glp_term_hook(keep, NULL);
}

int captured(const char* text) {
  const char* line = kept;
  int count = 0;
  while (*line != '\0') {
    const char* end = strchr(line, '\n');
    const char* found = strstr(line, text);
    if (end == NULL) end = line + strlen(line) - 1;
    if (found != NULL && found <= end) count++;
    line = end + 1;
  }
  return count;
}

static jmp_buf catcher;

static void leave(void* info) {
  (void)info;
  longjmp(catcher, 1);
}

int caught(void (*func)(void* info), void* info) {
  volatile int error = 1;
  glp_error_hook(leave, NULL);
  if (setjmp(catcher) == 0) {
    func(info);
    error = 0;
  }
  glp_error_hook(NULL, NULL);
  return error;
}

static void free_env(void) { glp_free_env(); }

int run_suite(const char* name, const TTest* const tests[], int count) {
  Suite* suite = suite_create(name);
  SRunner* runner;
  int k, failed;
  for (k = 0; k < count; k++) {
    TCase* one = tcase_create(name);
    tcase_set_timeout(one, 120);
    tcase_add_checked_fixture(one, NULL, free_env);
    tcase_add_test(one, tests[k]);
    suite_add_tcase(suite, one);
  }
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
