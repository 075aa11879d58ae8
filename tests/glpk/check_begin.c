/* check_begin.c (which method begins in a search, and where)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* sched_getaffinity */

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lp.h"

#define SITES 100 /* sources of an assignment, and sinks */
#define RING 6000 /* rows and columns of a sparse LP */

static double uniform(unsigned* seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (*seed >> 8 & 0xffffff) / 16777216.0;
}

/* --- what the terminal shows ---------------------------------------------- */

static int count, pivots; /* last count shown; the engine's */
static int before;        /* the count shown when the engine began, or -1 */
static int sparse;        /* an engine worked by sparse factors */
static int crossed;       /* a crossover began beside them */

static int on_terminal(void* info, const char* text) {
  const char* colon = strstr(text, ": obj =");
  (void)info;
  if (colon != NULL) {
    const char* digit = colon;
    while (digit > text && digit[-1] >= '0' && digit[-1] <= '9') digit--;
    count = atoi(digit);
  }
  if (before < 0 && strncmp(text, "GPU: ", 5) == 0) before = count;
  if (strstr(text, "GPU: sparse form") != NULL ||
      strstr(text, "GPU: the simplex method is first") != NULL)
    sparse = 1;
  if (strstr(text, ": beside sparse factors") != NULL) crossed = 1;
  if (strstr(text, " pivots in ") != NULL)
    pivots += atoi(strpbrk(text, "0123456789"));
  return 1;
}

/* Makes pivots slow, not what comes before them. */
static int slow_pivots(void* info, const char* text) {
  const struct timespec pause = {0, 100000000};
  on_terminal(info, text);
  if (count > 0 && before < 0) nanosleep(&pause, NULL);
  return 1;
}

/* Solves P with a line for each pivot. */
static void search(glp_prob* P, int (*hook)(void* info, const char* text)) {
  glp_smcp parm = method(GLP_PRIMAL, GLP_MSG_ALL);
  parm.out_frq = 1;
  count = pivots = sparse = crossed = 0;
  before = -1;
  glp_term_hook(hook, NULL);
  ck_assert_int_eq(glp_simplex(P, &parm), 0);
  glp_term_hook(NULL, NULL);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
}

/* Tells the library of so many processors, unless it is 0. */
static int pretended;

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t* set) {
  int i;
  memset(set, 0, size);
  if (pretended == 0)
    return syscall(SYS_sched_getaffinity, pid, size, set) < 0 ? -1 : 0;
  for (i = 0; i < pretended; i++) CPU_SET_S(i, size, set);
  return 0;
}

/* --- beginnings ----------------------------------------------------------- */

/* Returns min c'x, x[j] + x[j+1] + x[j+7] >= 1, x >= 0 in a ring, c random. */
static glp_prob* ring_lp(int size) {
  static const int steps[] = {0, 1, 7};
  glp_prob* P = glp_create_prob();
  unsigned seed = 1;
  int i, t;
  glp_add_rows(P, size);
  glp_add_cols(P, size);
  for (i = 1; i <= size; i++) {
    const double val[] = {0.0, 1.0, 1.0, 1.0};
    int ind[4];
    for (t = 0; t < 3; t++) ind[1 + t] = 1 + (i + steps[t]) % size;
    glp_set_mat_row(P, i, 3, ind, val);
    glp_set_row_bnds(P, i, GLP_LO, 1.0, 0.0);
    glp_set_col_bnds(P, i, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, i, 1.0 + uniform(&seed));
  }
  return P;
}

static void use_host(glp_prob* P, int mode) {
  glp_bfcp bfcp;
  glp_get_bfcp(P, &bfcp);
  bfcp.gpu = mode;
  bfcp.gpu_backend = GLP_GPU_HOST;
  bfcp.gpu_form = GLP_GPU_FORM_ANY;
  glp_set_bfcp(P, &bfcp);
}

/* In mode only without a device, GLPK begins where a crossover may follow, so
 * that a warm start is its own and loads no library. */
START_TEST(glpk_begins_in_mode_only) {
  glp_prob *P = ring_lp(RING), *Q = ring_lp(RING);
  int iterations;
  search(Q, on_terminal); /* mode off */
  ck_assert_int_eq(before, -1);
  use_host(P, GLP_GPU_ONLY);
  search(P, on_terminal);
  ck_assert_int_gt(before, 0);
  ck_assert_int_gt(pivots, 0);
  ck_assert(close_to(glp_get_obj_val(P), glp_get_obj_val(Q)));
  iterations = glp_get_it_cnt(P);
  glp_set_obj_coef(P, 1, glp_get_obj_coef(P, 1) + 0.1);
  search(P, on_terminal);
  ck_assert_int_eq(before, -1);
  ck_assert_int_lt(glp_get_it_cnt(P), iterations + 100);
  glp_delete_prob(P);
  glp_delete_prob(Q);
}
END_TEST

/* In a race the first engine begins where GLPK began: there few rows of this
 * ring are violated, which suits sparse factors, however many pivots GLPK has
 * made until an engine is due. */
static void race_slowly(glp_prob* P) {
  pretended = 2; /* a third one is a crossover's */
  search(P, slow_pivots);
  pretended = 0;
  ck_assert_int_gt(before, 0);
}

START_TEST(auto_begins_where_glpk_began) {
  glp_prob* P = ring_lp(RING);
  int i;
  for (i = 1; i <= RING; i++)
    glp_set_row_bnds(P, i, GLP_LO, i % 300 == 0 ? 1.0 : 0.0, 0.0);
  use_host(P, GLP_GPU_AUTO);
  race_slowly(P);
  ck_assert(sparse);
  glp_delete_prob(P);
}
END_TEST

