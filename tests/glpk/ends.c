/* ends.c (programs that end while an engine works)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ends [SIZE]: a dense LP is solved from a basis of columns, whose inversion is
 * a matter of BLAS with several threads, by each method in mode only.  After
 * some time, from 20 ms to a second, the terminal hook calls exit().  The
 * process must end, with this status and without a word.
 *
 * Then, on the host, a limit of time leaves a factorization that takes seconds
 * and cannot be interrupted.  SIGTERM must end glp_free_env(), which waits for
 * it, within $GPUINV_PATIENCE times half a second.  When that work begins and
 * ends depends on the machine, so several limits are tried until one leaves some
 * behind. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "sweep_lp.h"

enum { TIMES = 8, STATUS = 5 };

static const struct {
   const char *name;
   int form; /* or -1: interior point */
} methods[] = {
   {"tableau", GLP_GPU_FORM_TABLEAU},
   {"inverse", GLP_GPU_FORM_INVERSE},
   {"crossover", GLP_GPU_FORM_CROSS},
   {"interior", -1},
};
#define METHODS ((int)(sizeof methods / sizeof *methods))

static double end;

static double now(void)
{  struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int hook(void *info, const char *text)
{  (void)info, (void)text;
   if (now() >= end)
      exit(STATUS);
   return 1;
}

static glp_prob *problem(int size, int form)
{  glp_prob *P = dense_lp(size);
   glp_bfcp parm;
   int k;
   glp_get_bfcp(P, &parm);
   parm.gpu = GLP_GPU_ONLY;
   parm.gpu_backend = test_backend();
   parm.gpu_form = form < 0 ? 0 : form;
   glp_set_bfcp(P, &parm);
   for (k = 1; k <= size; k++)
   {  glp_set_row_stat(P, k, GLP_NL);
      glp_set_col_stat(P, k, GLP_BS);
   }
   return P;
}

static void solve_and_end(int size, int method, double seconds)
{  glp_prob *P = problem(size, methods[method].form);
   alarm(30);
   glp_term_out(GLP_ON);
   glp_term_hook(hook, NULL);
   end = now() + seconds;
   for (;;) /* until then */
   {  if (methods[method].form < 0)
         glp_interior(P, NULL);
      else
         glp_simplex(P, NULL);
   }
}

/* Returns whether a child process ends as it should. */
static int ends(int size, int method, double seconds)
{  char text[200];
   int pipes[2], status = -1;
   ssize_t said;
   pid_t child;
   if (pipe(pipes) != 0 || (child = fork()) < 0)
      exit(2);
   if (child == 0)
   {  dup2(pipes[1], STDERR_FILENO);
      close(pipes[0]);
      close(pipes[1]);
      solve_and_end(size, method, seconds);
   }
   close(pipes[1]);
   said = read(pipes[0], text, sizeof text);
   close(pipes[0]);
   waitpid(child, &status, 0);
   if (said == 0 && WIFEXITED(status) && WEXITSTATUS(status) == STATUS)
      return 1;
   printf("WRONG: %s after %.2f s: status %d: %.*s\n", methods[method].name,
      seconds, status, said > 0 ? (int)said : 0, text);
   return 0;
}

/* min sum x, A x >= 1, x >= 0, whose normal equations are dense. */
static glp_prob *filling_lp(int n)
{  enum { PER_COLUMN = 60 };
   glp_prob *P = glp_create_prob();
   int ind[1 + PER_COLUMN], i, j, k;
   double val[1 + PER_COLUMN];
   unsigned r = 1;
   glp_add_rows(P, n);
   glp_add_cols(P, n);
   for (i = 1; i <= n; i++)
      glp_set_row_bnds(P, i, GLP_LO, 1.0, 0.0);
   for (j = 1; j <= n; j++)
   {  for (k = 1; k <= PER_COLUMN; k++)
      {  r = 1664525u * r + 1013904223u;
         ind[k] = 1 + (n / PER_COLUMN) * (k - 1)
            + (int)((r >> 8) % (unsigned)(n / PER_COLUMN));
         val[k] = 1.0 + (r >> 20);
      }
      glp_set_mat_col(P, j, PER_COLUMN, ind, val);
      glp_set_obj_coef(P, j, 1.0 + j % 7);
      glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
   }
   return P;
}

static void leave_work(int size, int limit, int ready)
{  glp_prob *P = filling_lp(size);
   glp_bfcp parm;
   glp_smcp smcp;
   setenv("OPENBLAS_NUM_THREADS", "1", 1);
   glp_term_out(GLP_OFF);
   glp_get_bfcp(P, &parm);
   parm.gpu = GLP_GPU_ONLY;
   parm.gpu_backend = GLP_GPU_HOST;
   parm.gpu_form = GLP_GPU_FORM_CROSS;
   glp_set_bfcp(P, &parm);
   glp_init_smcp(&smcp);
   smcp.tm_lim = limit;
   glp_simplex(P, &smcp);
   if (write(ready, "", 1) != 1)
      _exit(2);
   glp_free_env();
   _exit(0);
}

/* Returns 1 if SIGTERM soon ends a process that waits for such work, 0 if it
 * does not, and -1 if this limit of time (ms) left no work to wait for. */
static int is_killed(int limit)
{  enum { SIZE = 6000 };
   const struct timespec moment = {0, 50000000};
   const char *patience = getenv("GPUINV_PATIENCE");
   const double most = 0.5 * (patience ? atof(patience) : 1.0);
   double sent;
   int pipes[2], status = -1;
   char byte;
   pid_t child;
   if (pipe(pipes) != 0 || (child = fork()) < 0)
      exit(2);
   if (child == 0)
      leave_work(SIZE, limit, pipes[1]);
   if (read(pipes[0], &byte, 1) != 1)
      exit(2);
   close(pipes[0]);
   close(pipes[1]);
   nanosleep(&moment, NULL);
   if (waitpid(child, &status, WNOHANG) == child)
   {  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
         return -1;
      printf("WRONG: before SIGTERM: status %d\n", status);
      return 0;
   }
   kill(child, SIGTERM);
   sent = now();
   waitpid(child, &status, 0);
   if (WIFSIGNALED(status) && now() - sent < most)
      return 1;
   printf("WRONG: SIGTERM after %d ms: status %d after %.2f s\n", limit, status,
      now() - sent);
   return 0;
}

static int waiting_is_killed(void)
{  int limit, killed = -1;
   for (limit = 300; killed < 0 && limit < 5000; limit += limit / 2)
      killed = is_killed(limit);
   if (killed < 0)
      printf("WRONG: no limit left work to wait for\n");
   return killed > 0;
}

int main(int argc, char *argv[])
{  const int size = argc > 1 ? atoi(argv[1]) : 500;
   int bad = 0, k, method;
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   for (method = 0; method < METHODS; method++)
   {  double seconds = 0.02;
      for (k = 0; k < TIMES; k++, seconds *= 1.75)
         bad += !ends(size, method, seconds);
   }
   bad += !waiting_is_killed();
   printf("%d ends, %d wrong\n", METHODS * TIMES + 1, bad);
   return bad != 0;
}
