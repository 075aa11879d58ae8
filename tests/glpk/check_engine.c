/* check_engine.c (the simplex engine inside glp_simplex)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lp.h"

#define PIVOTS " pivots in "

static const int methods[] = {GLP_PRIMAL, GLP_DUAL, GLP_DUALP};

START_TEST(agrees_with_stock) {
  unsigned seed;
  for (seed = 1; seed <= 8; seed++) {
    const double value = stock_value(seed, 40, 90);
    int t;
    for (t = 0; t < 3; t++) {
      glp_prob* P = engine_lp(seed, 40, 90);
      const glp_smcp parm = method(methods[t], GLP_MSG_ALL);
      const int before = glp_get_it_cnt(P);
      capture();
      ck_assert_int_eq(glp_simplex(P, &parm), 0);
      ck_assert_int_eq(glp_get_status(P), GLP_OPT);
      ck_assert(close_to(glp_get_obj_val(P), value));
      ck_assert_int_eq(captured(PIVOTS), 1);
      ck_assert_int_gt(glp_get_it_cnt(P), before);
      glp_delete_prob(P);
    }
  }
}
END_TEST

/* After the optimum nothing is left to do.  After a change a few pivots
 * remain, from the existing basis. */
START_TEST(warm_starts) {
  glp_prob *P = engine_lp(11, 40, 90), *Q = random_lp(11, 40, 90);
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  int round, j, ind[3], all;
  double val[3] = {0.0, 1.0, 1.0};
  solve(P, GLP_MSG_OFF, GLP_OFF);
  solve(Q, GLP_MSG_OFF, GLP_OFF);
  all = glp_get_it_cnt(P);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_it_cnt(P), all);
  for (round = 1; round <= 5; round++) {
    glp_prob* both[2];
    int t;
    both[0] = P, both[1] = Q;
    for (t = 0; t < 2; t++) {
      glp_set_col_bnds(both[t], round, GLP_DB, 0.0, 2.0 / (1 + round));
      j = glp_add_rows(both[t], 1);
      ind[1] = round, ind[2] = 10 * round;
      glp_set_mat_row(both[t], j, 2, ind, val);
      glp_set_row_bnds(both[t], j, GLP_UP, 0.0, 3.5);
      j = glp_add_cols(both[t], 1);
      glp_set_col_bnds(both[t], j, GLP_DB, -1.0, 1.0);
      glp_set_obj_coef(both[t], j, 0.5 - 0.3 * round);
      ck_assert_int_eq(glp_simplex(both[t], &parm), 0);
    }
    ck_assert_int_eq(glp_get_status(P), glp_get_status(Q));
    ck_assert(close_to(glp_get_obj_val(P), glp_get_obj_val(Q)));
  }
  ck_assert_int_lt(glp_get_it_cnt(P), 3 * all);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

/* GLPK reports the limit, and the engine's pivots count. */
START_TEST(iteration_limit) {
  int limit, t;
  for (t = 0; t < 3; t++) {
    for (limit = 0; limit <= 20; limit += 5) {
      glp_prob* P = engine_lp(12, 60, 150);
      glp_smcp parm = method(methods[t], GLP_MSG_OFF);
      const int before = glp_get_it_cnt(P);
      parm.it_lim = limit;
      ck_assert_int_eq(glp_simplex(P, &parm), GLP_EITLIM);
      ck_assert_int_eq(glp_get_it_cnt(P) - before, limit);
      parm.it_lim = 100000;
      ck_assert_int_eq(glp_simplex(P, &parm), 0);
      ck_assert(close_to(glp_get_obj_val(P), stock_value(12, 60, 150)));
      glp_delete_prob(P);
    }
  }
}
END_TEST

START_TEST(time_limit) {
  glp_prob* P = engine_lp(13, 900, 2000);
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  parm.tm_lim = 40;
  capture();
  ck_assert_int_eq(glp_simplex(P, &parm), GLP_ETMLIM);
  ck_assert_int_eq(captured("TIME LIMIT EXCEEDED"), 1);
  glp_delete_prob(P);
}
END_TEST

/* Message levels: nothing at ERR, the back end at ON, pivots at ALL. */
START_TEST(messages) {
  glp_prob* P = engine_lp(15, 40, 90);
  capture();
  solve(P, GLP_MSG_ERR, GLP_OFF);
  ck_assert_int_eq(captured(""), 0);
  glp_free_env();
  P = engine_lp(15, 40, 90);
  capture();
  solve(P, GLP_MSG_ON, GLP_OFF);
  ck_assert_int_eq(captured("GPU: simplex on "), 1);
  ck_assert_int_eq(captured(PIVOTS), 0);
  solve(P, GLP_MSG_ALL, GLP_OFF);
  ck_assert_int_eq(captured("GPU: simplex on "), 1);
  ck_assert_int_eq(captured(PIVOTS), 1);
  glp_delete_prob(P);
}
END_TEST

/* The user's parameters do not change. */
START_TEST(parameters_stay) {
  glp_prob* P = engine_lp(16, 400, 500);
  glp_bfcp before, after;
  use_engine(P, GLP_GPU_AUTO);
  glp_get_bfcp(P, &before);
  solve(P, GLP_MSG_OFF, GLP_OFF);
  glp_get_bfcp(P, &after);
  ck_assert_int_eq(after.gpu, before.gpu);
  ck_assert_int_eq(after.type, before.type);
  glp_delete_prob(P);
}
END_TEST

/* --- escapes: at every line of output, with the engine running or not */

static jmp_buf escape;
static int lines_left;

static int jump_out(void* info, const char* text) {
  (void)info;
  (void)text;
  if (--lines_left == 0) longjmp(escape, 1);
  return 1;
}

