/* soak.c (one problem object, changed and solved again, thousands of times)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* usage: soak [--backend cuda|host] [--solves N] [--looks K] [MODEL ...]
 *
 * Each model (MPS; a generated LP if none is named) is solved with mode "only"
 * N times (200), from the last basis, after changes of bounds, costs, rows and
 * columns (soak_changes.h).  Every call must end with a verdict.  Every
 * optimum must satisfy the conditions of Karush, Kuhn and Tucker by GLPK's
 * measure, and any other verdict must be that of GLPK alone.  K times (10)
 * GLPK alone also solves the problem from a cold start; the objective must be
 * the same to 1e-9.  Then everything is restored and solved.  The memory of
 * the process without GLPK's own, and that of the device, must be what it was
 * half-way. */

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lp.h"
#include "soak_changes.h"

/* Relative; as much as GLPK calls medium quality. */
#define KKT 1e-6

/* tol_bnd and tol_dj.  With the default, 1e-7, objectives may differ by more
 * than 1e-9. */
#define TOLERANCE 1e-9

/* Allowed growth of memory in bytes; MiB is the unit of glp_gpu_info. */
#define HOST_GROWTH 262144
#define DEVICE_GROWTH 2

struct run {
  struct soak soak;
  glp_smcp parm;
  int backend, solves, looks;
  int done, proposals, others, failures;
  double worst;      /* KKT error */
  double host, free; /* half-way */
};

/* The terminal hook counts proposals and reads free memory. */
struct terminal {
  int proposals;
  double free; /* MiB of the first device, 0 without one */
};

static int read_line(void* info, const char* text) {
  struct terminal* t = info;
  const char* free = strstr(text, " multiprocessors, ");
  if (strncmp(text, "GPU: ", 5) == 0 && strstr(text, " pivots in ") != NULL)
    t->proposals++;
  if (free != NULL && strstr(text, "cuda device 0:") != NULL)
    sscanf(free, " multiprocessors, %lf", &t->free);
  return 1;
}

static void blame(struct run* r, const char* what, double x) {
  printf("FAIL: solve %d: %s %g\n", r->done, what, x);
  r->failures++;
}

static void set_mode(glp_prob* P, int mode, int backend) {
  set_gpu(P, GLP_BF_LUF + GLP_BF_FT, mode, backend);
  use_engine(P, mode);
}

/* Returns the largest relative error of the four conditions. */
static double kkt_error(glp_prob* P) {
  static const int conditions[] = {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE,
                                   GLP_KKT_DB};
  double worst = 0.0;
  int t;
  for (t = 0; t < 4; t++) {
    double absolute, relative;
    int i, j;
    glp_check_kkt(P, GLP_SOL, conditions[t], &absolute, &i, &relative, &j);
    worst = fmax(worst, relative);
  }
  return worst;
}

/* Solves a copy by GLPK alone; returns the distance of the objectives. */
static double compare(struct run* r) {
  glp_prob* Q = glp_create_prob();
  double distance = 0.0;
  glp_copy_prob(Q, r->soak.P, GLP_OFF);
  set_mode(Q, GLP_GPU_OFF, GLP_GPU_ANY);
  glp_term_out(GLP_OFF);
  glp_scale_prob(Q, GLP_SF_AUTO);
  glp_adv_basis(Q, 0);
  glp_simplex(Q, &r->parm);
  glp_term_out(GLP_ON);
  if (glp_get_status(Q) != glp_get_status(r->soak.P))
    blame(r, "cold start ends with status", glp_get_status(Q));
  else if (glp_get_status(Q) == GLP_OPT) {
    const double x = glp_get_obj_val(r->soak.P), y = glp_get_obj_val(Q);
    distance = fabs(x - y) / fmax(1.0, fabs(y));
    if (!close_to(x, y)) blame(r, "distance to cold start", distance);
  }
  glp_delete_prob(Q);
  return distance;
}

static void solve_changed(struct run* r) {
  struct terminal terminal = {0, 0.0};
  glp_prob* P = r->soak.P;
  int ret, status;
  r->done++;
  glp_term_hook(read_line, &terminal);
  ret = glp_simplex(P, &r->parm);
  glp_term_hook(NULL, NULL);
  status = glp_get_status(P);
  r->proposals += terminal.proposals;
  if (ret != 0) blame(r, "glp_simplex returns", ret);
  if (status == GLP_OPT) {
    const double error = kkt_error(P);
    r->worst = fmax(r->worst, error);
    if (error > KKT) blame(r, "KKT error", error);
  } else if (ret == 0) {
    r->others++;
    compare(r);
    soak_restore(&r->soak);
  }
}

