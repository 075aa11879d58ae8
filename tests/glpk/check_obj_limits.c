/* check_obj_limits.c (objective limits with an engine)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lp.h"

#define SEEDS 12
#define ROWS 60
#define COLUMNS 120

/* Returns an LP whose standard basis is dual feasible and not primal feasible.
 * The costs are so large that the simplex routines divide them. */
static glp_prob* covering_lp(unsigned seed, int dir) {
  glp_prob* P = random_lp(seed, ROWS, COLUMNS);
  int j;
  for (j = 1; j <= COLUMNS; j++) {
    const double cost = 1e5 * (0.05 + fabs(glp_get_obj_coef(P, j)));
    glp_set_obj_coef(P, j, dir == GLP_MIN ? cost : -cost);
  }
  glp_set_obj_coef(P, 0, 1234.5);
  glp_set_obj_dir(P, dir);
  glp_term_out(GLP_OFF);
  glp_scale_prob(P, GLP_SF_AUTO);
  glp_term_out(GLP_ON);
  return P;
}

static void set_limit(glp_smcp* parm, int dir, double limit) {
  if (dir == GLP_MIN)
    parm->obj_ul = limit;
  else
    parm->obj_ll = limit;
}

struct outcome {
  int ret, dual_stat, pivots, own;
  double value;
};

static int engine_pivots, proposals;

static int count_pivots(void* info, const char* text) {
  (void)info;
  if (strstr(text, " pivots in ") != NULL) {
    engine_pivots += atoi(text + strlen("GPU: "));
    proposals++;
  }
  return 1;
}

/* Solves from the standard basis by the dual simplex; own: GLPK's pivots. */
static struct outcome run(glp_prob* P, int mode, const glp_smcp* parm) {
  struct outcome o;
  const int begin = glp_get_it_cnt(P);
  use_engine(P, mode);
  glp_std_basis(P);
  engine_pivots = proposals = 0;
  glp_term_hook(count_pivots, NULL);
  o.ret = glp_simplex(P, parm);
  glp_term_hook(NULL, NULL);
  ck_assert_int_eq(proposals, mode == GLP_GPU_ONLY);
  o.dual_stat = glp_get_dual_stat(P);
  o.pivots = glp_get_it_cnt(P) - begin;
  o.own = o.pivots - engine_pivots;
  o.value = glp_get_obj_val(P);
  return o;
}

/* Limits from above on a minimum, and from below on a maximum, end the engine
 * as they end GLPK's dual simplex, which then has nothing left to do. */
START_TEST(limits_as_stock) {
  const double shares[] = {0.1, 0.4, 0.7, 0.95};
  const int dir = _i == 0 ? GLP_MIN : GLP_MAX;
  const int sign = dir == GLP_MIN ? 1 : -1;
  int full = 0, limited[4] = {0, 0, 0, 0}, own = 0, t;
  unsigned seed;
  for (seed = 1; seed <= SEEDS; seed++) {
    glp_prob* P = covering_lp(seed, dir);
    glp_smcp parm = method(GLP_DUAL, GLP_MSG_ALL);
    const struct outcome best = run(P, GLP_GPU_ONLY, &parm);
    ck_assert_int_eq(best.ret, 0);
    ck_assert_int_eq(glp_get_status(P), GLP_OPT);
    full += best.pivots;
    for (t = 0; t < 4; t++) {
      struct outcome stock, ours;
      const double limit = 1234.5 + shares[t] * (best.value - 1234.5);
      set_limit(&parm, dir, limit);
      stock = run(P, GLP_GPU_OFF, &parm);
      ours = run(P, GLP_GPU_ONLY, &parm);
      ck_assert_int_eq(stock.ret, dir == GLP_MIN ? GLP_EOBJUL : GLP_EOBJLL);
      ck_assert_int_eq(ours.ret, stock.ret);
      ck_assert_int_eq(ours.dual_stat, GLP_FEAS);
      ck_assert_double_ge(sign * (ours.value - limit), -1e-9 * fabs(limit));
      limited[t] += ours.pivots;
      own += ours.own;
    }
    glp_delete_prob(P);
  }
  printf("pivots: %d to the optimum; to limits %d, %d, %d, %d, GLPK's own %d\n",
         full, limited[0], limited[1], limited[2], limited[3], own);
  for (t = 1; t < 4; t++) ck_assert_int_le(limited[t - 1], limited[t]);
  ck_assert_int_lt(2 * limited[0], full);
  ck_assert_int_lt(4 * limited[1], 3 * full);
  ck_assert_int_le(50 * own, full);
}
END_TEST

