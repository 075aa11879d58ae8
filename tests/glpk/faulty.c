/* faulty.c (libgpuinv with one fault, for faults.sh)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be named by GPUINV_LIBRARY.  It opens the true one,
 * $FAULTY_TRUE, and passes every call on, except for the fault that $FAULTY
 * describes: "VERB COUNT STATUS" makes calls number COUNT and later of VERB
 * return STATUS; with a '+' after STATUS only that one call does.  VERB load
 * fails in gpuinv_get_api, proposal spoils the basis of an engine, problem its
 * input, point the result of an interior point method, start a start basis, ray
 * the ray of a claim; verdict fails as review does, and then kkt finds errors.
 * endless makes engines that never end; pivots makes them stop at once and
 * claim an optimum after so many pivots.  lie makes solutions with the basis
 * matrix wrong, after the library's own check. */

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpuinv.h"

static const gpuinv_api* real;
static gpuinv_log tell;
static void* tell_info;
static gpuinv_api table;
static char verb[32], once;
static int fault_count, fault_status, calls, faults;
static int base, rows, columns; /* of the last engine or basis */

/* Returns whether the library would log such a failure. */
static int is_told(const char* name) {
  if (strncmp(name, "engine", 6) == 0 && fault_status == GPUINV_CANNOT)
    return 0;
  if (strncmp(name, "pro", 3) == 0) return 0; /* problem, proposal */
  if (strcmp(name, "lie") == 0) return 0;
  if (strcmp(name, "point") == 0 || strcmp(name, "ray") == 0) return 0;
  return fault_status > GPUINV_LIMIT && strcmp(name, "update") != 0;
}

static int faulty(const char* name) {
  if (strcmp(name, verb) != 0 || ++calls < fault_count) return 0;
  if (once && faults > 0) return 0;
  if (faults++ == 0 && is_told(name) && tell != NULL)
    tell(tell_info, GPUINV_LOG_WARNING, "GPU: injected fault; using the CPU");
  return fault_status;
}

static int session_create(gpuinv_session** session, gpuinv_log log,
                          void* info) {
  tell = log;
  tell_info = info;
  return real->session_create(session, log, info);
}

static int basis_create(gpuinv_session* session, const char* options,
                        gpuinv_basis** basis) {
  int status = faulty("basis_create");
  *basis = NULL;
  return status ? status : real->basis_create(session, options, basis);
}

static int begin(gpuinv_basis* basis, int first, int m) {
  int status = faulty("begin");
  rows = m;
  return status ? status : real->begin(basis, first, m);
}

/* Enters one after the other, so that each of them can fail. */
static int enter(gpuinv_basis* basis, int j, int count, const int len[],
                 const int* const ind[], const double* const val[]) {
  int status = 0, c;
  for (c = 0; status == 0 && c < count; c++) {
    status = faulty("column");
    if (status == 0)
      status = real->columns(basis, j + c, 1, len + c, ind + c, val + c);
  }
  return status;
}

static int factorize(gpuinv_basis* basis, double* norm) {
  int status = faulty("factorize");
  return status ? status : real->factorize(basis, norm);
}

/* Lies: 1 - FTRANs are rounded to integers, so that the solution of a MIP's
 * relaxation seems to be one of the MIP; 2 - FTRANs have the other sign; 3 - so
 * have BTRANs; 4 - elements of FTRANs are not numbers, and kkt fails; 5 -
 * BTRANs are zero; 6 - FTRANs are, but for the first element. */
static void spoil_solution(int how, int transposed, double x[]) {
  int i;
  if (transposed != (how == 3 || how == 5)) return;
  for (i = 0; i < rows; i++) {
    if (how == 1) x[i] = floor(x[i] + 0.5);
    if (how == 2 || how == 3) x[i] = -x[i];
    if (how == 4 && i % 2) x[i] = NAN;
    if (how == 5 || (how == 6 && i > 0)) x[i] = 0.0;
  }
}

static int ftran(gpuinv_basis* basis, double x[]) {
  int status = faulty("ftran");
  if (status) return status;
  status = real->ftran(basis, x);
  if (status == 0) spoil_solution(faulty("lie"), 0, x);
  return status;
}

static int btran(gpuinv_basis* basis, double x[]) {
  int status = faulty("btran");
  if (status) return status;
  status = real->btran(basis, x);
  if (status == 0) spoil_solution(faulty("lie"), 1, x);
  return status;
}

static int update(gpuinv_basis* basis, int k, int len, const int ind[],
                  const double val[]) {
  int status = faulty("update");
  return status ? status : real->update(basis, k, len, ind, val);
}

