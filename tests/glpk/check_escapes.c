/* check_escapes.c (longjmp, threads, fork, memory accounts)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)

static glp_prob* gpu_lp(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  return P;
}

static double stock_optimum(unsigned seed, int m, int n) {
  glp_prob* P = random_lp(seed, m, n);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  glp_delete_prob(P);
  return value;
}

static jmp_buf escape;
static const char* exit_text;
static int lines_left;

static int jump_out(void* info, const char* text) {
  (void)info;
  if (strstr(text, exit_text) && --lines_left == 0) longjmp(escape, 1);
  return 1;
}

/* Leaves by the k-th line of output that contains exit_text.  Returns whether
 * it got so far. */
static int escapes_at(int k, glp_prob* P, int presolve) {
  lines_left = k;
  if (setjmp(escape) != 0) return 1;
  glp_term_hook(jump_out, NULL);
  solve(P, GLP_MSG_DBG, presolve);
  return 0;
}

/* This program then frees the whole environment, as igraph does. */
START_TEST(escape_and_free_env) {
  const double value = stock_optimum(21, 30, 70);
  volatile int k, presolve;
  exit_text = "";
  for (presolve = GLP_OFF; presolve <= GLP_ON; presolve++) {
    int more = 1;
    for (k = 1; more; k++) {
      more = escapes_at(k, gpu_lp(21, 30, 70), presolve);
      glp_free_env();
    }
    ck_assert_msg(k > 5, "only %d lines were printed", k - 2);
  }
  capture();
  ck_assert(close_to(solve(gpu_lp(21, 30, 70), GLP_MSG_ON, GLP_OFF), value));
  ck_assert_int_eq(captured("using the CPU"), 0);
}
END_TEST

/* This one keeps the problem and solves it again. */
START_TEST(escape_and_go_on) {
  const double value = stock_optimum(22, 30, 70);
  glp_prob* P = gpu_lp(22, 30, 70);
  volatile int k, more = 1;
  exit_text = "";
  for (k = 1; more; k++) {
    more = escapes_at(k, P, GLP_OFF);
    capture();
    ck_assert(close_to(solve(P, GLP_MSG_ERR, GLP_OFF), value));
    ck_assert_int_eq(captured(""), 0);
    /* the escape has removed the factorization with its parameters */
    set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_ANY);
  }
  ck_assert(k > 5);
}
END_TEST

/* The escape happens while the simplex engine builds its tableau.  It reads a
 * matrix of GLPK that is large enough to be unmapped when it is freed. */
START_TEST(escape_from_engine) {
  volatile int round;
  for (round = 1; round <= 4; round++) {
    glp_prob* P = gpu_lp(27, 300, 60000);
    glp_bfcp parm;
    glp_get_bfcp(P, &parm);
    parm.gpu_form = GLP_GPU_FORM_TABLEAU;
    glp_set_bfcp(P, &parm);
    exit_text = "GPU: simplex on";
    ck_assert(escapes_at(1, P, GLP_OFF));
    if (round % 2 == 0) solve(gpu_lp(28, 30, 70), GLP_MSG_OFF, GLP_OFF);
    glp_free_env();
  }
}
END_TEST

START_TEST(memory_is_returned) {
  int count, count0, round;
  size_t total, total0;
  glp_term_out(GLP_OFF);
  glp_mem_usage(&count0, NULL, &total0, NULL);
  for (round = 0; round < 3; round++) {
    glp_prob* P = gpu_lp(23, 40, 90);
    solve(P, GLP_MSG_ALL, round % 2);
    ck_assert_int_eq(glp_factorize(P), 0);
    glp_delete_prob(P);
    glp_mem_usage(&count, NULL, &total, NULL);
    ck_assert_int_eq(count, count0);
    ck_assert_uint_eq(total, total0);
  }
}
END_TEST

/* --- threads.  A thread has an environment of its own.  GLPK charges a block
 * to the thread that frees it, so these threads first allocate enough.  The
 * owner's list of blocks begins with its newest one, which must not be freed
 * elsewhere, so the owner allocates more, too. */

static void allocate_much(void) {
  unsigned seed;
  for (seed = 1; seed <= 20; seed++) (void)random_lp(seed, 100, 300);
}

struct errand {
  glp_prob* P;
  double value;
  double x[31];
};

static void* delete_elsewhere(void* info) {
  struct errand* errand = info;
  glp_prob* last;
  allocate_much();
  glp_delete_prob(errand->P);
  last = gpu_lp(24, 30, 70);
  errand->value = solve(last, GLP_MSG_OFF, GLP_OFF);
  glp_free_env();
  return NULL;
}

START_TEST(deleted_on_another_thread) {
  struct errand errand;
  pthread_t thread;
  const double value = stock_optimum(24, 30, 70);
  glp_prob* next;
  errand.P = gpu_lp(24, 30, 70);
  ck_assert(close_to(solve(errand.P, GLP_MSG_OFF, GLP_OFF), value));
  next = gpu_lp(24, 30, 70);
  ck_assert_int_eq(pthread_create(&thread, NULL, delete_elsewhere, &errand), 0);
  pthread_join(thread, NULL);
  ck_assert(close_to(errand.value, value));
  ck_assert(close_to(solve(next, GLP_MSG_OFF, GLP_OFF), value));
}
END_TEST

