/* check_kkt.c (the library's measure of a point and glp_check_kkt)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <float.h>
#include <gpuinv.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lp.h"
#include "lp_arrays.h"

static const gpuinv_api* api;
static gpuinv_session* session;

static void open_session(void) {
  api = gpuinv_get_api(GPUINV_VERSION);
  ck_assert_ptr_nonnull(api);
  ck_assert_int_eq(api->session_create(&session, NULL, NULL), GPUINV_OK);
}

static void close_session(void) { api->session_delete(session); }

static int errors_of(gpuinv_session* of, const gpuinv_interior_lp* lp,
                     const double* prim, const double* dual, double err[4]) {
  gpuinv_kkt kkt;
  const int status = api->kkt(of, lp, NULL, prim, dual, err ? &kkt : NULL);
  if (status == GPUINV_OK) memcpy(err, &kkt.pe, 4 * sizeof(double));
  return status;
}

/* Only GLPK's own conditions count in worst. */
static void check_worst(const gpuinv_kkt* kkt) {
  ck_assert(kkt->worst == fmax(fmax(kkt->pe, kkt->pb), fmax(kkt->de, kkt->db)));
}

/* A matrix that is given scaled by powers of two has the same errors. */
static void check_factors(struct copy* a, unsigned* state) {
  const int m = a->lp.m, n = a->lp.n;
  double *rows = doubles(m), *cols = doubles(n), *val = doubles(a->ptr[n + 1]);
  gpuinv_scaling scaling = {rows, cols, 0};
  gpuinv_kkt one = {0}, two = {0};
  const int sign = rand_r(state) % 2 == 0 ? 1 : -1;
  int i, j, t;
  for (i = 0; i < m; i++) rows[i] = ldexp(1.0, rand_r(state) % 9 - 4);
  for (j = 0; j < n; j++) cols[j] = ldexp(1.0, rand_r(state) % 9 - 4);
  api->kkt(session, &a->lp, &scaling, a->prim + 1, a->dual + 1, &one);
  check_worst(&one);
  memcpy(val, a->val, a->ptr[n + 1] * sizeof(double));
  for (j = 0; j < n; j++)
    for (t = a->ptr[j + 1]; t < a->ptr[j + 2]; t++)
      a->val[t] *= sign * rows[a->ind[t] - 1] * cols[j];
  scaling.applied = sign;
  ck_assert_int_eq(
      api->kkt(session, &a->lp, &scaling, a->prim + 1, a->dual + 1, &two),
      GPUINV_OK);
  ck_assert_mem_eq(&one, &two, offsetof(gpuinv_kkt, bad));
  ck_assert_int_eq(one.bad, two.bad);
  scaling.cols = NULL;
  ck_assert_int_eq(
      api->kkt(session, &a->lp, &scaling, a->prim + 1, a->dual + 1, &two),
      GPUINV_INVALID);
  memcpy(a->val, val, a->ptr[n + 1] * sizeof(double));
  free(rows);
  free(cols);
  free(val);
}

/* Checks the range of |a_ij|, and counts variables at the bound that the sign
 * of their reduced cost does not require. glp_check_kkt does not examine
 * these. */
static void check_rest(glp_prob* P, const struct copy* a) {
  const int m = a->lp.m, n = a->lp.n;
  const double dir = a->lp.max ? -1.0 : 1.0;
  double ds = 0.0, low = INFINITY, high = 0.0;
  gpuinv_kkt kkt;
  int k;
  api->kkt(session, &a->lp, NULL, a->prim + 1, a->dual + 1, &kkt);
  for (k = 1; k < a->ptr[n + 1]; k++) {
    low = fmin(low, fabs(a->val[k]));
    high = fmax(high, fabs(a->val[k]));
  }
  ck_assert(kkt.min_aij == low && kkt.max_aij == high);
  for (k = 1; k <= m + n; k++) {
    const int type =
        k <= m ? glp_get_row_type(P, k) : glp_get_col_type(P, k - m);
    const double x = a->prim[k], d = dir * a->dual[k];
    const int lower = fabs(x - a->l[k]) <= fabs(x - a->u[k]);
    if (type == GLP_DB && a->l[k] < a->u[k] && d != 0.0 && lower == (d < 0.0))
      ds = fmax(ds, fabs(d));
  }
  ck_assert_msg(kkt.ds == ds, "%.17g, not %.17g", kkt.ds, ds);
  check_worst(&kkt);
}

