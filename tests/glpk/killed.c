/* killed.c (processes that work beside others that are killed)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * killed [-n PROCESSES] [-k OTHERS] [-s SIZE] [-o METHOD] [FILE ...]: each
 * process solves some LPs, or those of the files, by each method (or one) in
 * mode only: one process alone, then PROCESSES at a time, then as many beside
 * OTHERS that do the same for ever and are killed and replaced all the time,
 * mostly in a solve, and one alone at the end.  Every answer must be that of
 * GLPK in mode off.
 *
 * On a device, those at a time may take no longer than one after the other.
 * The same is asked of engines alone, in the two last rounds: GLP_BF_GPU leaves
 * a device that changes from one process to another for each FTRAN. */

#define _GNU_SOURCE
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "mixed.h"
#include "sweep_lp.h"

enum { MOST = 64 };

static glp_prob *lp[MOST];
static double want[MOST];
static int lps;
static int processes = 8, others = 4;
static const char *only = "";
static int engines; /* without GLP_BF_GPU */

typedef struct {
   pid_t pid;
   atomic_int *solves; /* that it has done; shared with it */
} Process;

static double now(void)
{  struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void add(glp_prob *P)
{  if (lps == MOST || mixed_solve(P, 0, GLP_GPU_OFF, &want[lps]) != 0)
      exit(2);
   lp[lps++] = P;
}

static void add_file(const char *file)
{  glp_prob *P = glp_create_prob();
   if (glp_read_mps(P, GLP_MPS_FILE, NULL, file) != 0 &&
       glp_read_mps(P, GLP_MPS_DECK, NULL, file) != 0)
      exit(2);
   glp_scale_prob(P, GLP_SF_AUTO);
   add(P);
}

/* Solves everything; returns the number of wrong answers. */
static int work(atomic_int *solves)
{  int wrong = 0, k, method;
   for (k = 0; k < lps; k++)
      for (method = 1; method < METHODS; method++)
      {  double obj = 0.0;
         int ret;
         if (*only != '\0' && strcmp(only, mixed_name(method)) != 0)
            continue;
         if (engines && strncmp(mixed_name(method), "basis", 5) == 0)
            continue;
         ret = mixed_solve(lp[k], method, GLP_GPU_ONLY, &obj);
         ++*solves;
         if (ret == 0 && fabs(obj - want[k]) <= 1e-6 * (1 + fabs(want[k])))
            continue;
         printf("WRONG: LP %d by %s: %d, %.12g for %.12g\n", k,
            mixed_name(method), ret, obj, want[k]);
         wrong++;
      }
   return wrong;
}

static void start(Process *process, int for_ever)
{  *process->solves = 0;
   process->pid = fork();
   if (process->pid < 0)
      exit(2);
   if (process->pid == 0)
   {  int wrong;
      alarm(300);
      do
         wrong = work(process->solves);
      while (for_ever);
      glp_free_env();
      fflush(stdout);
      _exit(wrong != 0);
   }
}

/* Returns whether it ended with this status. */
static int ended(const Process *process, int expected)
{  int status = -1;
   waitpid(process->pid, &status, 0);
   if (status != expected)
      printf("WRONG: a process ends with status %d\n", status);
   return status == expected;
}

static int killed, in_solves;

/* Kills one of them, three times of four only if it has solved something, and
 * starts another one. */
static int kill_one(Process *process)
{  static unsigned x = 1;
   x = x * 1664525u + 1013904223u;
   usleep(1000 + (x >> 8) % 50000);
   if (*process->solves == 0 && (x >> 24) % 4 != 0)
      return 1;
   killed++;
   in_solves += *process->solves > 0;
   kill(process->pid, SIGKILL);
   if (!ended(process, SIGKILL))
      return 0;
   start(process, 1);
   return 1;
}

static int running(Process *process, int count)
{  int k, some = 0;
   for (k = 0; k < count; k++)
   {  siginfo_t info;
      info.si_pid = 0;
      waitid(P_PID, process[k].pid, &info, WEXITED | WNOHANG | WNOWAIT);
      some |= info.si_pid == 0;
   }
   return some;
}

/* Runs so many at a time beside victims; returns the number that failed. */
static int run(Process *process, int count, Process *victim, int victims,
   const char *what, double *seconds)
{  int bad = 0, k;
   const double begin = now();
   fflush(stdout);
   killed = in_solves = 0;
   for (k = 0; k < victims; k++)
      start(&victim[k], 1);
   for (k = 0; k < count; k++)
      start(&process[k], 0);
   for (k = 0; victims > 0 && running(process, count); k++)
      bad += !kill_one(&victim[k % victims]);
   for (k = 0; k < count; k++)
      bad += !ended(&process[k], 0);
   *seconds = now() - begin;
   for (k = 0; k < victims; k++)
   {  kill(victim[k].pid, SIGKILL);
      bad += !ended(&victim[k], SIGKILL);
   }
   printf("%-22s %7.2f s", what, *seconds);
   if (victims > 0)
      printf(", %d killed, %d of them in a solve", killed, in_solves);
   printf("\n");
   return bad;
}

static int run_all(Process *process)
{  const char *patience = getenv("GPUINV_PATIENCE");
   const double most = processes * (patience ? atof(patience) : 1.0);
   double alone, together, beside, again, engine, crowd;
   int bad = run(process, 1, NULL, 0, "one alone", &alone), dead;
   bad += run(process, processes, NULL, 0, "at a time", &together);
   bad += run(process, processes, process + processes, others,
      "beside killed ones", &beside);
   dead = in_solves;
   bad += run(process, 1, NULL, 0, "one alone again", &again);
   engines = 1;
   bad += run(process, 1, NULL, 0, "engines, one alone", &engine);
   bad += run(process, processes, NULL, 0, "engines, at a time", &crowd);
   engines = 0;
   if (dead == 0)
      printf("FAIL: none was killed in a solve\n");
   if (test_backend() == GLP_GPU_CUDA && together > most * alone)
   {  printf("FAIL: %.2f s one after the other\n", processes * alone);
      bad++;
   }
   if (test_backend() == GLP_GPU_CUDA && crowd > most * engine)
   {  printf("FAIL: engines, %.2f s one after the other\n",
         processes * engine);
      bad++;
   }
   printf("%d processes, %d LPs, %d failed\n", processes, lps, bad);
   return bad != 0 || dead == 0;
}

int main(int argc, char *argv[])
{  Process process[2 * MOST];
   atomic_int *shared = mmap(NULL, sizeof(int[2 * MOST]),
      PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   int size = 100, c, k;
   while ((c = getopt(argc, argv, "n:k:s:o:")) != -1)
   {  if (c == 'n')
         processes = atoi(optarg);
      else if (c == 'k')
         others = atoi(optarg);
      else if (c == 's')
         size = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else
         return 2;
   }
   if (shared == MAP_FAILED || processes < 1 || processes > MOST ||
       others < 1 || others > MOST)
      return 2;
   for (k = 0; k < 2 * MOST; k++)
      process[k].solves = &shared[k];
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   glp_term_out(GLP_OFF);
   if (optind == argc)
   {  add(dense_lp(size));
      add(flow_lp(4 + size / 50));
   }
   for (c = optind; c < argc; c++)
      add_file(argv[c]);
   return run_all(process);
}
