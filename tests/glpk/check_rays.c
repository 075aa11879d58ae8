/* check_rays.c (LPs without an optimum, proven by rays)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>

#include "lp.h"

/* The simplex method needs pivots for these LPs, and the interior point method
 * finds a ray.  The answer must be GLPK's documented one, without a pivot. */

static void begin(glp_prob* P, int rows, int columns) {
  int k;
  glp_add_rows(P, rows);
  glp_add_cols(P, columns);
  for (k = 1; k <= columns; k++) glp_set_col_bnds(P, k, GLP_LO, 0.0, 0.0);
}

/* Multicommodity flow on a circle of nodes with chords.  From each of some
 * nodes `supply` goes to the opposite one.  Flow of the first commodity around
 * the circle has no capacity, and `cost` on its last arc. */
static glp_prob* flow(double supply, double cost) {
  enum { NODES = 12, ARCS = 36, GOODS = 6 };
  glp_prob* P = glp_create_prob();
  int a, g, v;
  begin(P, GOODS * NODES + ARCS, GOODS * ARCS);
  for (g = 0; g < GOODS; g++)
    for (v = 0; v < NODES; v++) {
      const double b = v == g ? supply : v == g + NODES / 2 ? -supply : 0.0;
      glp_set_row_bnds(P, 1 + g * NODES + v, GLP_FX, b, b);
    }
  for (a = 0; a < ARCS; a++)
    glp_set_row_bnds(P, 1 + GOODS * NODES + a, GLP_UP, 0.0, 4.0);
  for (g = 0; g < GOODS; g++)
    for (a = 0; a < ARCS; a++) {
      const int from = a % NODES, to = (from + 1 + 2 * (a / NODES)) % NODES;
      const int ind[] = {0, 1 + g * NODES + from, 1 + g * NODES + to,
                         1 + GOODS * NODES + a};
      const double val[] = {0, 1, -1, 1};
      const int j = 1 + g * ARCS + a, free_flow = g == 0 && a < NODES;
      glp_set_mat_col(P, j, free_flow ? 2 : 3, ind, val);
      glp_set_obj_coef(
          P, j, free_flow && a == NODES - 1 ? cost : 1 + (a * 7 + g) % 5);
    }
  return P;
}

/* Duties that cover trips exactly once.  The first trip is only in duties that
 * have the second one as well, and so is the third, in others. */
static glp_prob* crew(void) {
  enum { TRIPS = 30, DUTIES = 400 };
  glp_prob* P = glp_create_prob();
  int i, j;
  begin(P, TRIPS, DUTIES);
  for (i = 1; i <= TRIPS; i++) glp_set_row_bnds(P, i, GLP_FX, 1.0, 1.0);
  for (j = 1; j <= DUTIES; j++) {
    const int both = j % 10 < 2, p = 4 + j * 7 % 9, q = 13 + j * 5 % 9;
    const int ind[] = {0, p, q, 22 + j * 11 % 9, j % 10 == 0 ? 1 : 3, 2};
    const double val[] = {0, 1, 1, 1, 1, 1};
    glp_set_mat_col(P, j, both ? 5 : 3, ind, val);
    glp_set_obj_coef(P, j, 10 + j * 13 % 17);
  }
  return P;
}

enum { PLANTS = 12, MARKETS = 20 };

/* Transportation.  `share` of the supply is demanded. */
static glp_prob* transport(double share) {
  glp_prob* P = glp_create_prob();
  int i, j;
  begin(P, PLANTS + MARKETS, PLANTS * MARKETS);
  for (i = 1; i <= PLANTS; i++) glp_set_row_bnds(P, i, GLP_UP, 0.0, 50.0);
  for (j = 1; j <= MARKETS; j++)
    glp_set_row_bnds(P, PLANTS + j, GLP_LO, share * 50.0 * PLANTS / MARKETS,
                     0.0);
  for (i = 1; i <= PLANTS; i++)
    for (j = 1; j <= MARKETS; j++) {
      const int ind[] = {0, i, PLANTS + j}, k = (i - 1) * MARKETS + j;
      const double val[] = {0, 1, 1};
      glp_set_mat_col(P, k, 2, ind, val);
      glp_set_obj_coef(P, k, 1 + (3 * i + 5 * j) % 11);
    }
  return P;
}