static void* use_elsewhere(void* info) {
  struct errand* errand = info;
  allocate_much();
  glp_ftran(errand->P, errand->x);
  errand->value = solve(errand->P, GLP_MSG_OFF, GLP_OFF);
  return NULL;
}

START_TEST(used_on_another_thread) {
  const int m = 30;
  struct errand errand;
  pthread_t thread;
  glp_prob* P = random_lp(25, m, 70);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  double x[31];
  int i;
  errand.P = glp_create_prob();
  glp_copy_prob(errand.P, P, GLP_OFF);
  set_gpu(errand.P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
  ck_assert_int_eq(glp_factorize(P), 0);
  ck_assert_int_eq(glp_factorize(errand.P), 0);
  allocate_much();
  for (i = 1; i <= m; i++) x[i] = errand.x[i] = i % 7;
  glp_ftran(P, x);
  ck_assert_int_eq(pthread_create(&thread, NULL, use_elsewhere, &errand), 0);
  pthread_join(thread, NULL);
  for (i = 1; i <= m; i++) ck_assert(close_to(errand.x[i], x[i]));
  ck_assert(close_to(errand.value, value));
}
END_TEST

static void* solve_elsewhere(void* info) {
  struct errand* errand = info;
  glp_ftran(errand->P, errand->x);
  glp_free_env();
  return NULL;
}

/* Another thread takes along what it needs for its solve.  If the CPU there
 * finds the basis singular, the inverse serves. */
START_TEST(solved_on_another_thread) {
  const int m = 8;
  int k, i;
  for (k = 0; k < 2; k++) {
    struct errand errand;
    pthread_t thread;
    double x[31], y[31];
    errand.P = k == 0 ? gpu_lp(26, m, 20) : tiny_basis(m);
    if (k == 0) solve(errand.P, GLP_MSG_OFF, GLP_OFF);
    set_gpu(errand.P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
    ck_assert_int_eq(glp_factorize(errand.P), 0);
    for (i = 1; i <= m; i++) x[i] = y[i] = errand.x[i] = i % 7;
    glp_ftran(errand.P, x);
    ck_assert_int_eq(pthread_create(&thread, NULL, solve_elsewhere, &errand),
                     0);
    pthread_join(thread, NULL);
    for (i = 1; i <= m; i++)
      ck_assert_double_le(fabs(errand.x[i] - x[i]), 1e-12 * fabs(x[i]));
    glp_ftran(errand.P, y);
    for (i = 1; i <= m; i++) ck_assert_double_eq(y[i], x[i]);
    glp_delete_prob(errand.P);
  }
}
END_TEST

struct team {
  unsigned seed;
  int good;
};

static void* solve_many(void* info) {
  struct team* team = info;
  int round;
  glp_term_out(GLP_OFF);
  for (round = 0; round < 10; round++) {
    const unsigned seed = team->seed + round;
    glp_prob *P = random_lp(seed, 30, 70), *Q = gpu_lp(seed, 30, 70);
    glp_simplex(P, NULL);
    glp_simplex(Q, NULL);
    team->good += close_to(glp_get_obj_val(Q), glp_get_obj_val(P));
    glp_delete_prob(P);
    glp_delete_prob(Q);
    if (round % 3 == 2) {
      glp_free_env();
      glp_term_out(GLP_OFF);
    }
  }
  glp_free_env();
  return NULL;
}

START_TEST(threads_at_once) {
  pthread_t threads[4];
  struct team teams[4];
  int t;
  for (t = 0; t < 4; t++) {
    teams[t].seed = 100 * (t + 1);
    teams[t].good = 0;
    ck_assert_int_eq(pthread_create(&threads[t], NULL, solve_many, &teams[t]),
                     0);
  }
  for (t = 0; t < 4; t++) {
    pthread_join(threads[t], NULL);
    ck_assert_int_eq(teams[t].good, 10);
  }
}
END_TEST

/* A child uses its parent's factorization, then solves again. */
static int child_agrees(glp_prob* P, const double x[], double value) {
  double y[31];
  glp_smcp parm;
  int i;
  for (i = 1; i <= 30; i++) y[i] = i % 5;
  glp_ftran(P, y);
  for (i = 1; i <= 30; i++)
    if (!close_to(y[i], x[i])) return 0;
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  glp_std_basis(P);
  return glp_simplex(P, &parm) == 0 && close_to(glp_get_obj_val(P), value);
}

START_TEST(fork_after_solving) {
  glp_prob* P = gpu_lp(26, 30, 70);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  double x[31];
  int i, round, status;
  ck_assert(close_to(value, stock_optimum(26, 30, 70)));
  for (i = 1; i <= 30; i++) x[i] = i % 5;
  glp_ftran(P, x);
  for (round = 0; round < 2; round++) {
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) _exit(child_agrees(P, x, value) ? 0 : 1);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "the child ends with status %d", status);
    ck_assert(close_to(solve(P, GLP_MSG_OFF, GLP_OFF), value));
    for (i = 1; i <= 30; i++) x[i] = i % 5;
    glp_ftran(P, x);
  }
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      escape_and_free_env,       escape_and_go_on,
      escape_from_engine,        memory_is_returned,
      deleted_on_another_thread, used_on_another_thread,
      solved_on_another_thread,  threads_at_once,
      fork_after_solving};
  return run_suite("escapes", tests, sizeof tests / sizeof *tests);
}
