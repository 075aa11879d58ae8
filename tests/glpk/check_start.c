/* check_start.c (initial basis for the GPU alone)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "lp.h"

#define SOURCES 15
#define SINKS 20

static unsigned state;

static double uniform(void) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

/* Returns a transportation problem: what is there (<=), what is wanted (=),
 * min c'x, 0 <= x.  With sign = -1 it is max c'x, -x, and x <= 0. */
static glp_prob* transport(unsigned seed, int sign) {
  glp_prob* P = glp_create_prob();
  int i, j, k = 0;
  state = seed;
  if (sign < 0)
    glp_set_obj_dir(P, GLP_MAX);
  glp_add_rows(P, SOURCES + SINKS);
  glp_add_cols(P, SOURCES * SINKS);
  for (i = 1; i <= SOURCES; i++)
    glp_set_row_bnds(P, i, GLP_UP, 0.0, 20.0 + 10.0 * uniform());
  for (j = 1; j <= SINKS; j++) {
    const double want = 5.0 + 10.0 * uniform();
    glp_set_row_bnds(P, SOURCES + j, GLP_FX, want, want);
  }
  for (i = 1; i <= SOURCES; i++)
    for (j = 1; j <= SINKS; j++) {
      const int rows[] = {0, i, SOURCES + j};
      double values[] = {0.0, 1.0, 1.0};
      values[1] = values[2] = sign;
      glp_set_mat_col(P, ++k, 2, rows, values);
      glp_set_col_bnds(P, k, sign > 0 ? GLP_LO : GLP_UP, 0.0, 0.0);
      glp_set_obj_coef(P, k, 1.0 + 9.0 * uniform());
    }
  return P;
}

/* Makes the advanced basis as in that mode. */
static void start_as_in(glp_prob* P, int mode) {
  use_engine(P, mode);
  glp_adv_basis(P, 0);
}

static int solve_from_here(glp_prob* P) {
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  const int before = glp_get_it_cnt(P);
  use_engine(P, GLP_GPU_ONLY);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  return glp_get_it_cnt(P) - before;
}

static int same_basis(glp_prob* P, glp_prob* Q) {
  int k, same = 1;
  for (k = 1; k <= glp_get_num_rows(P); k++)
    same &= glp_get_row_stat(P, k) == glp_get_row_stat(Q, k);
  for (k = 1; k <= glp_get_num_cols(P); k++)
    same &= glp_get_col_stat(P, k) == glp_get_col_stat(Q, k);
  return same;
}

START_TEST(dual_ascent_saves_pivots) {
  int sign, usual = 0, ours = 0;
  unsigned seed;
  glp_term_out(GLP_OFF);
  for (sign = -1; sign <= 1; sign += 2)
    for (seed = 1; seed <= 10; seed++) {
      glp_prob *P = transport(seed, sign), *Q = transport(seed, sign);
      start_as_in(P, GLP_GPU_OFF);
      usual += solve_from_here(P);
      start_as_in(Q, GLP_GPU_ONLY);
      ck_assert_int_eq(glp_factorize(Q), 0);
      ours += solve_from_here(Q);
      ck_assert(close_to(glp_get_obj_val(Q), glp_get_obj_val(P)));
      glp_delete_prob(P);
      glp_delete_prob(Q);
    }
  glp_term_out(GLP_ON);
  ck_assert_msg(10 * ours <= 9 * usual, "%d pivots, %d from the usual start",
                ours, usual);
}
END_TEST

/* Nothing changes in another mode, with integer columns, or where the standard
 * basis is not dual feasible. */
START_TEST(others_start_as_ever) {
  static const int modes[] = {GLP_GPU_AUTO, GLP_GPU_ONLY, GLP_GPU_ONLY};
  int t;
  glp_term_out(GLP_OFF);
  for (t = 0; t < 3; t++) {
    glp_prob *P = transport(1, 1), *Q = transport(1, 1);
    if (t == 1)
      glp_set_col_kind(Q, 7, GLP_IV);
    if (t == 2)
      glp_set_obj_coef(Q, 7, -1.0);
    start_as_in(P, GLP_GPU_OFF);
    start_as_in(Q, modes[t]);
    ck_assert_msg(same_basis(P, Q), "case %d", t);
    glp_delete_prob(P);
    glp_delete_prob(Q);
  }
  glp_term_out(GLP_ON);
}
END_TEST

#define STATES 800
#define ACTIONS 6
#define SUCCESSORS 5
#define DISCOUNT 0.95

/* A Markov decision problem: in state s, action a earns reward[s][a], and leads
 * to a successor with some probability. */
struct decisions {
  double reward[STATES][ACTIONS];
  int successor[STATES][ACTIONS][SUCCESSORS];
  double probability[STATES][ACTIONS][SUCCESSORS];
};