/* Bad problems: a cost (1), an upper bound (2) or an entry of the matrix (3)
 * is not a number; the entry becomes that after it was checked (4); costs have
 * the other sign (5); there are no upper bounds (6).  The copy lives until the
 * next one. */
static double* spoil_problem(int how, gpuinv_lp* lp) {
  static double* copy;
  const int nnz = lp->ptr[lp->n] - lp->base;
  const int len = how == 3 || how == 4 ? nnz : lp->n;
  const double** array = how == 1 || how == 5   ? &lp->c
                         : how == 2 || how == 6 ? &lp->u
                                                : &lp->val;
  int k;
  free(copy);
  copy = malloc(len * sizeof(double));
  if (copy == NULL) abort();
  memcpy(copy, *array, len * sizeof(double));
  if (how <= 3) copy[len / 2] = NAN;
  for (k = 0; k < len; k++) {
    if (how == 5) copy[k] = -copy[k];
    if (how == 6 && lp->l[k] != copy[k]) copy[k] = DBL_MAX;
  }
  *array = copy;
  return copy;
}

static int engine_start(gpuinv_session* session, const char* options,
                        const gpuinv_lp* lp, const gpuinv_smcp* parm,
                        gpuinv_engine** engine) {
  int status = faulty("engine_start"), k;
  const int how = status ? 0 : faulty("problem");
  gpuinv_lp spoiled = *lp;
  gpuinv_smcp limited = *parm;
  double* copy = how ? spoil_problem(how, &spoiled) : NULL;
  base = lp->base;
  rows = lp->m;
  columns = lp->n;
  *engine = NULL;
  if (strcmp(verb, "pivots") == 0) limited.it_lim = 1;
  if (status == 0)
    status = real->engine_start(session, options, &spoiled, &limited, engine);
  if (how == 4)
    for (k = 0; k < lp->ptr[lp->n] - lp->base; k++) copy[k] = NAN;
  return status;
}

/* Bad proposals: 1 - a basic column twice, 2 - the first columns, 3 - every
 * variable at its other bound, 4 - a nonbasic column twice, so that another is
 * missing, 5 and 6 - a column that does not exist, 7 - slacks, except for the
 * first two structural columns, 8 - slacks. */
static void spoil(int how, int head[], char flag[]) {
  int j;
  switch (how) {
    case 1:
      head[0] = head[1];
      break;
    case 2:
      for (j = 0; j < columns; j++) head[j] = base + j;
      break;
    case 7:
    case 8:
      for (j = 0; j < columns; j++) {
        const int slack = j < rows, k = slack ? j : j - rows;
        head[j] = base + k + (slack == (how == 7 && k < 2) ? rows : 0);
      }
      memset(flag, 0, columns - rows);
      break;
    case 4:
      head[columns - 1] = head[rows];
      break;
    case 5:
      head[rows] = base + columns;
      break;
    case 6:
      head[0] = -1000000;
      break;
    default:
      for (j = 0; j < columns - rows; j++) flag[j] = !flag[j];
  }
}

/* Bad points: 1 - a value differs from that of its row, 2 - a value is beyond
 * its bound, 3 - a reduced cost has the wrong sign, 4 - not a number; 5 is for
 * one that is said to be infeasible; 6 is as 4, and kkt fails. */
static void spoil_point(int how, double prim[], double dual[]) {
  int i;
  switch (how) {
    case 1:
      prim[0] += 1.0;
      break;
    case 2:
      for (i = 0; i < rows + columns; i++) prim[i] = -prim[i] - 1.0;
      break;
    case 3:
      for (i = 0; i < rows + columns; i++) dual[i] = -dual[i] - 1.0;
      break;
    case 4:
    case 6:
      prim[rows] = NAN;
  }
}

/* Bad rays: 1 - of the other sign for every second element, 2 - zero, 3 - not
 * a number; 4, 5, 6 - of a claim that was not made: no primal solution, the
 * same with what is not a number, no dual solution. */
static void spoil_ray(int how, int* claim, double ray[]) {
  int k;
  if (how >= 4)
    *claim = how == 6 ? GPUINV_CLAIM_NO_DUAL : GPUINV_CLAIM_NO_PRIMAL;
  for (k = 0; k < columns; k++) {
    if (how == 1 && k % 2) ray[k] = -ray[k];
    if (how == 2) ray[k] = 0.0;
    if (how == 3 || how == 5) ray[k] = NAN;
    if (how == 4 || how == 6) ray[k] = k % 3 - 1.0;
  }
}

static int engine_wait(gpuinv_engine* engine, double seconds) {
  if (faulty("endless") == 0) return real->engine_wait(engine, seconds);
  usleep((useconds_t)(1e6 * seconds));
  return 0;
}

