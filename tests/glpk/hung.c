/* hung.c (limits and the terminal hook while a device hangs)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hung [-m MOST] [-s SIZE] [-o METHOD]: a dense LP is solved twice on a device
 * in mode only, by each method (or one).  The first time CUDA starts.  In the
 * second one, at up to MOST calls of CUDA, GPUINV_FAULT lets a kernel keep the
 * whole device for two seconds.  A limit of 0.3 s, or a hook that leaves by
 * longjmp after it, must end the call at most $GPUINV_PATIENCE times 50 ms
 * later, and meanwhile the hook is called.
 *
 * What GLPK's own loop asks a device for it waits for, at most a second and as
 * long as the host would take.  With GLP_BF_GPU, where each of hundreds of calls
 * may hang, the CPU must therefore find the optimum within some seconds. */

#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "sweep_lp.h"

#define LIMIT 0.3 /* seconds */
#define LATE 0.05
#define SILENT 0.25 /* between calls of the hook */

static const struct {
   const char *name;
   int form; /* or -1: interior point, -2: and crossover, -3: GLP_BF_GPU */
} methods[] = {
   {"tableau", GLP_GPU_FORM_TABLEAU},
   {"inverse", GLP_GPU_FORM_INVERSE},
   {"crossover", GLP_GPU_FORM_CROSS},
   {"interior", -1},
   {"interior-crossover", -2},
   {"basis", -3},
};
#define BASIS ((int)(sizeof methods / sizeof *methods) - 1)

static int size = 300;

/* What a child tells its parent. */
typedef struct {
   long before, passes, faults; /* passes before the second solve and in all */
   double late, silent;
   int optimal; /* after both solves */
} Outcome;

static Outcome told;
static double wish, heard;
static jmp_buf away;