/* Compares signs and bounds.  Sums may be added in another order: then each of
 * at most n + 1 terms adds half an ulp of the sum, to which the error is
 * relative. */
static void compare(glp_prob* P, int sol, const struct copy* a) {
  static const int conditions[] = {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE,
                                   GLP_KKT_DB};
  double err[4];
  int k, ae_ind, re_ind;
  ck_assert_int_eq(errors_of(session, &a->lp, a->prim + 1, a->dual + 1, err),
                   GPUINV_OK);
  for (k = 0; k < 4; k++) {
    double ae, re, slack = k % 2 == 0 ? 4 + a->lp.m + a->lp.n : 2;
    glp_check_kkt(P, sol, conditions[k], &ae, &ae_ind, &re, &re_ind);
    slack *= DBL_EPSILON * (k % 2 == 0 ? 1.0 : re);
    ck_assert_msg(fabs(err[k] - re) <= slack, "%d: %.17g, not %.17g", k, err[k],
                  re);
  }
}

static void check_point(glp_prob* P, int sol, struct copy* a) {
  unsigned state = 1;
  read_point(P, sol, a);
  compare(P, sol, a);
  check_rest(P, a);
  check_factors(a, &state);
}

/* Reads a point that satisfies nothing, as a solution file. */
static void read_random_point(glp_prob* P, unsigned* state, int most) {
  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
  char name[] = "/tmp/kkt.XXXXXX";
  const int fd = mkstemp(name);
  FILE* file = fdopen(fd, "w");
  int k;
  fprintf(file, "s ipt %d %d o 0\n", m, n);
  for (k = 1; k <= m + n; k++)
    fprintf(file, "%c %d %.17g %.17g\n", k <= m ? 'i' : 'j', k <= m ? k : k - m,
            scaled(state, most), scaled(state, most));
  fprintf(file, "e o f\n");
  fclose(file);
  glp_term_out(GLP_OFF);
  ck_assert_int_eq(glp_read_ipt(P, name), 0);
  glp_term_out(GLP_ON);
  unlink(name);
}

/* Checks vertices, optimal or not, and interior points. */
static void check_lp(glp_prob* P, unsigned* state) {
  struct copy a = copy_lp(P);
  glp_smcp smcp = method(GLP_PRIMAL, GLP_MSG_OFF);
  glp_iptcp iptcp;
  int k;
  glp_init_iptcp(&iptcp);
  iptcp.msg_lev = GLP_MSG_OFF;
  for (k = 1; k <= a.lp.n; k++)
    if (below(state, 2) == 0) glp_set_col_stat(P, k, GLP_NU);
  if (glp_warm_up(P) == 0) check_point(P, GLP_SOL, &a);
  smcp.it_lim = below(state, 10);
  glp_simplex(P, &smcp);
  check_point(P, GLP_SOL, &a);
  smcp.it_lim = 1000;
  glp_simplex(P, &smcp);
  check_point(P, GLP_SOL, &a);
  if (glp_interior(P, &iptcp) == 0) check_point(P, GLP_IPT, &a);
  for (k = 0; k < 3; k++) {
    read_random_point(P, state, 10 * k);
    check_point(P, GLP_IPT, &a);
  }
  free_copy(&a);
}

START_TEST(small_lps) {
  unsigned state = 1 + _i;
  const int most = _i % 4 == 0 ? 30 : 3;
  glp_prob* P =
      any_lp(&state, 1 + below(&state, 15), 1 + below(&state, 15), 3, most);
  check_lp(P, &state);
  glp_delete_prob(P);
}
END_TEST

/* Several threads share 800 000 elements. */
START_TEST(large_lp) {
  unsigned state = 7;
  glp_prob* P = any_lp(&state, 800, 1000, 2000, 5);
  struct copy a = copy_lp(P);
  ck_assert_int_eq(glp_warm_up(P), 0);
  check_point(P, GLP_SOL, &a);
  free_copy(&a);
  glp_delete_prob(P);
}
END_TEST

