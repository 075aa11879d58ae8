/* check_trust.c (vectors of the basis inverse that decide, and large numbers)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lp.h"

#define LUF (GLP_BF_LUF + GLP_BF_FT)
#define MAX_ROWS 60

/* min 1e8 x1 + 3e-7 x2 + .1 x3; x1 = 1; x2 + 1e6 x3 = 1e12; x >= 0.  At the
 * basis {x1, x2} the cost of x2 is small compared to that of x1, and yet x2
 * costs only a third of x3 per unit of the second row. */
static glp_prob* small_cost(void) {
  static const int ind[] = {0, 1, 2, 2}, col[] = {0, 1, 2, 3};
  static const double val[] = {0, 1, 1, 1e6}, cost[] = {0, 1e8, 3e-7, .1};
  glp_prob* P = glp_create_prob();
  int j;
  glp_add_rows(P, 2);
  glp_add_cols(P, 3);
  glp_load_matrix(P, 3, ind, col, val);
  glp_set_row_bnds(P, 1, GLP_FX, 1, 1);
  glp_set_row_bnds(P, 2, GLP_FX, 1e12, 1e12);
  for (j = 1; j <= 3; j++) {
    glp_set_col_bnds(P, j, GLP_LO, 0, 0);
    glp_set_obj_coef(P, j, cost[j]);
    glp_set_col_stat(P, j, j == 3 ? GLP_NL : GLP_BS);
  }
  for (j = 1; j <= 2; j++) glp_set_row_stat(P, j, GLP_NS);
  return P;
}

START_TEST(small_cost_decides) {
  int meth, gpu;
  for (meth = GLP_PRIMAL; meth <= GLP_DUAL; meth++)
    for (gpu = GLP_GPU_OFF; gpu <= GLP_GPU_ONLY; gpu++) {
      glp_prob* P = small_cost();
      glp_smcp parm = method(meth, GLP_MSG_OFF);
      set_gpu(P, GLP_BF_GPU, gpu, GLP_GPU_ANY);
      ck_assert_int_eq(glp_simplex(P, &parm), 0);
      ck_assert_int_eq(glp_get_status(P), GLP_OPT);
      ck_assert_double_eq_tol(glp_get_obj_val(P), 1.001e8, 1e-3);
      glp_delete_prob(P);
    }
}
END_TEST

/* Adds a row that never binds, whose bound some code took for infinite. */
static void add_redundant_row(glp_prob* P, double bound) {
  const int n = glp_get_num_cols(P), i = glp_add_rows(P, 1);
  int* ind = malloc((1 + n) * sizeof(int));
  double* val = malloc((1 + n) * sizeof(double));
  int j;
  for (j = 1; j <= n; j++) {
    ind[j] = j;
    val[j] = 1.0;
  }
  glp_set_mat_row(P, i, n, ind, val);
  glp_set_row_bnds(P, i, GLP_UP, 0.0, bound);
  free(ind);
  free(val);
}

/* Finds the optimal value from GLPK's advanced basis, where glpsol starts. */
static int solve_from_adv_basis(glp_prob* P, double* value) {
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_OFF);
  int ret;
  glp_adv_basis(P, 0);
  ret = glp_simplex(P, &parm);
  *value = glp_get_obj_val(P);
  return ret == 0 && glp_get_status(P) == GLP_OPT;
}

