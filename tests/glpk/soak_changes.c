/* soak_changes.c (random changes of a problem that take turns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "soak_changes.h"

#include <math.h>
#include <stdlib.h>

enum { ROW, COLUMN, COST };

double soak_uniform(struct soak* s) {
  s->state = s->state * 1664525u + 1013904223u;
  return (s->state >> 8) / 16777216.0;
}

static int pick(struct soak* s, int count) {
  return 1 + (int)(count * soak_uniform(s));
}

static void set_bounds(glp_prob* P, const struct saved* b) {
  (b->kind == ROW ? glp_set_row_bnds : glp_set_col_bnds)(P, b->k, b->type,
                                                         b->lb, b->ub);
}

static struct saved look(glp_prob* P, int kind, int k) {
  struct saved b;
  b.kind = kind, b.k = k;
  b.type = kind == ROW ? glp_get_row_type(P, k) : glp_get_col_type(P, k);
  b.lb = kind == ROW ? glp_get_row_lb(P, k) : glp_get_col_lb(P, k);
  b.ub = kind == ROW ? glp_get_row_ub(P, k) : glp_get_col_ub(P, k);
  b.cost = kind == ROW ? 0.0 : glp_get_obj_coef(P, k);
  return b;
}

static void restore_data(struct soak* s) {
  while (s->changes > 0) {
    const struct saved* b = &s->saved[--s->changes];
    if (b->kind == COST)
      glp_set_obj_coef(s->P, b->k, b->cost);
    else
      set_bounds(s->P, b);
  }
}

/* Moves bounds outwards, or a lower bound of a column half way to its value,
 * so that the optimal point stays feasible. */
static void change_bounds(struct soak* s, int kind) {
  const int k = pick(s, kind == ROW ? s->m : s->n);
  struct saved b = look(s->P, kind, k);
  const double share = 0.05 * soak_uniform(s);
  double x;
  s->saved[s->changes++] = b;
  if (b.type == GLP_FR) return;
  if (b.type == GLP_FX) b.type = GLP_DB;
  if (b.type != GLP_LO) b.ub += share * (0.01 + fabs(b.ub));
  if (kind == COLUMN && b.type != GLP_UP && soak_uniform(s) < 0.5) {
    x = glp_get_col_prim(s->P, k);
    if (x > b.lb) b.lb += 0.5 * (x - b.lb);
  } else if (kind == ROW && b.type != GLP_UP) {
    b.lb -= share * (0.01 + fabs(b.lb));
  }
  if (b.type == GLP_DB && !(b.lb < b.ub)) return;
  set_bounds(s->P, &b);
}

static void change_cost(struct soak* s) {
  const int k = pick(s, s->n);
  s->saved[s->changes] = look(s->P, COLUMN, k);
  s->saved[s->changes].kind = COST;
  glp_set_obj_coef(
      s->P, k,
      s->saved[s->changes++].cost * (1.0 + 0.1 * (soak_uniform(s) - 0.5)));
}

/* Limits the sum of some columns to a little more than its value. */
static void add_row(struct soak* s) {
  const int i = glp_add_rows(s->P, 1);
  int ind[4], t;
  double val[4], sum = 0.0;
  for (t = 1; t <= 3; t++) {
    ind[t] = (pick(s, s->n / 3) - 1) * 3 + t;
    val[t] = 0.5 + soak_uniform(s);
    sum += val[t] * glp_get_col_prim(s->P, ind[t]);
  }
  glp_set_mat_row(s->P, i, 3, ind, val);
  glp_set_row_bnds(s->P, i, GLP_UP, 0.0,
                   sum + 0.01 * soak_uniform(s) * (1.0 + fabs(sum)));
}

/* Adds a column like another one, cheaper or more expensive, but not free. */
static void add_column(struct soak* s) {
  const int like = pick(s, s->n), rows = glp_get_num_rows(s->P);
  int* ind = malloc((1 + rows) * sizeof(int));
  double* val = malloc((1 + rows) * sizeof(double));
  const int len = glp_get_mat_col(s->P, like, ind, val);
  const double c = glp_get_obj_coef(s->P, like);
  const int sign = glp_get_obj_dir(s->P) == GLP_MIN ? 1 : -1;
  const int j = glp_add_cols(s->P, 1);
  glp_set_mat_col(s->P, j, len, ind, val);
  glp_set_obj_coef(s->P, j, c + sign * 0.1 * (soak_uniform(s) - 0.3) * fabs(c));
  glp_set_col_bnds(s->P, j, GLP_DB, 0.0, 0.1 + soak_uniform(s));
  free(ind), free(val);
}

/* Deletes rows and columns that leave a basis: a row whose variable is basic,
 * a column whose variable is not. */
static void delete_row(struct soak* s, int count) {
  int i = glp_get_num_rows(s->P), num[2];
  for (; i > s->m && count > 0; i--) {
    if (glp_get_row_stat(s->P, i) != GLP_BS) continue;
    num[1] = i, count--;
    glp_del_rows(s->P, 1, num);
  }
}

static void delete_column(struct soak* s, int count) {
  int j = glp_get_num_cols(s->P), num[2];
  for (; j > s->n && count > 0; j--) {
    if (glp_get_col_stat(s->P, j) == GLP_BS) continue;
    num[1] = j, count--;
    glp_del_cols(s->P, 1, num);
  }
}

void soak_change(struct soak* s) {
  const int rows = glp_get_num_rows(s->P) - s->m;
  const int cols = glp_get_num_cols(s->P) - s->n;
  int t;
  restore_data(s);
  for (t = 0; t < SOAK_CHANGES; t++) {
    if (t % 3 == 0)
      change_cost(s);
    else
      change_bounds(s, t % 3 == 1 ? ROW : COLUMN);
  }
  if (soak_uniform(s) < 0.5)
    rows < SOAK_EXTRA ? add_row(s) : delete_row(s, pick(s, SOAK_EXTRA));
  else
    cols < SOAK_EXTRA ? add_column(s) : delete_column(s, pick(s, SOAK_EXTRA));
}

void soak_restore(struct soak* s) {
  restore_data(s);
  delete_row(s, SOAK_EXTRA);
  delete_column(s, SOAK_EXTRA);
}