static int engine_result(gpuinv_engine* engine, int* claim, int* pivots,
                         int* dense, int head[], char flag[], double ray[]) {
  int status = faulty("engine_result");
  if (status) return status;
  status = real->engine_result(engine, claim, pivots, dense, head, flag, ray);
  if (status == 0) {
    const int how = faulty("proposal"), count = faulty("pivots");
    const int untrue = faulty("ray");
    if (how) spoil(how, head, flag);
    if (untrue) spoil_ray(untrue, claim, ray);
    if (count) {
      *pivots = count;
      *claim = GPUINV_CLAIM_OPTIMAL;
    }
  }
  return status;
}

static int interior_create(gpuinv_session* session, const char* options,
                           const gpuinv_interior_lp* lp,
                           const gpuinv_iptcp* parm,
                           gpuinv_interior** interior) {
  int status = faulty("interior_create");
  rows = lp->m;
  columns = lp->n;
  *interior = NULL;
  return status ? status
                : real->interior_create(session, options, lp, parm, interior);
}

static int interior_step(gpuinv_interior* interior, int* done) {
  int status = faulty("interior_step");
  return status ? status : real->interior_step(interior, done);
}

static int interior_result(gpuinv_interior* interior, int* code, int* stat,
                           double* obj, double prim[], double dual[]) {
  int status = faulty("interior_result");
  if (status) return status;
  status = real->interior_result(interior, code, stat, obj, prim, dual);
  if (status == 0) {
    const int how = faulty("point");
    if (how) spoil_point(how, prim, dual);
    if (how == 5) *stat = 4; /* GLP_NOFEAS */
  }
  return status;
}

static int kkt(gpuinv_session* session, const gpuinv_interior_lp* lp,
               const gpuinv_scaling* scaling, const double prim[],
               const double dual[], gpuinv_kkt* errors) {
  int status = faulty("kkt");
  if ((strcmp(verb, "lie") == 0 && fault_status == 4) ||
      (strcmp(verb, "point") == 0 && fault_status == 6))
    status = GPUINV_NOMEM;
  if (status == 0) status = real->kkt(session, lp, scaling, prim, dual, errors);
  if (status == 0 && strcmp(verb, "verdict") == 0 && faults > 0)
    errors->db = errors->worst = 1.0;
  return status;
}

static int review(gpuinv_session* session, gpuinv_review* r) {
  int status = faulty("review");
  if (status == 0) status = faulty("verdict");
  return status ? status : real->review(session, r);
}

static int dual_start(gpuinv_session* session, const gpuinv_interior_lp* lp,
                      const gpuinv_scaling* scaling, int* size, int stat[]) {
  int status = faulty("dual_start"), how, k;
  if (status) return status;
  status = real->dual_start(session, lp, scaling, size, stat);
  how = *size >= 0 ? faulty("start") : 0;
  for (k = 0; how && k < lp->m + lp->n; k++)
    stat[k] = how == 1 ? GPUINV_STAT_BASIC : 99;
  return status;
}

static int refine(gpuinv_session* session, const gpuinv_interior_lp* lp,
                  const int bind[], int step, double prim[], double dual[],
                  double w[], int* solve) {
  int status = faulty("refine");
  return status ? status
                : real->refine(session, lp, bind, step, prim, dual, w, solve);
}

const gpuinv_api* gpuinv_get_api(int version) {
  const char* fault = getenv("FAULTY");
  const char* name = getenv("FAULTY_TRUE");
  void* handle = name ? dlopen(name, RTLD_NOW) : NULL;
  union {
    void* object;
    gpuinv_get_api_t function;
  } symbol;
  if (handle == NULL || fault == NULL ||
      sscanf(fault, "%31s %d %d%c", verb, &fault_count, &fault_status, &once) <
          3) {
    fprintf(stderr, "faulty: FAULTY or FAULTY_TRUE is wrong\n");
    abort();
  }
  once = once == '+';
  symbol.object = dlsym(handle, "gpuinv_get_api");
  if (symbol.object == NULL || strcmp(verb, "load") == 0) return NULL;
  real = symbol.function(version);
  if (real == NULL) return NULL;
  table = *real;
  table.session_create = session_create;
  table.basis_create = basis_create;
  table.begin = begin;
  table.columns = enter;
  table.factorize = factorize;
  table.ftran = ftran;
  table.btran = btran;
  table.update = update;
  table.engine_start = engine_start;
  table.engine_wait = engine_wait;
  table.engine_result = engine_result;
  table.interior_create = interior_create;
  table.interior_step = interior_step;
  table.interior_result = interior_result;
  table.kkt = kkt;
  table.review = review;
  table.dual_start = dual_start;
  table.refine = refine;
  return &table;
}