/* With the row, modes that use the inverse agree with GLPK without it. */
static void try_bounds(glp_prob* P, const char* name) {
  static const double bounds[] = {1e20, 1e15, 1e14, 1e12};
  double want, got;
  unsigned t;
  int scaled;
  glp_term_out(GLP_OFF);
  set_gpu(P, LUF, GLP_GPU_OFF, GLP_GPU_ANY);
  glp_scale_prob(P, GLP_SF_AUTO);
  ck_assert_msg(solve_from_adv_basis(P, &want), "%s: no optimum", name);
  for (t = 0; t < sizeof bounds / sizeof *bounds; t++)
    for (scaled = 0; scaled < 2; scaled++) {
      glp_prob* Q = glp_create_prob();
      glp_copy_prob(Q, P, GLP_OFF);
      add_redundant_row(Q, bounds[t]);
      if (scaled)
        glp_scale_prob(Q, GLP_SF_AUTO);
      else
        glp_unscale_prob(Q);
      set_gpu(Q, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
      ck_assert_msg(solve_from_adv_basis(Q, &got), "%s <= %g: no optimum", name,
                    bounds[t]);
      ck_assert_msg(fabs(got - want) <= 1e-6 * (1 + fabs(want)),
                    "%s <= %g: %.10g, not %.10g", name, bounds[t], got, want);
      glp_delete_prob(Q);
    }
  glp_term_out(GLP_ON);
}

START_TEST(bound_taken_for_infinity) {
  unsigned seed;
  for (seed = 1; seed <= 10; seed++) {
    glp_prob* P = random_lp(seed, 5 + 5 * seed, 10 + 12 * seed);
    char name[20];
    sprintf(name, "random %u", seed);
    try_bounds(P, name);
    glp_delete_prob(P);
  }
}
END_TEST

START_TEST(bound_taken_for_infinity_on_netlib) {
  static const char* const names[] = {"afiro",    "sc50a", "blend",
                                      "adlittle", "sc105", "stocfor1",
                                      "share2b",  "kb2"};
  const char* data = getenv("GPUINV_NETLIB");
  unsigned t;
  if (data == NULL) return; /* without data, the random ones must suffice */
  for (t = 0; t < sizeof names / sizeof *names; t++) {
    glp_prob* P = glp_create_prob();
    char file[500];
    snprintf(file, sizeof file, "%s/feasible/%s.mps.gz", data, names[t]);
    glp_term_out(GLP_OFF);
    ck_assert_int_eq(glp_read_mps(P, GLP_MPS_FILE, NULL, file), 0);
    glp_set_obj_dir(P, GLP_MIN);
    try_bounds(P, names[t]);
    glp_delete_prob(P);
  }
}
END_TEST

/* Returns a random problem at its optimal basis, with rows and columns scaled
 * by powers of two from 2^-range to 2^range. */
static glp_prob* scaled_lp(unsigned seed, int m, int range) {
  glp_prob* P = random_lp(seed, m, 2 * m);
  double* scale = malloc((1 + 3 * m) * sizeof(double));
  int ind[1 + MAX_ROWS], k, t;
  double val[1 + MAX_ROWS];
  solve(P, GLP_MSG_OFF, GLP_OFF);
  for (k = 1; k <= 3 * m; k++)
    scale[k] = ldexp(
        1.0,
        (int)((seed * 7919u + k * 104729u) % 9973 % (2 * range + 1)) - range);
  for (k = 1; k <= m; k++) {
    glp_set_row_bnds(P, k, GLP_DB, glp_get_row_lb(P, k) * scale[k],
                     glp_get_row_ub(P, k) * scale[k]);
  }
  for (k = 1; k <= 2 * m; k++) {
    const double s = scale[m + k];
    const int len = glp_get_mat_col(P, k, ind, val);
    for (t = 1; t <= len; t++) val[t] *= scale[ind[t]] * s;
    glp_set_mat_col(P, k, len, ind, val);
    glp_set_col_bnds(P, k, GLP_DB, 0.0, 2.0 / s);
    glp_set_obj_coef(P, k, glp_get_obj_coef(P, k) * s);
  }
  free(scale);
  return P;
}

/* Adds column k of B, of the auxiliary variable x[k] or the structural one.
 * GLPK's B is (I | -A) of the problem as given. */
static void add_basic(glp_prob* P, int k, double x, double sum[]) {
  const int m = glp_get_num_rows(P);
  int ind[1 + MAX_ROWS], t, len = 1;
  double val[1 + MAX_ROWS];
  ind[1] = k;
  val[1] = 1.0;
  if (k > m) len = glp_get_mat_col(P, k - m, ind, val);
  for (t = 1; t <= len; t++) sum[ind[t]] += fabs(val[t] * x);
}

/* Computes the uncertainty of x = inv(B)*a from rounding errors in B and a,
 * in units of eps: |inv(B)| * (|B|*|x| + |a|), with inv(B) by P's
 * factorization. */
static void uncertainty(glp_prob* P, const double a[], const double x[],
                        double error[]) {
  const int m = glp_get_num_rows(P);
  double size[1 + MAX_ROWS], column[1 + MAX_ROWS];
  int i, j;
  for (i = 1; i <= m; i++) {
    size[i] = fabs(a[i]);
    error[i] = 0.0;
  }
  for (i = 1; i <= m; i++) add_basic(P, glp_get_bhead(P, i), x[i], size);
  for (j = 1; j <= m; j++) {
    memset(column, 0, sizeof column);
    column[j] = 1.0;
    glp_ftran(P, column);
    for (i = 1; i <= m; i++) error[i] += fabs(column[i]) * size[j];
  }
}

/* Both factorizations lose some digits of what is certain: LU loses its
 * growth, at most 1e3 here, so this is the bound. */
#define DIGITS (1e4 * DBL_EPSILON)

static void compare_ftran(glp_prob* P, glp_prob* Q, const double a[]) {
  const int m = glp_get_num_rows(P);
  double x[1 + MAX_ROWS], y[1 + MAX_ROWS], error[1 + MAX_ROWS];
  int i;
  memcpy(x, a, sizeof x);
  memcpy(y, a, sizeof y);
  glp_ftran(P, x);
  glp_ftran(Q, y);
  uncertainty(P, a, x, error);
  for (i = 1; i <= m; i++)
    ck_assert_msg(fabs(x[i] - y[i]) <= DIGITS * error[i],
                  "ftran, element %d: %.17g, not %.17g (eps: %g)", i, y[i],
                  x[i], DBL_EPSILON * error[i]);
}

/* Compares rows and columns of the tableau, with elements of large and small
 * units. */
static void compare_tableau(glp_prob* P, glp_prob* Q, int k) {
  const int m = glp_get_num_rows(P), size = m + glp_get_num_cols(P);
  int ind[1 + 3 * MAX_ROWS], len, t;
  double val[1 + 3 * MAX_ROWS], dense[1 + 3 * MAX_ROWS];
  const int basic =
      (k <= m ? glp_get_row_stat(P, k) : glp_get_col_stat(P, k - m)) == GLP_BS;
  memset(dense, 0, sizeof dense);
  len = basic ? glp_eval_tab_row(P, k, ind, val)
              : glp_eval_tab_col(P, k, ind, val);
  for (t = 1; t <= len; t++) dense[ind[t]] = val[t];
  len = basic ? glp_eval_tab_row(Q, k, ind, val)
              : glp_eval_tab_col(Q, k, ind, val);
  for (t = 1; t <= len; t++) {
    ck_assert_msg(fabs(val[t] - dense[ind[t]]) <= 1e-9 * fabs(val[t]) ||
                      fabs(val[t]) <= 1e-300,
                  "tableau, %d: element %d is %.17g, not %.17g", k, ind[t],
                  val[t], dense[ind[t]]);
    dense[ind[t]] = 0.0;
  }
  for (t = 1; t <= size; t++)
    ck_assert_msg(dense[t] == 0.0, "tableau, %d: element %d is %.17g, not 0", k,
                  t, dense[t]);
}

static void compare_points(glp_prob* P, glp_prob* Q) {
  int j;
  ck_assert_int_eq(glp_warm_up(P), 0);
  ck_assert_int_eq(glp_warm_up(Q), 0);
  for (j = 1; j <= glp_get_num_cols(P); j++) {
    const double x = glp_get_col_prim(P, j), y = glp_get_col_prim(Q, j);
    const double d = glp_get_col_dual(P, j), e = glp_get_col_dual(Q, j);
    ck_assert_msg(fabs(x - y) <= 1e-9 * fabs(x), "x[%d]: %g, not %g", j, y, x);
    ck_assert_msg(fabs(d - e) <= 1e-9 * fabs(d), "d[%d]: %g, not %g", j, e, d);
  }
}

/* Compares limits within which the basis stays optimal.  A limit is the
 * present value plus a step, and this sum may cancel. */
static void compare_limits(int k, double at, double got, double want) {
  ck_assert_msg(
      got == want || fabs(got - want) <= 1e-9 * (fabs(at) + fabs(want)),
      "range of %d: %.17g, not %.17g", k, got, want);
}

static void compare_ranges(glp_prob* P, glp_prob* Q, int k) {
  const int m = glp_get_num_rows(P), row = k <= m;
  const int stat = row ? glp_get_row_stat(P, k) : glp_get_col_stat(P, k - m);
  double v[8], at;
  int var[4];
  if (stat == GLP_BS) {
    glp_analyze_coef(P, k, v, var, v + 1, v + 2, var + 1, v + 3);
    glp_analyze_coef(Q, k, v + 4, var + 2, v + 5, v + 6, var + 3, v + 7);
    at = row ? 0.0 : glp_get_obj_coef(P, k - m);
    compare_limits(k, at, v[4], v[0]);
    compare_limits(k, at, v[6], v[2]);
    compare_limits(k, glp_get_obj_val(P), v[5], v[1]);
    compare_limits(k, glp_get_obj_val(P), v[7], v[3]);
  } else {
    glp_analyze_bound(P, k, v, var, v + 1, var + 1);
    glp_analyze_bound(Q, k, v + 4, var + 2, v + 5, var + 3);
    at = row ? glp_get_row_prim(P, k) : glp_get_col_prim(P, k - m);
    compare_limits(k, at, v[4], v[0]);
    compare_limits(k, at, v[5], v[1]);
  }
}

START_TEST(hard_scaled_bases) {
  unsigned seed;
  int range, i, k;
  for (seed = 1; seed <= 12; seed++)
    for (range = 4; range <= 20; range += 8) {
      const int m = 5 * (int)seed;
      glp_prob *P = scaled_lp(seed, m, range), *Q = glp_create_prob();
      double a[1 + MAX_ROWS];
      glp_copy_prob(Q, P, GLP_OFF);
      set_gpu(Q, GLP_BF_GPU, GLP_GPU_OFF, GLP_GPU_ANY);
      ck_assert_int_eq(glp_factorize(P), 0);
      ck_assert_int_eq(glp_factorize(Q), 0);
      for (k = 0; k < 4; k++) {
        for (i = 1; i <= m; i++)
          a[i] = k == 0 ? i == m : ldexp(cos(i * k), i * 17 % 41 * k - 60);
        compare_ftran(P, Q, a);
      }
      compare_points(P, Q);
      for (k = 1; k <= 3 * m; k++) {
        compare_tableau(P, Q, k);
        compare_ranges(P, Q, k);
      }
      glp_delete_prob(P);
      glp_delete_prob(Q);
    }
}
END_TEST

/* min x + 2 y + z subject to x + y <= -1.2e-8, x + y + z >= 5,
 * 1e5 x - 1e5 z >= -1e6, x, y, z >= 0. */
static glp_prob* rounded_lp(void) {
  glp_prob* P = glp_create_prob();
  const int row[] = {0, 1, 1, 2, 2, 2, 3, 3};
  const int col[] = {0, 1, 2, 1, 2, 3, 1, 3};
  const double val[] = {0, 1, 1, 1, 1, 1, 1e5, -1e5};
  int j;
  glp_add_rows(P, 3);
  glp_add_cols(P, 3);
  glp_load_matrix(P, 7, row, col, val);
  glp_set_row_bnds(P, 1, GLP_UP, 0.0, -1.2e-8);
  glp_set_row_bnds(P, 2, GLP_LO, 5.0, 0.0);
  glp_set_row_bnds(P, 3, GLP_LO, -1e6, 0.0);
  for (j = 1; j <= 3; j++) {
    glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, j, j == 2 ? 2.0 : 1.0);
  }
  return P;
}

/* What is left of a capacity is 0 but for rounding: no point satisfies all, but
 * one does by GLPK's tests, as for GLPK alone. */
START_TEST(rounded_data_is_feasible) {
  const int methods[] = {GLP_PRIMAL, GLP_DUAL};
  int k;
  for (k = 0; k < 4; k++) {
    glp_prob* P = rounded_lp();
    glp_smcp parm = method(methods[k % 2], GLP_MSG_OFF);
    parm.presolve = k / 2 ? GLP_ON : GLP_OFF;
    set_gpu(P, LUF, GLP_GPU_ONLY, GLP_GPU_HOST);
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    ck_assert_int_eq(glp_get_status(P), GLP_OPT);
    ck_assert_double_eq_tol(glp_get_obj_val(P), 5.0, 1e-6);
    glp_delete_prob(P);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {small_cost_decides, bound_taken_for_infinity,
                                bound_taken_for_infinity_on_netlib,
                                hard_scaled_bases, rounded_data_is_feasible};
  return run_suite("trust", tests, sizeof tests / sizeof *tests);
}
