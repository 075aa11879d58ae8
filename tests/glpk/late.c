/* late.c (how long after a limit, or a wish of the hook, a call ends)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * late [-s SIZE] [-t TRIES] [-o METHOD] [FILE ...]: each LP is solved on the
 * host, or on a device (backend.h), in mode only, by each method, with limits in time that fall into all of
 * its phases, and again with a terminal hook that leaves by longjmp as soon as
 * it is called after that time.  GLPK builds its working LP without a look at
 * anything: how long that takes, a limit of 1 ms tells, in mode only and off.
 * At most $GPUINV_PATIENCE times 50 ms after the limit, or after the building,
 * all calls must have ended, in the best of some tries, because a machine may
 * be busy.  From a basis of columns there is one inversion more, which GLPK
 * waits for. */

#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "sweep_lp.h"

#define LATE 0.05 /* seconds */
#define FLOPS 2e9 /* a second, of an inversion: a slow machine, or a busy one */

static const struct {
   const char *name;
   int form; /* or -1: interior point, -2: and crossover */
   int warm; /* the columns are basic */
} methods[] = {
   {"tableau", GLP_GPU_FORM_TABLEAU, 0},
   {"inverse", GLP_GPU_FORM_INVERSE, 0},
   {"tableau-warm", GLP_GPU_FORM_TABLEAU, 1},
   {"inverse-warm", GLP_GPU_FORM_INVERSE, 1},
   {"crossover", GLP_GPU_FORM_CROSS, 0},
   {"interior", -1, 0},
   {"interior-crossover", -2, 0},
};
#define METHODS ((int)(sizeof methods / sizeof *methods))