/* Returns the bytes of the process that are not GLPK's. */
static double host_memory(void) {
  const struct mallinfo2 all = mallinfo2();
  size_t glpk;
  glp_mem_usage(NULL, NULL, &glpk, NULL);
  return (double)all.uordblks + (double)all.hblkhd - (double)glpk;
}

static double device_memory(struct run* r) {
  struct terminal terminal = {0, 0.0};
  glp_bfcp parm;
  if (r->backend != GLP_GPU_CUDA) return 0.0;
  glp_get_bfcp(r->soak.P, &parm);
  glp_term_hook(read_line, &terminal);
  glp_gpu_info(&parm);
  glp_term_hook(NULL, NULL);
  if (terminal.free == 0.0) blame(r, "free device memory", 0.0);
  return terminal.free;
}

static void look(struct run* r, int number) {
  const int optimal = glp_get_status(r->soak.P) == GLP_OPT;
  const double distance = optimal ? compare(r) : 0.0;
  const int half = (r->looks + 1) / 2; /* by then the heap has its size */
  double host, free;
  soak_restore(&r->soak);
  solve_changed(r);
  host = host_memory(), free = device_memory(r);
  printf("%7d %9d %6d %6d %9.1e %9.1e %12.0f %9.0f %17.9e\n", r->done,
         glp_get_it_cnt(r->soak.P), r->proposals, r->others, r->worst, distance,
         host, free, glp_get_obj_val(r->soak.P));
  fflush(stdout);
  if (number == half) r->host = host, r->free = free;
  if (number <= half) return;
  if (host > r->host + HOST_GROWTH)
    blame(r, "host memory grew", host - r->host);
  if (free < r->free - DEVICE_GROWTH)
    blame(r, "device memory shrank", r->free - free);
}

static glp_prob* read_model(const char* path) {
  glp_prob* P;
  int ret;
  if (path == NULL) return random_lp(7, 60, 150);
  P = glp_create_prob();
  glp_term_out(GLP_OFF);
  ret = glp_read_mps(P, GLP_MPS_DECK, NULL, path);
  glp_term_out(GLP_ON);
  if (ret == 0) return P;
  glp_delete_prob(P);
  return NULL;
}

/* Returns the number of failures. */
static int soak(const struct run* options, const char* path) {
  struct run r = *options;
  int number;
  glp_prob* P = r.soak.P = read_model(path);
  printf("%s\n", path == NULL ? "generated" : path);
  if (P == NULL) {
    printf("FAIL: cannot be read\n");
    return 1;
  }
  printf("%7s %9s %6s %6s %9s %9s %12s %9s %17s\n", "solves", "pivots",
         "engine", "others", "KKT", "to cold", "host bytes", "free MiB",
         "objective");
  r.soak.m = glp_get_num_rows(P), r.soak.n = glp_get_num_cols(P);
  glp_term_out(GLP_OFF);
  glp_scale_prob(P, GLP_SF_AUTO);
  glp_adv_basis(P, 0);
  glp_term_out(GLP_ON);
  set_mode(P, GLP_GPU_ONLY, r.backend);
  for (number = 1; number <= r.looks; number++) {
    while (r.done < (double)number / r.looks * r.solves - 1) {
      if (r.done > 0) soak_change(&r.soak);
      solve_changed(&r);
    }
    look(&r, number);
  }
  if (r.proposals < r.done) blame(&r, "proposals of the engine:", r.proposals);
  glp_delete_prob(P);
  return r.failures;
}

static int set_option(struct run* r, const char* word, const char* value) {
  if (value == NULL) return 0;
  if (strcmp(word, "--backend") == 0 && strcmp(value, "cuda") == 0)
    r->backend = GLP_GPU_CUDA;
  else if (strcmp(word, "--backend") == 0 && strcmp(value, "host") == 0)
    r->backend = GLP_GPU_HOST;
  else if (strcmp(word, "--solves") == 0)
    r->solves = atoi(value);
  else if (strcmp(word, "--looks") == 0)
    r->looks = atoi(value);
  else
    return 0;
  return 1;
}

int main(int argc, char** argv) {
  struct run options = {0};
  int a, failures = 0;
  options.backend = GLP_GPU_HOST, options.solves = 200, options.looks = 10;
  glp_init_smcp(&options.parm);
  options.parm.tol_bnd = options.parm.tol_dj = TOLERANCE;
  for (a = 1; a < argc && argv[a][0] == '-'; a += 2) {
    if (set_option(&options, argv[a], argv[a + 1])) continue;
    fprintf(stderr,
            "usage: soak [--backend cuda|host] [--solves N] [--looks K] "
            "[MODEL ...]\n");
    return 2;
  }
  if (a == argc) failures += soak(&options, NULL);
  for (; a < argc; a++) failures += soak(&options, argv[a]);
  printf("%d failure(s)\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