/* Returns min c'x, x[i][j] >= 0, SITES sources of 1 and as many sinks. */
static glp_prob* assignment_lp(void) {
  glp_prob* P = glp_create_prob();
  const double ones[] = {0.0, 1.0, 1.0};
  unsigned seed = 1;
  int i;
  glp_add_rows(P, 2 * SITES);
  glp_add_cols(P, SITES * SITES);
  for (i = 1; i <= 2 * SITES; i++) glp_set_row_bnds(P, i, GLP_FX, 1.0, 1.0);
  for (i = 0; i < SITES * SITES; i++) {
    const int ind[] = {0, 1 + i / SITES, 1 + SITES + i % SITES};
    glp_set_mat_col(P, 1 + i, 2, ind, ones);
    glp_set_col_bnds(P, 1 + i, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, 1 + i, (int)(100.0 * uniform(&seed)));
  }
  return P;
}

/* GLPK's advanced basis has no slacks of equations, but the engine begins at
 * them nonetheless.  Returns whether sparse factors came first. */
static int slacks_come_first(int backend) {
  glp_prob *P = assignment_lp(), *Q = assignment_lp();
  glp_bfcp bfcp;
  use_host(P, GLP_GPU_AUTO);
  glp_get_bfcp(P, &bfcp);
  bfcp.gpu_backend = backend;
  glp_set_bfcp(P, &bfcp);
  glp_adv_basis(P, 0);
  race_slowly(P);
  solve(Q, GLP_MSG_OFF, GLP_OFF);
  ck_assert(close_to(glp_get_obj_val(P), glp_get_obj_val(Q)));
  glp_delete_prob(P);
  glp_delete_prob(Q);
  return sparse;
}

START_TEST(slacks_begin_in_a_race) {
  ck_assert(slacks_come_first(GLP_GPU_HOST));
}
END_TEST

/* The best back end may be a device, which may be faster. */
START_TEST(slacks_begin_anywhere) {
  ck_assert(slacks_come_first(GLP_GPU_ANY) ||
            access("/dev/nvidiactl", F_OK) == 0);
}
END_TEST

#define HOURS 4000
#define STATIONS 14

static int add_row(glp_prob* P, int type, double bound) {
  const int i = glp_add_rows(P, 1);
  glp_set_row_bnds(P, i, type, bound, bound);
  return i;
}

/* The elements are counted from 0. */
static void add_col(glp_prob* P, double cost, double most, int len,
                    const int* ind, const double* val) {
  const int j = glp_add_cols(P, 1);
  int row[6];
  double element[6];
  memcpy(row + 1, ind, len * sizeof *ind);
  memcpy(element + 1, val, len * sizeof *val);
  glp_set_col_bnds(P, j, most > 0.0 ? GLP_DB : GLP_LO, 0.0, most);
  glp_set_obj_coef(P, j, cost);
  glp_set_mat_col(P, j, len, row, element);
}

/* Power stations follow a load; what they give may not change much within an
 * hour.  A store keeps energy.  The start violates one row in 30, by no more
 * than a station or two can give, but a simplex method takes some pivots for
 * each station and hour. */
static glp_prob* dispatch_lp(void) {
  glp_prob* P = glp_create_prob();
  unsigned seed = 1;
  int t, g, store = 1 + HOURS;
  for (t = 0; t < HOURS; t++)
    add_row(P, GLP_FX, 120.0 + 7.0 * abs(t % 24 - 12) + 10 * uniform(&seed));
  for (t = 0; t < HOURS; t++) add_row(P, GLP_FX, 0.0);
  for (g = 0; g < STATIONS; g++) {
    const double most = 50.0 + 250.0 * uniform(&seed);
    const double cost = 10.0 + 60.0 * uniform(&seed);
    const double val[] = {1.0, -1.0, 1.0, 1.0, -1.0};
    int up = 0, down = 0;
    for (t = 0; t < HOURS; t++) {
      int ind[] = {1 + t, 0, 0, up, down};
      ind[1] = up = add_row(P, GLP_UP, 0.15 * most);
      ind[2] = down = add_row(P, GLP_UP, 0.15 * most);
      add_col(P, cost * (1.0 + 0.05 * uniform(&seed)), most, t == 0 ? 3 : 5,
              ind, val);
    }
  }
  for (t = 0; t < HOURS; t++) {
    const int ind[] = {1 + t, store + t, store + (t + 1) % HOURS};
    const double in[] = {-1.0, -0.9}, out[] = {1.0, 1.1}, keep[] = {1.0, -1.0};
    add_col(P, 0.1, 150.0, 2, ind, in);
    add_col(P, 0.1, 150.0, 2, ind, out);
    add_col(P, 0.0, 600.0, 2, ind + 1, keep);
    add_col(P, 3000.0, 0.0, 1, ind, out);
  }
  return P;
}

/* Few defects make sparse factors begin.  If they take long, a crossover begins
 * on another processor. */
START_TEST(crossover_begins_beside) {
  glp_prob* P = dispatch_lp();
  use_host(P, GLP_GPU_AUTO);
  glp_adv_basis(P, 0);
  pretended = 4;
  search(P, slow_pivots);
  pretended = 0;
  ck_assert(crossed);
  glp_delete_prob(P);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      glpk_begins_in_mode_only, auto_begins_where_glpk_began,
      slacks_begin_in_a_race, slacks_begin_anywhere, crossover_begins_beside};
  return run_suite("begin", tests, sizeof tests / sizeof *tests);
}
