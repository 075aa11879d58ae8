/* check_signals.c (calls that a signal handler leaves by siglongjmp)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sage, among others, leaves on SIGINT from wherever the program is.  The
 * abandoned call is lost; whatever comes next must work as ever. */

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)

/* A handler that leaves malloc leaves its lock behind, in stock GLPK, too.  So
 * programs delay signals there, and this one does so as well. */

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void __libc_free(void* block);

static __thread volatile int allocating;

void* malloc(size_t size) {
  void* block;
  allocating++;
  block = __libc_malloc(size);
  allocating--;
  return block;
}

void* calloc(size_t count, size_t size) {
  void* block;
  allocating++;
  block = __libc_calloc(count, size);
  allocating--;
  return block;
}

void* realloc(void* block, size_t size) {
  allocating++;
  block = __libc_realloc(block, size);
  allocating--;
  return block;
}

void free(void* block) {
  allocating++;
  __libc_free(block);
  allocating--;
}

static sigjmp_buf escape;
static volatile sig_atomic_t armed;
static pthread_t own;

static void set_timer(double seconds) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)(1e6 * fmod(seconds, 1.0));
  setitimer(ITIMER_REAL, &timer, NULL);
}

static void leave(int number) {
  (void)number;
  if (!armed) return;
  if (!pthread_equal(pthread_self(), own)) abort(); /* on no other thread */
  if (allocating) {
    set_timer(20e-6);
    return;
  }
  armed = 0;
  siglongjmp(escape, 1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* A task to be left; returns whether all went well.  It makes no assertion,
 * because Check takes a lock for that. */
typedef int task(glp_prob* P);

/* Returns whether the task was left. */
static int left_after(double seconds, task* work, glp_prob* P) {
  int good;
  if (sigsetjmp(escape, 1) != 0) return 1;
  armed = 1;
  set_timer(seconds);
  good = work(P);
  armed = 0;
  set_timer(0.0);
  ck_assert(good);
  return 0;
}

static glp_prob* dense_lp(int m, int n) {
  glp_prob* P = glp_create_prob();
  int* ind = calloc(1 + m, sizeof(int));
  double* val = calloc(1 + m, sizeof(double));
  unsigned state = 7;
  int i, j;
  glp_add_rows(P, m);
  glp_add_cols(P, n);
  for (i = 1; i <= m; i++) {
    ind[i] = i;
    glp_set_row_bnds(P, i, GLP_UP, 0.0, 100.0);
  }
  for (j = 1; j <= n; j++) {
    for (i = 1; i <= m; i++) {
      state = state * 1664525u + 1013904223u;
      val[i] = ((state >> 8) % 1000 + 1) * (state % 3 == 0 ? -0.01 : 0.01);
    }
    glp_set_mat_col(P, j, m, ind, val);
    glp_set_col_bnds(P, j, GLP_DB, 0.0, 20.0);
    glp_set_obj_coef(P, j, -1.0 - j % 7);
  }
  free(ind);
  free(val);
  return P;
}

static void on_host(glp_prob* P) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.type = LUF;
  parm.gpu = GLP_GPU_ONLY;
  parm.gpu_backend = GLP_GPU_HOST;
  glp_set_bfcp(P, &parm);
}

static int simplex(glp_prob* P) {
  glp_smcp parm;
  on_host(P);
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  glp_std_basis(P);
  return glp_simplex(P, &parm) == 0 && glp_get_status(P) == GLP_OPT;
}

static int interior(glp_prob* P) {
  glp_iptcp parm;
  on_host(P);
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  return glp_interior(P, &parm) == 0 && glp_ipt_status(P) == GLP_OPT;
}

static int inverse(glp_prob* P) {
  const int m = glp_get_num_rows(P);
  double* x = calloc(1 + m, sizeof(double));
  int round;
  set_gpu(P, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_HOST);
  if (glp_factorize(P) != 0) return 0;
  for (round = 0; round < 10; round++) {
    x[1 + round] = 1.0;
    glp_ftran(P, x);
    glp_btran(P, x);
  }
  free(x);
  return 1;
}

static void fork_works(void) {
  int status = -1;
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) _exit(3);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

/* Solves a small LP by each method. */
static void check_methods(void) {
  static double value;
  glp_prob* P = random_lp(31, 30, 70);
  if (value == 0.0) value = stock_value(31, 30, 70);
  ck_assert(simplex(P));
  ck_assert(close_to(glp_get_obj_val(P), value));
  ck_assert(interior(P));
  ck_assert(fabs(glp_ipt_obj_val(P) - value) <= 1e-6 * (1.0 + fabs(value)));
  glp_delete_prob(P);
}

/* Leaves it again and again, at moments spread over all of its time. */
static void leave_often(task* work, glp_prob* (*make)(void), int rounds) {
  struct sigaction action;
  glp_prob* volatile P = make();
  volatile unsigned state = 5;
  volatile int round, left = 0;
  volatile double whole;
  memset(&action, 0, sizeof action);
  action.sa_handler = leave;
  sigaction(SIGALRM, &action, NULL);
  own = pthread_self();
  check_methods(); /* loads the libraries */
  whole = now();
  ck_assert(work(P));
  whole = now() - whole;
  for (round = 1; round <= rounds; round++) {
    const double start = now();
    int gone;
    state = state * 1664525u + 1013904223u;
    gone = left_after(whole * ((state >> 8) % 1000 + 1) / 1000.0, work, P);
    left += gone;
    if (!gone) whole = now() - start; /* a busy machine may be idle now */
    fork_works();
    if (round % 5 == 0) check_methods();
    if (round % 20 != 0) continue;
    glp_free_env();
    P = make();
  }
  glp_free_env();
  P = make();
  ck_assert(work(P));
  ck_assert_msg(3 * left > rounds, "left %d times of %d", left, rounds);
}

static glp_prob* dense_300(void) { return dense_lp(300, 300); }
static glp_prob* sparse_large(void) { return random_lp(32, 1500, 6000); }

/* Returns a problem whose basis consists of the columns 1..m. */
static glp_prob* dense_basis(void) {
  glp_prob* P = dense_lp(1100, 1100);
  int k;
  for (k = 1; k <= 1100; k++) {
    glp_set_row_stat(P, k, GLP_NU);
    glp_set_col_stat(P, k, GLP_BS);
  }
  return P;
}

START_TEST(simplex_is_left) { leave_often(simplex, dense_300, 100); }
END_TEST
START_TEST(interior_is_left) { leave_often(interior, dense_300, 100); }
END_TEST
START_TEST(long_interior_is_left) { leave_often(interior, sparse_large, 40); }
END_TEST
START_TEST(inverse_is_left) { leave_often(inverse, dense_basis, 40); }
END_TEST

int main(void) {
  const TTest* const tests[] = {simplex_is_left, interior_is_left,
                                long_interior_is_left, inverse_is_left};
  return run_suite("signals", tests, sizeof tests / sizeof *tests);
}
