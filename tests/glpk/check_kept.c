/* check_kept.c (warm starts: the matrix is kept as long as it is the same)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>

#include "lp.h"

#define ROWS 12
#define COLUMNS 18
#define MOST 40
#define CHANGES 7

static unsigned state;

static int pick(int count) {
  state = state * 1664525u + 1013904223u;
  return 1 + (int)((state >> 8) % count);
}

/* Fills a sparse vector of so many different indices. */
static int vector(int size, int ind[], double val[]) {
  const int len = size < 3 ? size : 3, first = pick(size);
  int t;
  for (t = 1; t <= len; t++) {
    ind[t] = 1 + (first + t) % size;
    val[t] = 0.1 * pick(30) * (pick(2) == 1 ? 1.0 : 1e-6);
  }
  return len;
}

/* Adds so much to all elements by replacing the whole matrix. */
static void load_again(glp_prob* P, double more) {
  const int n = glp_get_num_cols(P), nnz = glp_get_num_nz(P);
  int *ia = malloc((1 + nnz) * sizeof(int)),
      *ja = malloc((1 + nnz) * sizeof(int));
  double* ar = malloc((1 + nnz) * sizeof(double));
  int j, len, t, k = 0;
  for (j = 1; j <= n; j++) {
    len = glp_get_mat_col(P, j, ia + k, ar + k);
    for (t = 1; t <= len; t++) {
      ja[++k] = j;
      ar[k] *= 1.0 + more;
    }
  }
  glp_load_matrix(P, k, ia, ja, ar);
  free(ia), free(ja), free(ar);
}

static void add_row(glp_prob* P, const int ind[], const double val[], int len) {
  const int i = glp_add_rows(P, 1);
  glp_set_mat_row(P, i, len, ind, val);
  glp_set_row_bnds(P, i, GLP_UP, 0.0, 5.0);
}

static void add_column(glp_prob* P, int len, const int ind[],
                       const double val[]) {
  const int j = glp_add_cols(P, 1);
  glp_set_mat_col(P, j, len, ind, val);
  glp_set_col_bnds(P, j, GLP_DB, 0.0, 1.0);
  glp_set_obj_coef(P, j, -1.0);
}

/* Changes the matrix in one of the ways that there are. */
static void change_matrix(glp_prob* P, int way) {
  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
  int ind[1 + MOST], len;
  double val[1 + MOST];
  switch (way) {
    case 1:
      len = vector(n, ind, val);
      glp_set_mat_row(P, pick(m), len, ind, val);
      break;
    case 2:
      len = vector(m, ind, val);
      glp_set_mat_col(P, pick(n), len, ind, val);
      break;
    case 3:
      load_again(P, 0.01 * pick(9));
      break;
    case 4:
      len = vector(n, ind, val);
      add_row(P, ind, val, len);
      break;
    case 5:
      len = vector(m, ind, val);
      add_column(P, len, ind, val);
      break;
    case 6:
      ind[1] = pick(m);
      glp_del_rows(P, 1, ind);
      break;
    default:
      ind[1] = pick(n);
      glp_del_cols(P, 1, ind);
      glp_sort_matrix(P);
  }
}

/* What is still there of the last basis, else a new one. */
static void find_basis(glp_prob* P) {
  if (!glp_bf_exists(P) && glp_factorize(P) != 0) glp_adv_basis(P, 0);
}

/* Solves P and a copy of it, which knows nothing of earlier calls. */
static void compare(glp_prob* P, int way) {
  const glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  glp_prob* Q = glp_create_prob();
  glp_copy_prob(Q, P, GLP_OFF);
  use_engine(Q, GLP_GPU_OFF);
  find_basis(P);
  glp_adv_basis(Q, 0);
  ck_assert_int_eq(glp_simplex(P, &parm), glp_simplex(Q, &parm));
  ck_assert_msg(glp_get_status(P) == glp_get_status(Q), "way %d: status %d, %d",
                way, glp_get_status(P), glp_get_status(Q));
  if (glp_get_status(Q) == GLP_OPT)
    ck_assert_msg(close_to(glp_get_obj_val(P), glp_get_obj_val(Q)),
                  "way %d: %.17g, not %.17g", way, glp_get_obj_val(P),
                  glp_get_obj_val(Q));
  glp_delete_prob(Q);
}

/* Objectives and bounds change, and in between the matrix. */
START_TEST(every_change_is_seen) {
  static const int modes[] = {GLP_GPU_ONLY, GLP_GPU_AUTO};
  unsigned seed;
  int way, t;
  glp_term_out(GLP_OFF);
  for (seed = 1; seed <= 20; seed++) {
    glp_prob* P = random_lp(seed, ROWS, COLUMNS);
    state = seed;
    use_engine(P, modes[seed % 2]);
    for (t = 0; t < 3 * CHANGES; t++) {
      glp_set_obj_coef(P, pick(glp_get_num_cols(P)), 0.1 * pick(20) - 1.0);
      glp_set_col_bnds(P, pick(glp_get_num_cols(P)), GLP_FX, 0.5, 0.5);
      compare(P, 0);
      way = pick(CHANGES);
      change_matrix(P, way);
      compare(P, way);
    }
    glp_delete_prob(P);
  }
  glp_term_out(GLP_ON);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {every_change_is_seen};
  return run_suite("kept", tests, sizeof tests / sizeof *tests);
}