static void draw(struct decisions* d, unsigned seed) {
  int s, a, t;
  state = seed;
  for (s = 0; s < STATES; s++)
    for (a = 0; a < ACTIONS; a++) {
      double share, sum = 0.0;
      d->reward[s][a] = uniform();
      for (t = 0; t < SUCCESSORS; t++) {
        /* one of each fifth of the states, so that they differ */
        d->successor[s][a][t] = (int)((t + uniform()) * STATES / SUCCESSORS);
        share = uniform();
        sum += d->probability[s][a][t] = 1e-3 + share * share * share;
      }
      for (t = 0; t < SUCCESSORS; t++) d->probability[s][a][t] /= sum;
    }
}

/* Returns the sum of the values of all states, by value iteration. */
static double sum_of_values(const struct decisions* d) {
  double value[STATES] = {0.0}, next[STATES], sum = 0.0;
  int round, s, a, t;
  for (round = 0; round < 700; round++) { /* 0.95^700 is 3e-16 */
    for (s = 0; s < STATES; s++) {
      next[s] = 0.0;
      for (a = 0; a < ACTIONS; a++) {
        double earned = d->reward[s][a];
        for (t = 0; t < SUCCESSORS; t++)
          earned +=
              DISCOUNT * d->probability[s][a][t] * value[d->successor[s][a][t]];
        if (next[s] < earned)
          next[s] = earned;
      }
    }
    memcpy(value, next, sizeof value);
  }
  for (s = 0; s < STATES; s++) sum += value[s];
  return sum;
}

/* Returns the dual LP: max r'x, in each state as much flows out as is there at
 * first, which is 1, and flows in, discounted. */
static glp_prob* lp_of(const struct decisions* d) {
  glp_prob* P = glp_create_prob();
  int s, a, t, k = 0;
  glp_set_obj_dir(P, GLP_MAX);
  glp_add_rows(P, STATES);
  glp_add_cols(P, STATES * ACTIONS);
  for (s = 1; s <= STATES; s++) glp_set_row_bnds(P, s, GLP_FX, 1.0, 1.0);
  for (s = 0; s < STATES; s++)
    for (a = 0; a < ACTIONS; a++) {
      int rows[2 + SUCCESSORS] = {0, s + 1}, len = 1;
      double values[2 + SUCCESSORS] = {0.0, 1.0};
      for (t = 0; t < SUCCESSORS; t++) {
        const int row = d->successor[s][a][t] + 1;
        const double flow = -DISCOUNT * d->probability[s][a][t];
        if (row == s + 1) {
          values[1] += flow;
        } else {
          rows[++len] = row;
          values[len] = flow;
        }
      }
      glp_set_mat_col(P, ++k, len, rows, values);
      glp_set_col_bnds(P, k, GLP_LO, 0.0, 0.0);
      glp_set_obj_coef(P, k, d->reward[s][a]);
    }
  return P;
}

/* Sets the mode and the form of its first engine. */
static void use_form(glp_prob* P, int mode, int form) {
  glp_bfcp parm;
  use_engine(P, mode);
  glp_get_bfcp(P, &parm);
  parm.gpu_form = form;
  glp_set_bfcp(P, &parm);
}

/* GLPK's own search ends with a singular basis matrix here: the inverse of its
 * triangular start has elements of 1e20.  Engines that begin there, as they do
 * on a device, end where GLPK cannot go on either. */
START_TEST(failed_searches_are_saved) {
  static const struct {
    int mode, form;
  } tries[] = {{GLP_GPU_AUTO, GLP_GPU_FORM_ANY},
               {GLP_GPU_STEADY, GLP_GPU_FORM_ANY},
               {GLP_GPU_ONLY, GLP_GPU_FORM_ANY},
               {GLP_GPU_ONLY, GLP_GPU_FORM_TABLEAU},
               {GLP_GPU_ONLY, GLP_GPU_FORM_INVERSE}};
  struct decisions* d = malloc(sizeof *d);
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  unsigned seed;
  int t, failed = 0;
  glp_term_out(GLP_OFF);
  for (seed = 1; seed <= 3; seed++) {
    glp_prob* P;
    draw(d, seed);
    P = lp_of(d);
    glp_adv_basis(P, 0);
    use_engine(P, GLP_GPU_OFF);
    failed += glp_simplex(P, &parm) == GLP_EFAIL;
    for (t = 0; t < 5; t++) {
      use_form(P, tries[t].mode, tries[t].form);
      glp_adv_basis(P, 0);
      ck_assert_int_eq(glp_simplex(P, &parm), 0);
      ck_assert_int_eq(glp_get_status(P), GLP_OPT);
      ck_assert(close_to(glp_get_obj_val(P), sum_of_values(d)));
    }
    glp_delete_prob(P);
  }
  glp_term_out(GLP_ON);
  free(d);
  ck_assert_int_gt(failed, 0);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {dual_ascent_saves_pivots, others_start_as_ever,
                                failed_searches_are_saved};
  return run_suite("start", tests, sizeof tests / sizeof *tests);
}