static double now(void)
{  struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* The matrix of an LP with that many rows that differ in their bounds. */
static glp_prob *equal_rows(int m)
{  glp_prob *P = glp_create_prob();
   int ind[11], i, j;
   double val[11];
   glp_add_rows(P, m);
   glp_add_cols(P, 10);
   for (j = 1; j <= 10; j++)
   {  glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
      glp_set_obj_coef(P, j, -1.0 - 0.1 * j);
      ind[j] = j;
      val[j] = 1.0 + 0.25 * j;
   }
   for (i = 1; i <= m; i++)
   {  glp_set_row_bnds(P, i, GLP_UP, 0.0, 10 + i % 7);
      glp_set_mat_row(P, i, 10, ind, val);
   }
   return P;
}

static void prepare(glp_prob *P, int method, int mode)
{  const int m = glp_get_num_rows(P), n = glp_get_num_cols(P);
   glp_bfcp parm;
   int k;
   glp_get_bfcp(P, &parm);
   parm.gpu = mode;
   parm.gpu_backend = test_backend();
   parm.gpu_form = methods[method].form < 0 ? 0 : methods[method].form;
   glp_set_bfcp(P, &parm);
   glp_std_basis(P);
   for (k = 1; methods[method].warm && k <= m; k++)
      glp_set_row_stat(P, k, k <= n ? GLP_NL : GLP_BS);
   for (k = 1; methods[method].warm && k <= m && k <= n; k++)
      glp_set_col_stat(P, k, GLP_BS);
}

static int solve(glp_prob *P, int method, int msg_lev, int limit)
{  glp_iptcp ipt;
   glp_smcp parm;
   if (methods[method].form >= 0)
   {  glp_init_smcp(&parm);
      parm.msg_lev = msg_lev;
      parm.tm_lim = limit;
      return glp_simplex(P, &parm);
   }
   glp_init_iptcp(&ipt);
   ipt.msg_lev = msg_lev;
   ipt.tm_lim = limit;
   ipt.crossover = methods[method].form < -1;
   return glp_interior(P, &ipt);
}

static double wish;
static jmp_buf away;

static int leave(void *info, const char *text)
{  (void)info, (void)text;
   if (now() >= wish)
      longjmp(away, 1);
   return 1;
}

/* Seconds after the limit; the next call of the library, which waits for what
 * is still under way, is not among them.  0: ended before. */
static double by_limit(glp_prob *P, int method, int mode, double limit)
{  double begin, end;
   prepare(P, method, mode);
   begin = now();
   solve(P, method, GLP_MSG_OFF, (int)(1000.0 * limit));
   end = now();
   return fmax(end - begin - limit, 0.0);
}

static double by_hook(glp_prob *P, int method, int mode, double limit)
{  volatile double late = 0.0;
   prepare(P, method, mode);
   glp_term_out(GLP_ON);
   wish = now() + limit;
   glp_term_hook(leave, NULL);
   if (setjmp(away) == 0)
      solve(P, method, GLP_MSG_ALL, 1000000);
   else
      late = now() - wish;
   glp_term_hook(NULL, NULL);
   glp_term_out(GLP_OFF);
   return late;
}

typedef glp_prob *Make(int);

static glp_prob *load(Make *make, int size, const char *file)
{  glp_prob *P;
   if (make != NULL)
      return make(size);
   P = glp_create_prob();
   if (glp_read_mps(P, GLP_MPS_FILE, NULL, file) != 0 &&
       glp_read_mps(P, GLP_MPS_DECK, NULL, file) != 0)
      exit(2);
   return P;
}

static int tries = 2, cases, late;
static double worst;

/* After a longjmp out of GLPK its environment is made anew. */
static double least(const char *name, Make *make, int size, int method,
   int hook, double limit, double allowed, int mode)
{  double best = HUGE_VAL;
   int t;
   for (t = 0; t < tries && best > allowed; t++)
   {  glp_prob *P = load(make, size, name);
      const double got = hook ? by_hook(P, method, mode, limit) :
         by_limit(P, method, mode, limit);
      glp_free_env();
      glp_term_out(GLP_OFF);
      best = fmin(best, got);
   }
   return best;
}

static void judge(const char *name, Make *make, int size, int method)
{  static const double limits[] = {0.03, 0.1, 0.3, 1.0};
   const char *patience = getenv("GPUINV_PATIENCE");
   const double inversion = methods[method].warm ?
      2.0 * pow(size, 3.0) / FLOPS : 0.0;
   const double allowed = LATE * (patience ? atof(patience) : 1.0) + inversion;
   const double built = 0.001 +
      least(name, make, size, method, 0, 0.001, 0.0, GLP_GPU_ONLY);
   int hook, k;
   if (built > LATE)
      printf("%-12s %-18s built in %.3f s, mode off %.3f\n", name,
         methods[method].name, built, methods[method].warm ? NAN : 0.001 +
         least(name, make, size, method, 0, 0.001, 0.0, GLP_GPU_OFF));
   for (hook = 0; hook < 2; hook++)
      for (k = 0; k < 4; k++)
      {  const double most = fmax(built - limits[k], 0.0) + allowed;
         const double got = least(name, make, size, method, hook, limits[k],
            most, GLP_GPU_ONLY);
         cases++;
         late += got > most;
         worst = fmax(worst, got);
         if (got > most)
            printf("%-12s %-18s %-5s %5.2f s: %.3f s late\n", name,
               methods[method].name, hook ? "hook" : "limit", limits[k], got);
      }
}

int main(int argc, char *argv[])
{  const char *only = "", *name;
   int size = 800, method, c;
   while ((c = getopt(argc, argv, "s:t:o:")) != -1)
   {  if (c == 's')
         size = atoi(optarg);
      else if (c == 't')
         tries = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else
         return 2;
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   glp_term_out(GLP_OFF);
   for (method = 0; method < METHODS; method++)
   {  name = methods[method].name;
      if (*only != '\0' && strcmp(only, name) != 0)
         continue;
      judge("dense", dense_lp, size, method);
      if (methods[method].warm)
         continue;
      judge("flow", flow_lp, 12 + size / 100, method);
      judge("equal rows", equal_rows, 20 * size, method);
      for (c = optind; c < argc; c++)
         judge(argv[c], NULL, 0, method);
   }
   printf("%d limits and wishes, %d late; the latest ends after %.3f s\n",
      cases, late, worst);
   return late != 0 || cases == 0;
}