/* Like stock's, the primal simplex knows no limits. */
START_TEST(primal_knows_none) {
  glp_prob* P = covering_lp(1, GLP_MIN);
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  double value;
  parm.obj_ul = 2000.0;
  ck_assert_int_eq(run(P, GLP_GPU_OFF, &parm).ret, 0);
  value = glp_get_obj_val(P);
  ck_assert_int_eq(run(P, GLP_GPU_ONLY, &parm).ret, 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  ck_assert(close_to(glp_get_obj_val(P), value));
  glp_delete_prob(P);
}
END_TEST

/* From a start that is not dual feasible, the end is also GLPK's. */
START_TEST(from_any_start) {
  unsigned seed;
  for (seed = 1; seed <= SEEDS; seed++) {
    glp_prob* P = random_lp(seed, ROWS, COLUMNS);
    glp_smcp parm = method(GLP_DUAL, GLP_MSG_ALL);
    const double best = run(P, GLP_GPU_OFF, &parm).value;
    int side;
    for (side = -1; side <= 1; side += 2) {
      int stock, ours;
      parm.obj_ul = best + side * 0.01 * fabs(best);
      stock = run(P, GLP_GPU_OFF, &parm).ret;
      ours = run(P, GLP_GPU_ONLY, &parm).ret;
      ck_assert_int_eq(stock, side < 0 ? GLP_EOBJUL : 0);
      ck_assert_int_eq(ours, stock);
      if (side > 0) ck_assert(close_to(glp_get_obj_val(P), best));
    }
    glp_delete_prob(P);
  }
}
END_TEST

/* Returns a model with integer columns of GLPK's examples, or NULL. */
static glp_prob* example(const char* name) {
  glp_prob* P = glp_create_prob();
  glp_tran* tran = glp_mpl_alloc_wksp();
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", EXAMPLES, name);
  ck_assert_int_eq(glp_mpl_read_model(tran, path, 0), 0);
  ck_assert_int_eq(glp_mpl_generate(tran, NULL), 0);
  glp_mpl_build_prob(tran, P);
  glp_mpl_free_wksp(tran);
  ck_assert_int_gt(glp_get_num_int(P), 0);
  return P;
}

static double branch_and_bound(glp_prob* P, int mode) {
  glp_smcp smcp = method(GLP_DUALP, GLP_MSG_OFF);
  glp_iocp parm;
  use_engine(P, mode);
  glp_std_basis(P);
  ck_assert_int_eq(glp_simplex(P, &smcp), 0);
  glp_init_iocp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  ck_assert_int_eq(glp_intopt(P, &parm), 0);
  ck_assert_int_eq(glp_mip_status(P), GLP_OPT);
  return glp_mip_obj_val(P);
}

/* Wrong limits would cut off the optimum. */
START_TEST(branch_and_bound_on_examples) {
  static const char* const names[] = {"bpp.mod",   "color.mod", "fctp.mod",
                                      "food2.mod", "gap.mod",   "misp.mod",
                                      "todd.mod",  "tsp.mod"};
  glp_prob* P;
  double stock;
  glp_term_out(GLP_OFF);
  P = example(names[_i]);
  stock = branch_and_bound(P, GLP_GPU_OFF);
  glp_delete_prob(P);
  P = example(names[_i]);
  ck_assert(close_to(branch_and_bound(P, GLP_GPU_ONLY), stock));
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  SRunner* runner;
  Suite* suite = suite_create("limits");
  TCase* tcase = tcase_create("limits");
  int failed;
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 240);
  tcase_add_loop_test(tcase, limits_as_stock, 0, 2);
  tcase_add_test(tcase, primal_knows_none);
  tcase_add_test(tcase, from_any_start);
  tcase_add_loop_test(tcase, branch_and_bound_on_examples, 0, 8);
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