static double now(void)
{  struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int hook(void *info, const char *text)
{  const char *passed = strstr(text, "passed ");
   (void)info;
   if (strstr(text, "GPUINV_FAULT:") != NULL && passed != NULL)
      sscanf(passed, "passed %ld times, %ld", &told.passes, &told.faults);
   told.silent = fmax(told.silent, now() - heard);
   heard = now();
   if (now() >= wish)
      longjmp(away, 1);
   return 1;
}

static void solve(glp_prob *P, int method, double limit)
{  glp_iptcp ipt;
   glp_smcp parm;
   const int tm_lim = (int)fmin(1000.0 * limit, 1e9);
   glp_std_basis(P);
   if (methods[method].form >= 0 || method == BASIS)
   {  glp_init_smcp(&parm);
      parm.tm_lim = tm_lim;
      glp_simplex(P, &parm);
      return;
   }
   glp_init_iptcp(&ipt);
   ipt.tm_lim = tm_lim;
   ipt.crossover = methods[method].form < -1;
   glp_interior(P, &ipt);
}

static glp_prob *problem(int method)
{  const int least = method == BASIS ? 400 : 0; /* rows */
   glp_prob *P = dense_lp(size > least ? size : least);
   glp_bfcp parm;
   glp_get_bfcp(P, &parm);
   parm.gpu = method == BASIS ? GLP_GPU_OFF : GLP_GPU_ONLY;
   if (method == BASIS)
      parm.type = GLP_BF_GPU;
   parm.gpu_backend = test_backend();
   parm.gpu_form = methods[method].form < 0 ? 0 : methods[method].form;
   glp_set_bfcp(P, &parm);
   return P;
}

/* Returns how late it ends. */
static double solve_late(glp_prob *P, int method, double limit, int leave)
{  const double begin = now();
   heard = begin;
   wish = leave ? begin + limit : HUGE_VAL;
   if (setjmp(away) == 0)
      solve(P, method, leave ? HUGE_VAL : limit);
   return now() - begin - limit;
}

static void solve_twice(int method, const char *fault, double limit, int leave)
{  glp_prob *P = problem(method);
   double silent;
   setenv("GPUINV_FAULT", fault, 1);
   glp_term_out(GLP_ON);
   glp_term_hook(hook, NULL);
   wish = HUGE_VAL;
   solve(P, method, HUGE_VAL);
   told.optimal = glp_get_status(P) == GLP_OPT;
   glp_gpu_info(NULL);
   told.before = told.passes;
   told.silent = 0.0;
   told.late = solve_late(P, method, limit, leave);
   told.optimal = told.optimal && glp_get_status(P) == GLP_OPT;
   silent = fmax(told.silent, now() - heard);
   wish = HUGE_VAL;
   glp_gpu_info(NULL); /* waits for what was left */
   told.silent = silent;
}

/* In a child process, since the environment is read once. */
static Outcome run(int method, const char *fault, double limit, int leave)
{  Outcome outcome = {0, 0, 0, HUGE_VAL, HUGE_VAL, 0};
   int ends[2], status = -1;
   pid_t child;
   if (pipe(ends) != 0 || (child = fork()) < 0)
      exit(2);
   if (child == 0)
   {  alarm(60);
      solve_twice(method, fault, limit, leave);
      if (write(ends[1], &told, sizeof told) < 0)
         _exit(2);
      _exit(0);
   }
   close(ends[1]);
   if (read(ends[0], &outcome, sizeof outcome) != sizeof outcome)
      outcome.late = HUGE_VAL;
   close(ends[0]);
   waitpid(child, &status, 0);
   if (status != 0)
      outcome.late = HUGE_VAL;
   return outcome;
}

static int cases, hung, bad;
static double worst;

static void judge(int method, long n, int leave)
{  const char *patience = getenv("GPUINV_PATIENCE");
   const double factor = patience ? atof(patience) : 1.0;
   char fault[60];
   Outcome outcome;
   sprintf(fault, "cuda:%ld:hang", n);
   outcome = run(method, fault, LIMIT, leave);
   cases++;
   hung += outcome.faults > 0;
   worst = fmax(worst, outcome.late);
   if (outcome.late <= factor * LATE && outcome.silent <= factor * SILENT)
      return;
   printf("%-18s %-5s call %ld: %.3f s late, %.3f s silent\n",
      methods[method].name, leave ? "hook" : "limit", n, outcome.late,
      outcome.silent);
   bad++;
}

/* From a call in the midst of the second solve on, each one hangs. */
static void judge_basis(void)
{  const double most = 10.0, limit = 1000.0;
   char fault[60];
   Outcome all = run(BASIS, "cuda:0", limit, 0), outcome;
   sprintf(fault, "cuda:%ld+:hang", (all.before + all.passes) / 2);
   outcome = run(BASIS, fault, limit, 0);
   printf("%-18s %6ld calls of CUDA, then %ld in %.3f s; with %ld that hang in "
      "%.3f s\n", methods[BASIS].name, all.before, all.passes - all.before,
      all.late + limit, outcome.faults, outcome.late + limit);
   cases++;
   hung += outcome.faults > 0;
   bad += !(all.optimal && outcome.optimal && outcome.late + limit <= most);
}

int main(int argc, char *argv[])
{  const char *only = "";
   int most = 4, c, k, method;
   while ((c = getopt(argc, argv, "m:s:o:")) != -1)
   {  if (c == 'm')
         most = atoi(optarg);
      else if (c == 's')
         size = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else
         return 2;
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   if (test_backend() == GLP_GPU_HOST)
   {  printf("only in make check-gpu\n");
      return 77;
   }
   require_backend();
   for (method = 0; method < BASIS; method++)
   {  Outcome all;
      if (*only != '\0' && strcmp(only, methods[method].name) != 0)
         continue;
      all = run(method, "cuda:0", 1000.0, 0);
      printf("%-18s %6ld calls of CUDA, then %ld\n", methods[method].name,
         all.before, all.passes - all.before);
      for (k = 1; k <= most; k++)
      {  const long n = all.before + (all.passes - all.before) * k / (most + 1);
         judge(method, n, 0);
         judge(method, n, 1);
      }
   }
   if (*only == '\0' || strcmp(only, methods[BASIS].name) == 0)
      judge_basis();
   printf("%d limits and wishes, %d hung, %d bad; the latest ends after %.3f "
      "s\n", cases, hung, bad, worst);
   return bad != 0 || hung == 0;
}