/* Wherever it is, NaN or infinity is never a small error. */
START_TEST(no_numbers) {
  static const double values[] = {NAN, INFINITY, -INFINITY};
  unsigned state = 3;
  glp_prob* P = any_lp(&state, 4, 5, 3, 3);
  struct copy a = copy_lp(P);
  double err[4];
  int k, v;
  for (k = 1; k <= 9; k++)
    for (v = 0; v < 3; v++) {
      a.prim[k] = values[v];
      errors_of(session, &a.lp, a.prim + 1, a.dual + 1, err);
      ck_assert(err[0] == INFINITY && err[1] == INFINITY);
      ck_assert(isfinite(err[2]) && isfinite(err[3]));
      a.prim[k] = 0.0;
      a.dual[k] = values[v];
      errors_of(session, &a.lp, a.prim + 1, a.dual + 1, err);
      ck_assert(isfinite(err[0]) && isfinite(err[1]));
      ck_assert(err[2] == INFINITY && err[3] == INFINITY);
      a.dual[k] = 0.0;
    }
  /* finite values whose terms overflow */
  for (k = 1; k <= 9; k++) a.prim[k] = a.dual[k] = 1e308;
  for (k = 0; k < glp_get_num_nz(P); k++) a.val[1 + k] = 1e10;
  errors_of(session, &a.lp, a.prim + 1, a.dual + 1, err);
  ck_assert(err[0] == INFINITY && err[2] == INFINITY);
  free_copy(&a);
  glp_delete_prob(P);
}
END_TEST

/* Returns the status for the first row at one position of the basis. */
static int refine_status(const struct copy* a, int step, int position) {
  int* bind = calloc(a->lp.m + a->lp.n, sizeof(int));
  double* w = doubles(a->lp.m);
  int solve, status;
  bind[0] = position;
  status = api->refine(session, &a->lp, bind, step, a->prim + 1, a->dual + 1, w,
                       &solve);
  free(bind);
  free(w);
  return status;
}

START_TEST(misuse) {
  unsigned state = 5;
  glp_prob* P = any_lp(&state, 4, 5, 3, 3);
  struct copy a = copy_lp(P);
  double err[4];
  ck_assert_int_eq(errors_of(NULL, &a.lp, a.prim, a.dual, err), GPUINV_INVALID);
  ck_assert_int_eq(errors_of(session, NULL, a.prim, a.dual, err),
                   GPUINV_INVALID);
  ck_assert_int_eq(errors_of(session, &a.lp, NULL, a.dual, err),
                   GPUINV_INVALID);
  ck_assert_int_eq(errors_of(session, &a.lp, a.prim, NULL, err),
                   GPUINV_INVALID);
  ck_assert_int_eq(errors_of(session, &a.lp, a.prim, a.dual, NULL),
                   GPUINV_INVALID);
  ck_assert_int_eq(refine_status(&a, 0, 5), GPUINV_INVALID);
  ck_assert_int_eq(refine_status(&a, 0, -1), GPUINV_INVALID);
  ck_assert_int_eq(refine_status(&a, 0, 4), GPUINV_OK);
  a.ind[1] = 5;
  ck_assert_int_eq(refine_status(&a, 0, 4), GPUINV_INVALID);
  ck_assert_int_eq(errors_of(session, &a.lp, a.prim, a.dual, err),
                   GPUINV_INVALID);
  a.ind[1] = 0;
  ck_assert_int_eq(errors_of(session, &a.lp, a.prim, a.dual, err),
                   GPUINV_INVALID);
  a.lp.base = 2;
  ck_assert_int_eq(errors_of(session, &a.lp, a.prim, a.dual, err),
                   GPUINV_INVALID);
  free_copy(&a);
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  int failed;
  Suite* suite = suite_create("kkt");
  TCase* tests = tcase_create("kkt");
  SRunner* runner;
  tcase_set_timeout(tests, 120);
  tcase_add_checked_fixture(tests, open_session, close_session);
  tcase_add_loop_test(tests, small_lps, 0, 400);
  tcase_add_test(tests, large_lp);
  tcase_add_test(tests, no_numbers);
  tcase_add_test(tests, misuse);
  suite_add_tcase(suite, tests);
  runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_NOFORK);
  srunner_run_all(runner, CK_ENV);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
