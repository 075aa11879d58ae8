/* crowd.c (threads that solve while the process forks)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* crowd [THREADS [SOLVES]]: each thread solves so many LPs, with methods and
 * modes in turn, and gives its environment up now and then.  Meanwhile the
 * process forks, at whatever phase the threads are in; each child solves, too.
 * Every answer must be that of stock.  From 25 solves on, interior points and
 * crossover must have been among what was done; on a host crossover ends by
 * pushes, on a device by pivots. */

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend.h"
#include "mixed.h"

static double want[PROBLEMS];
static int solves = 200;
static atomic_int wrong, done, running;
static atomic_int by_method[METHODS];

static void check(int k, int method, int mode)
{  glp_prob *P = mixed_lp(k);
   double obj = 0.0;
   const int ret = mixed_solve(P, method, mode, &obj);
   if (ret != 0 || !(fabs(obj - want[k]) <= 1e-6 * (1.0 + fabs(want[k]))))
   {  printf("WRONG: LP %d by %s, mode %d: %d, %.12g for %.12g\n", k,
         mixed_name(method), mode, ret, obj, want[k]);
      wrong++;
   }
   glp_delete_prob(P);
   done++;
   by_method[method]++;
}

static void *solve_many(void *info)
{  unsigned x = 1 + (unsigned)(size_t)info;
   int round;
   glp_term_out(GLP_OFF);
   for (round = 0; round < solves; round++)
   {  x = x * 1664525u + 1013904223u;
      check((x >> 8) % PROBLEMS, (x >> 16) % METHODS, 1 + (x >> 24) % 3);
      if (round % 20 == 19)
      {  glp_free_env();
         glp_term_out(GLP_OFF);
      }
   }
   glp_free_env();
   running--;
   return NULL;
}

/* Returns whether the child succeeded. */
static int fork_once(int round)
{  int status = -1;
   const pid_t child = fork();
   if (child < 0)
      return 0;
   if (child == 0)
   {  alarm(60);
      wrong = 0;
      glp_term_out(GLP_OFF);
      check(round / METHODS % PROBLEMS, round % METHODS, GLP_GPU_ONLY);
      _exit(wrong != 0);
   }
   waitpid(child, &status, 0);
   if (status != 0)
      printf("WRONG: child %d ends with status %d\n", round, status);
   return status == 0;
}

static int read_passes(void *info, const char *text)
{  const char *passed = strstr(text, "passed ");
   if (strstr(text, "GPUINV_FAULT: push") != NULL && passed != NULL)
      sscanf(passed, "passed %ld", (long *)info);
   return 1;
}

/* Pushes of crossover, on all threads; GPUINV_FAULT is "push:0". */
static long pushes(void)
{  long passes = 0;
   glp_term_hook(read_passes, &passes);
   glp_term_out(GLP_ON);
   glp_gpu_info(NULL);
   glp_term_out(GLP_OFF);
   glp_term_hook(NULL, NULL);
   return passes;
}

int main(int argc, char *argv[])
{  const int threads = argc > 1 ? atoi(argv[1]) : 8;
   pthread_t *thread = calloc(threads, sizeof(pthread_t));
   int k, forks = 0, bad = 0;
   long pushed;
   setenv("GPUINV_FAULT", "push:0", 1); /* none, but passes are counted */
   if (argc > 2)
      solves = atoi(argv[2]);
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   glp_term_out(GLP_OFF);
   for (k = 0; k < PROBLEMS; k++)
   {  glp_prob *P = mixed_lp(k);
      if (mixed_solve(P, 0, GLP_GPU_OFF, &want[k]) != 0)
         return 2;
      glp_delete_prob(P);
   }
   running = threads;
   for (k = 0; k < threads; k++)
      if (pthread_create(&thread[k], NULL, solve_many, (void *)(size_t)k))
         return 2;
   while (running > 0)
   {  bad += !fork_once(forks++);
      usleep(500);
   }
   for (k = 0; k < threads; k++)
      pthread_join(thread[k], NULL);
   free(thread);
   pushed = pushes();
   for (k = 0; k < METHODS; k++)
   {  printf("%-20s %6d solves\n", mixed_name(k), by_method[k]);
      bad += by_method[k] == 0 && solves >= 25;
   }
   printf("%d threads, %d solves, %ld pushes, %d forks, %d wrong\n", threads,
      done, pushed, forks, wrong + bad);
   return wrong + bad != 0 || done != threads * solves || forks == 0 ||
      (pushed == 0 && solves >= 25 && test_backend() == GLP_GPU_HOST);
}