static int simplex_in(int form, glp_prob* P, int meth, int presolve,
                      int msg_lev) {
  glp_smcp parm = method(meth, msg_lev);
  glp_bfcp bfcp;
  glp_get_bfcp(P, &bfcp);
  bfcp.gpu = GLP_GPU_ONLY;
  bfcp.gpu_form = form;
  bfcp.gpu_backend = GLP_GPU_HOST;
  glp_set_bfcp(P, &bfcp);
  glp_std_basis(P);
  parm.presolve = presolve;
  return glp_simplex(P, &parm);
}

static int simplex(glp_prob* P, int meth, int presolve, int msg_lev) {
  return simplex_in(GLP_GPU_FORM_CROSS, P, meth, presolve, msg_lev);
}

static const int methods[] = {GLP_PRIMAL, GLP_DUALP, GLP_DUAL};

static void check_infeasible(glp_prob* P) {
  int k;
  for (k = 0; k < 3; k++) {
    const int before = glp_get_it_cnt(P);
    ck_assert_int_eq(simplex(P, methods[k], GLP_ON, GLP_MSG_OFF), GLP_ENOPFS);
    ck_assert_int_eq(glp_get_status(P), GLP_UNDEF);
    ck_assert_int_eq(simplex(P, methods[k], GLP_OFF, GLP_MSG_OFF), 0);
    ck_assert_int_eq(glp_get_status(P), GLP_NOFEAS);
    ck_assert_int_eq(glp_get_prim_stat(P), GLP_NOFEAS);
    ck_assert_int_eq(glp_get_unbnd_ray(P), 0);
    ck_assert_int_eq(glp_get_it_cnt(P), before);
    ck_assert(glp_bf_exists(P)); /* of the basis that is left */
  }
  glp_delete_prob(P);
}

START_TEST(infeasible_flow) { check_infeasible(flow(40.0, 1.0)); }
END_TEST

START_TEST(uncovered_trip) { check_infeasible(crew()); }
END_TEST

START_TEST(too_much_demand) { check_infeasible(transport(1.01)); }
END_TEST

/* Rows that the presolver makes bounds have a part in the proof: together they
 * let through less than is demanded. */
START_TEST(bounds_as_rows) {
  glp_prob* P = transport(0.9);
  const int last = glp_get_num_rows(P);
  int k;
  glp_add_rows(P, PLANTS * MARKETS);
  for (k = 1; k <= PLANTS * MARKETS; k++) {
    const int ind[] = {0, k};
    const double val[] = {0, k % 2 ? 2.0 : -2.0};
    glp_set_mat_row(P, last + k, 1, ind, val);
    if (k % 2) /* x <= 2 as 2x <= 4 and as -2x >= -4 */
      glp_set_row_bnds(P, last + k, GLP_UP, 0.0, 4.0);
    else
      glp_set_row_bnds(P, last + k, GLP_LO, -4.0, 0.0);
  }
  check_infeasible(P);
}
END_TEST

START_TEST(scaled_maximum) {
  glp_prob* P = transport(1.01);
  int k;
  glp_set_obj_dir(P, GLP_MAX);
  for (k = 1; k <= glp_get_num_rows(P); k++) glp_set_rii(P, k, 1 << k % 9);
  for (k = 1; k <= glp_get_num_cols(P); k++)
    glp_set_sjj(P, k, 1.0 / (1 << k % 7));
  check_infeasible(P);
}
END_TEST

/* There is a feasible solution; the primal method needs a basis of one. */
START_TEST(unbounded_flow) {
  glp_prob* P = flow(1.0, -100.0);
  const int before = glp_get_it_cnt(P), m = glp_get_num_rows(P);
  int k;
  for (k = 0; k < 3; k++)
    ck_assert_int_eq(simplex(P, methods[k], GLP_ON, GLP_MSG_OFF), GLP_ENODFS);
  ck_assert_int_eq(simplex(P, GLP_DUAL, GLP_OFF, GLP_MSG_OFF), 0);
  ck_assert_int_eq(glp_get_dual_stat(P), GLP_NOFEAS);
  ck_assert_int_eq(glp_get_it_cnt(P), before);
  ck_assert_int_eq(simplex(P, GLP_PRIMAL, GLP_OFF, GLP_MSG_OFF), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_UNBND);
  k = glp_get_unbnd_ray(P);
  ck_assert_int_ge(k, 1);
  ck_assert_int_ne(k <= m ? glp_get_row_stat(P, k) : glp_get_col_stat(P, k - m),
                   GLP_BS);
  glp_delete_prob(P);
}
END_TEST

