/* check_steady.c (mode steady: each run is the same, however long it takes)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lp.h"

#define RUNS 10
#define SIZE 500 /* rows and columns */

static double uniform(unsigned* seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (*seed >> 8 & 0xffffff) / 16777216.0;
}

/* Returns a dense LP, feasible at 10 * e, for which GLPK needs a second and
 * some thousand pivots.  Half of its rows are <=, half >=, with boxes and
 * costs of both signs:
 *    min c'x, A x <= or >= b, 0 <= x <= 20. */
static glp_prob* dense_lp(void) {
  glp_prob* P = glp_create_prob();
  unsigned seed = 1;
  double* val = calloc(SIZE + 1, sizeof *val);
  int* ind = calloc(SIZE + 1, sizeof *ind);
  int i, j;
  glp_add_rows(P, SIZE);
  glp_add_cols(P, SIZE);
  for (j = 1; j <= SIZE; j++) {
    glp_set_col_bnds(P, j, GLP_DB, 0.0, 20.0);
    glp_set_obj_coef(P, j, uniform(&seed) - 0.5);
    ind[j] = j;
  }
  for (i = 1; i <= SIZE; i++) {
    double sum = 0.0;
    for (j = 1; j <= SIZE; j++) {
      val[j] = (uniform(&seed) < 0.33 ? -1 : 1) * (0.1 + 9.9 * uniform(&seed));
      sum += 10.0 * val[j];
    }
    glp_set_mat_row(P, i, SIZE, ind, val);
    glp_set_row_bnds(P, i, i % 2 ? GLP_UP : GLP_LO, sum, sum);
  }
  free(val);
  free(ind);
  return P;
}

/* --- delays ------------------------------------------------------------- */

static void rest(long milliseconds) {
  struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&t, NULL);
}

/* The disturbances of a run: the first lines on the terminal take long, and
 * other threads use the processors. */
struct disturbance {
  int lines, milliseconds, threads;
};
static struct disturbance now;
static int count, pivots; /* last count shown; the engine's */
static int before;        /* the count shown when the engine began */
static atomic_int busy;

static void* work(void* info) {
  while (busy) continue;
  return info;
}

static int on_terminal(void* info, const char* text) {
  const char* colon = strstr(text, ": obj =");
  (void)info;
  if (now.lines > 0) {
    now.lines--;
    rest(now.milliseconds);
  }
  if (colon != NULL) {
    const char* digit = colon;
    while (digit > text && digit[-1] >= '0' && digit[-1] <= '9') digit--;
    count = atoi(digit);
  }
  if (before < 0 && strncmp(text, "GPU: ", 5) == 0) before = count;
  if (strstr(text, " pivots in ") != NULL)
    pivots += atoi(strpbrk(text, "0123456789"));
  return 1;
}

/* --- runs ----------------------------------------------------------------- */

struct answer {
  int ret, status, iterations;
  double objective, prim[2 * SIZE], dual[2 * SIZE];
  int stat[2 * SIZE];
};

static void take(struct answer* a, glp_prob* P) {
  int k;
  a->status = glp_get_status(P);
  a->iterations = glp_get_it_cnt(P);
  a->objective = glp_get_obj_val(P);
  for (k = 0; k < SIZE; k++) {
    a->prim[k] = glp_get_row_prim(P, k + 1);
    a->dual[k] = glp_get_row_dual(P, k + 1);
    a->stat[k] = glp_get_row_stat(P, k + 1);
    a->prim[SIZE + k] = glp_get_col_prim(P, k + 1);
    a->dual[SIZE + k] = glp_get_col_dual(P, k + 1);
    a->stat[SIZE + k] = glp_get_col_stat(P, k + 1);
  }
}

static void run(struct answer* a, int mode, int meth, struct disturbance d) {
  glp_prob* P = dense_lp();
  glp_smcp parm = method(meth, GLP_MSG_ALL);
  pthread_t thread[8];
  int t;
  memset(a, 0, sizeof *a);
  use_engine(P, mode);
  parm.out_frq = 1;
  count = pivots = 0;
  before = -1;
  now = d;
  busy = 1;
  for (t = 0; t < d.threads; t++)
    ck_assert_int_eq(pthread_create(&thread[t], NULL, work, NULL), 0);
  glp_term_hook(on_terminal, NULL);
  a->ret = glp_simplex(P, &parm);
  glp_term_hook(NULL, NULL);
  busy = 0;
  for (t = 0; t < d.threads; t++) pthread_join(thread[t], NULL);
  take(a, P);
  glp_delete_prob(P);
}

/* Ten runs with different disturbances make the same pivots to the same bits,
 * some of them GLPK's own, some the engine's. */
START_TEST(runs_are_alike) {
  static const int methods[] = {GLP_PRIMAL, GLP_DUALP};
  static struct answer first, other;
  const int meth = methods[_i];
  int k;
  for (k = 0; k < RUNS; k++) {
    const struct disturbance d = {7 * k % RUNS, 40 * (k % 4), 3 * k % 8};
    run(k == 0 ? &first : &other, GLP_GPU_STEADY, meth, d);
    if (k == 0) {
      ck_assert_int_eq(first.ret, 0);
      ck_assert_int_eq(first.status, GLP_OPT);
      ck_assert_int_gt(before, 100);
      ck_assert_int_gt(pivots, 0);
      ck_assert_int_ge(first.iterations, before + pivots);
    } else
      ck_assert_msg(memcmp(&first, &other, sizeof first) == 0,
                    "run %d: %d iterations, first %d", k, other.iterations,
                    first.iterations);
  }
}
END_TEST

/* The delays are effective: they change when the race of mode auto begins. */
START_TEST(auto_depends_on_time) {
  static struct answer quick, slow;
  const struct disturbance none = {0, 0, 0}, long_one = {3, 400, 0};
  int begun;
  run(&slow, GLP_GPU_AUTO, GLP_PRIMAL, long_one);
  begun = before;
  ck_assert_int_ge(begun, 0);
  run(&quick, GLP_GPU_AUTO, GLP_PRIMAL, none);
  ck_assert(before < 0 || before > begun + 20); /* within .05 s */
  ck_assert(close_to(slow.objective, quick.objective));
}
END_TEST

/* Small problems are left to GLPK and agree to the bit. */
START_TEST(small_ones_are_stocks) {
  int k;
  for (k = 0; k < 20; k++) {
    glp_prob* P = random_lp(k, 30, 50);
    glp_prob* Q = random_lp(k, 30, 50);
    const double off = solve(P, GLP_MSG_OFF, GLP_OFF);
    use_engine(Q, GLP_GPU_STEADY);
    ck_assert(solve(Q, GLP_MSG_OFF, GLP_OFF) == off);
    ck_assert_int_eq(glp_get_it_cnt(Q), glp_get_it_cnt(P));
    glp_delete_prob(P);
    glp_delete_prob(Q);
  }
}
END_TEST

int main(void) {
  SRunner* runner;
  Suite* suite = suite_create("steady");
  TCase* tcase = tcase_create("steady");
  int failed;
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, runs_are_alike, 0, 2);
  tcase_add_test(tcase, auto_depends_on_time);
  tcase_add_test(tcase, small_ones_are_stocks);
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
