/* check_waiting.c (GLPK with an engine that is late or wrong)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The library is faulty.c; it passes all calls on, except for one fault. */

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lp.h"

#define LIMIT 2000 /* milliseconds */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* From now on GLPK opens faulty.c with this fault. */
static void use_faulty(const char* fault) {
  const char* library = getenv("GPUINV_LIBRARY");
  glp_free_env();
  if (getenv("FAULTY_TRUE") == NULL) setenv("FAULTY_TRUE", library, 1);
  setenv("GPUINV_LIBRARY", FAULTY_LIBRARY, 1);
  setenv("FAULTY", fault, 1);
}

static int late; /* calls of the hook */
static int leave_at;
static jmp_buf start;

static int count_calls(void* info, const char* text) {
  (void)info;
  (void)text;
  if (++late == leave_at) longjmp(start, 1);
  return 1;
}

/* Returns the calls of the hook before glp_simplex ends by its limit. */
static int calls_while_waiting(glp_prob* P) {
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  const double begin = now();
  parm.tm_lim = LIMIT;
  late = 0;
  ck_assert_int_eq(glp_simplex(P, &parm), GLP_ETMLIM);
  ck_assert_double_ge(now() - begin, .001 * LIMIT);
  return late;
}

/* An engine that never ends is abandoned when the time is up.  Meanwhile the
 * program's hook is called every 0.1 s. */
START_TEST(hook_and_limit_while_waiting) {
  glp_prob* P;
  use_faulty("endless 1 1");
  P = engine_lp(1, 60, 60);
  glp_term_hook(count_calls, NULL);
  leave_at = 0;
  /* some ten lines are written anyway */
  ck_assert_int_ge(calls_while_waiting(P), 14);
  glp_delete_prob(P);
}
END_TEST

/* The program leaves while GLPK waits, and comes back. */
START_TEST(hook_leaves_while_waiting) {
  glp_prob* P;
  use_faulty("endless 1 1+");
  P = engine_lp(1, 60, 60);
  glp_term_hook(count_calls, NULL);
  late = 0;
  leave_at = 5;
  if (setjmp(start) == 0) {
    const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
    glp_simplex(P, &parm);
    ck_abort_msg("the hook was not called while GLPK waited");
  }
  leave_at = 0;
  glp_delete_prob(P);
  P = engine_lp(1, 60, 60); /* this engine ends */
  ck_assert(close_to(solve(P, GLP_MSG_ALL, GLP_OFF), stock_value(1, 60, 60)));
  glp_delete_prob(P);
}
END_TEST

static int last_count, backwards, answers;
static int* lose_engine; /* the last iteration that an engine showed */

static int watch_counts(void* info, const char* text) {
  const char* colon = strstr(text, ": obj =");
  (void)info;
  answers += strstr(text, "pivots in") != NULL;
  if (lose_engine != NULL && strstr(text, "injected fault") != NULL) {
    *lose_engine = last_count;
    lose_engine = NULL;
  }
  if (colon != NULL) {
    const char* digit = colon;
    while (digit > text && digit[-1] >= '0' && digit[-1] <= '9') digit--;
    backwards += atoi(digit) < last_count;
    last_count = atoi(digit);
  }
  return 1;
}

/* GLPK's own iterations before an engine's answer count, too: the engine that
 * reports one pivot comes after at least a second of them. */
START_TEST(counts_never_run_backwards) {
  glp_prob* P;
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  use_faulty("pivots 1 1");
  P = random_lp(3, 1200, 2400);
  use_engine(P, GLP_GPU_AUTO);
  parm.out_frq = 1;
  glp_term_hook(watch_counts, NULL);
  last_count = backwards = answers = 0;
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert_int_eq(answers, 1);
  ck_assert_int_eq(backwards, 0);
  ck_assert_int_ge(glp_get_it_cnt(P), last_count);
  glp_delete_prob(P);
}
END_TEST

/* The iterations of an engine that fails in the end are lost, but were shown.
 * GLPK's own continue after them. */
START_TEST(counts_go_on_after_a_failure) {
  glp_prob* P;
  glp_smcp parm = method(GLP_DUAL, GLP_MSG_ALL);
  int size = 400, shown;
  do {
    use_faulty("engine_result 1 10");
    P = random_lp(3, size, 2 * size);
    use_engine(P, GLP_GPU_ONLY);
    parm.out_frq = 1;
    glp_term_hook(watch_counts, NULL);
    last_count = backwards = shown = 0;
    lose_engine = &shown;
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    lose_engine = NULL;
    ck_assert_int_eq(glp_get_status(P), GLP_OPT);
    ck_assert_int_eq(backwards, 0);
    ck_assert_int_ge(glp_get_it_cnt(P), last_count);
    ck_assert_int_ge(glp_get_it_cnt(P), shown);
    glp_delete_prob(P);
    size += size / 2;
  } while (shown == 0 && size < 4000);
  ck_assert_int_gt(shown, 0);
}
END_TEST

/* min -x1 - x2 - x3; x1 + x2 <= 2, x1 + (1 + e) x2 <= 2, x3 <= 1, x >= 0: the
 * first two columns make a basis whose condition number is 4 / e. */
static glp_prob* parallel_columns(double e) {
  glp_prob* P = glp_create_prob();
  const int ind[] = {0, 1, 2};
  const double one[] = {0, 1.0, 1.0}, other[] = {0, 1.0, 1.0 + e};
  int j;
  glp_add_rows(P, 2);
  glp_add_cols(P, 3);
  glp_set_mat_row(P, 1, 2, ind, one);
  glp_set_mat_row(P, 2, 2, ind, other);
  for (j = 1; j <= 3; j++) {
    glp_set_obj_coef(P, j, -1.0);
    if (j < 3) glp_set_row_bnds(P, j, GLP_UP, 0.0, 2.0);
    glp_set_col_bnds(P, j, j < 3 ? GLP_LO : GLP_DB, 0.0, 1.0);
  }
  return P;
}

/* An engine's proposal is judged like any basis of GLPK's own. */
START_TEST(bases_are_judged_by_glpk) {
  const double e[] = {4e-16, 1e-14};
  const char* says[] = {"singular", "ill-conditioned"};
  glp_prob* P;
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  use_faulty("proposal 1 7");
  P = parallel_columns(e[_i]);
  use_engine(P, GLP_GPU_ONLY);
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert(close_to(glp_get_obj_val(P), -3.0));
  ck_assert_int_ge(captured(says[_i]), 1);
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  SRunner* runner;
  Suite* suite = suite_create("waiting");
  TCase* tcase = tcase_create("faulty");
  int failed;
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, hook_and_limit_while_waiting);
  tcase_add_test(tcase, hook_leaves_while_waiting);
  tcase_add_test(tcase, counts_never_run_backwards);
  tcase_add_test(tcase, counts_go_on_after_a_failure);
  tcase_add_loop_test(tcase, bases_are_judged_by_glpk, 0, 2);
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