/* What L - U adds to a node costs -10 and 5.  GLPK's presolver makes L a slack,
 * and then U alone has no end. */
START_TEST(slacks_of_the_presolver) {
  glp_prob* P = flow(1.0, 1.0);
  const int before = glp_get_it_cnt(P), ind[] = {0, 5};
  int j, k;
  for (k = 0; k < 2; k++) {
    const double val[] = {0, k == 0 ? 1.0 : -1.0};
    j = glp_add_cols(P, 1);
    glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
    glp_set_mat_col(P, j, 1, ind, val);
    glp_set_obj_coef(P, j, k == 0 ? -10.0 : 5.0);
  }
  for (k = 0; k < 3; k++)
    ck_assert_int_eq(simplex(P, methods[k], GLP_ON, GLP_MSG_OFF), GLP_ENODFS);
  ck_assert_int_eq(glp_get_it_cnt(P), before);
  glp_delete_prob(P);
}
END_TEST

START_TEST(messages) {
  glp_prob* P = crew();
  glp_prob* Q = flow(1.0, -100.0);
  capture();
  simplex(P, GLP_PRIMAL, GLP_OFF, GLP_MSG_ON);
  ck_assert_int_eq(captured("HAS NO"), 0);
  simplex(P, GLP_PRIMAL, GLP_OFF, GLP_MSG_ALL);
  ck_assert_int_eq(captured("LP HAS NO PRIMAL FEASIBLE SOLUTION"), 1);
  simplex(Q, GLP_PRIMAL, GLP_ON, GLP_MSG_ALL);
  ck_assert_int_eq(captured("LP HAS NO DUAL FEASIBLE SOLUTION"), 1);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

static void check_last_row(int form, int meth, glp_prob* P) {
  char pivots[40];
  const int before = glp_get_it_cnt(P), rays = captured("a ray: no primal");
  ck_assert_int_eq(simplex_in(form, P, meth, GLP_OFF, GLP_MSG_ALL), 0);
  ck_assert_int_eq(glp_get_prim_stat(P), GLP_NOFEAS);
  ck_assert_int_eq(captured("a ray: no primal"), rays + 1);
  sprintf(pivots, "GPU: %d pivots in ", glp_get_it_cnt(P) - before);
  ck_assert_int_ge(captured(pivots), 1);
  ck_assert_int_eq(simplex_in(form, P, meth, GLP_ON, GLP_MSG_ALL), GLP_ENOPFS);
  glp_delete_prob(P);
}

/* A simplex engine proves it by the row at which the dual method ends.  GLPK
 * makes no pivot after the engine's. */
START_TEST(last_row_of_an_engine) {
  static const int forms[] = {GLP_GPU_FORM_TABLEAU, GLP_GPU_FORM_INVERSE,
                              GLP_GPU_FORM_SPARSE};
  int f, k;
  capture();
  for (f = 0; f < 3; f++)
    for (k = 0; k < 3; k++) {
      check_last_row(forms[f], methods[k], flow(40.0, 1.0));
      check_last_row(forms[f], methods[k], crew());
      check_last_row(forms[f], methods[k], transport(1.01));
    }
}
END_TEST

/* What was proven of one problem says nothing of the next. */
START_TEST(one_after_another) {
  glp_prob* P = transport(1.01);
  int j;
  ck_assert_int_eq(simplex(P, GLP_PRIMAL, GLP_OFF, GLP_MSG_OFF), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_NOFEAS);
  for (j = 1; j <= MARKETS; j++)
    glp_set_row_bnds(P, PLANTS + j, GLP_LO, 25.0, 0.0);
  ck_assert_int_eq(simplex(P, GLP_DUAL, GLP_OFF, GLP_MSG_OFF), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {infeasible_flow,         uncovered_trip,
                                too_much_demand,         bounds_as_rows,
                                scaled_maximum,          unbounded_flow,
                                slacks_of_the_presolver, messages,
                                last_row_of_an_engine,   one_after_another};
  return run_suite("rays", tests, sizeof tests / sizeof *tests);
}