static int escapes_at(int k, glp_prob* P) {
  lines_left = k;
  if (setjmp(escape) != 0) return 1;
  glp_term_hook(jump_out, NULL);
  solve(P, GLP_MSG_DBG, GLP_OFF);
  return 0;
}

START_TEST(escapes) {
  const double value = stock_value(17, 40, 90);
  glp_prob* P = engine_lp(17, 40, 90);
  volatile int k, more = 1;
  for (k = 1; more; k++) {
    more = escapes_at(k, P);
    use_engine(P, GLP_GPU_ONLY); /* lost with the factorization */
    capture();
    ck_assert(close_to(solve(P, GLP_MSG_ERR, GLP_OFF), value));
    ck_assert_int_eq(captured(""), 0);
  }
  ck_assert_int_gt(k, 5);
  for (k = 1, more = 1; more; k++) {
    more = escapes_at(k, engine_lp(17, 40, 90));
    glp_free_env();
  }
}
END_TEST

START_TEST(memory_is_returned) {
  int count, count0, t;
  size_t total, total0;
  glp_term_out(GLP_OFF);
  glp_mem_usage(&count0, NULL, &total0, NULL);
  for (t = 0; t < 6; t++) {
    glp_prob* P = engine_lp(18, 40, 90);
    const glp_smcp parm = method(methods[t % 3], GLP_MSG_ALL);
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    glp_delete_prob(P);
    glp_mem_usage(&count, NULL, &total, NULL);
    ck_assert_int_eq(count, count0);
    ck_assert_uint_eq(total, total0);
  }
}
END_TEST

START_TEST(fork_after_solving) {
  glp_prob* P = engine_lp(19, 40, 90);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  int status;
  const pid_t pid = fork();
  if (pid == 0) {
    const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
    glp_std_basis(P);
    _exit(glp_simplex(P, &parm) != 0 || !close_to(glp_get_obj_val(P), value));
  }
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert_int_eq(status, 0);
  ck_assert(close_to(solve(P, GLP_MSG_OFF, GLP_OFF), value));
  glp_delete_prob(P);
}
END_TEST

/* --- race */

/* Returns a dense LP: half of the rows <=, half >=, 0 <= x <= 20, mixed
 * costs. */
static glp_prob* dense_lp(int size) {
  glp_prob* P = glp_create_prob();
  int* ind = calloc(size + 1, sizeof *ind);
  double* val = calloc(size + 1, sizeof *val);
  int i, j;
  srand(1);
  glp_add_rows(P, size);
  glp_add_cols(P, size);
  for (j = 1; j <= size; j++) {
    glp_set_col_bnds(P, j, GLP_DB, 0.0, 20.0);
    glp_set_obj_coef(P, j, rand() % 1000 / 100.0 - 5.0);
    ind[j] = j;
  }
  for (i = 1; i <= size; i++) {
    double sum = 0.0;
    for (j = 1; j <= size; j++) {
      val[j] = (rand() % 3 == 0 ? -1 : 1) * (0.1 + rand() % 1000 / 100.0);
      sum += val[j];
    }
    glp_set_mat_row(P, i, size, ind, val);
    if (i % 2)
      glp_set_row_bnds(P, i, GLP_UP, 0.0, sum + rand() % size);
    else
      glp_set_row_bnds(P, i, GLP_LO, sum - rand() % size, 0.0);
  }
  free(ind);
  free(val);
  return P;
}

/* Whoever wins, the answer is GLPK's.  Solving takes GLPK seconds, so that the
 * race takes place; the engine also takes more than a moment. */
START_TEST(race) {
  glp_prob* P = dense_lp(500);
  const double value = solve(P, GLP_MSG_OFF, GLP_OFF);
  int t;
  use_engine(P, GLP_GPU_AUTO);
  for (t = 0; t < 3; t++) {
    const glp_smcp parm = method(methods[t], GLP_MSG_ALL);
    capture();
    glp_std_basis(P);
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    ck_assert_int_eq(glp_get_status(P), GLP_OPT);
    ck_assert_msg(fabs(glp_get_obj_val(P) - value) <= 1e-7 * fabs(value),
                  "%.12g, not %.12g", glp_get_obj_val(P), value);
    ck_assert_int_le(captured(PIVOTS), 1);
    glp_term_hook(NULL, NULL);
    printf("method %d: %s wins\n", t, captured(PIVOTS) ? "the engine" : "GLPK");
  }
  glp_delete_prob(P);
}
END_TEST

/* Threads copy the columns; some are shorter, or left out because they are
 * fixed.  GLPK without the engine finds nothing left to do. */
START_TEST(large_matrix) {
  glp_prob* P = dense_lp(750);
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  double value;
  int pivots, j;
  for (j = 7; j <= 750; j += 70) {
    glp_set_mat_col(P, j, 0, NULL, NULL);
    glp_set_col_bnds(P, j + 1, GLP_FX, 1.0, 1.0);
  }
  use_engine(P, GLP_GPU_ONLY);
  value = solve(P, GLP_MSG_OFF, GLP_OFF);
  pivots = glp_get_it_cnt(P);
  use_engine(P, GLP_GPU_OFF);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert_int_eq(glp_get_it_cnt(P), pivots);
  ck_assert(close_to(glp_get_obj_val(P), value));
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {agrees_with_stock,
                                warm_starts,
                                iteration_limit,
                                time_limit,
                                messages,
                                parameters_stay,
                                escapes,
                                memory_is_returned,
                                fork_after_solving,
                                race,
                                large_matrix};
  return run_suite("engine", tests, sizeof tests / sizeof *tests);
}
