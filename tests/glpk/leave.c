/* leave.c (threads that leave a call from the terminal hook)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * leave [-m MOST] [-o METHOD] [-s SIZE]: two LPs are solved by each method (or one) in
 * mode only.  At the n-th call of the terminal hook, n = 1, 2, ..., which falls
 * into every phase in the end, the thread leaves by longjmp, by pthread_exit,
 * or as it is cancelled; or another thread cancels it after some time.  Of more
 * than MOST calls as many are chosen.  Then GLPK must solve as ever, on this
 * thread or another one, and fork must work. */

#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"
#include "mixed.h"
#include "sweep_lp.h"

enum { JUMP, EXIT, CANCEL, BESIDE, WAYS };
static const char *way_name[] = {"longjmp", "pthread_exit", "pthread_cancel",
   "another's cancel"};

static struct {
   const char *name;
   glp_prob *(*make)(int size);
   int size;
} models[] = {{"dense", dense_lp, 150}, {"flow", flow_lp, 6}};
#define MODELS ((int)(sizeof models / sizeof *models))

/* What the processes and threads of a case share. */
typedef struct {
   int model, method, way;
   long at, calls;
   volatile int begun, left, wrong;
   double want, seconds;
   jmp_buf away;
} Case;

static double now(void)
{  struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int hook(void *info, const char *text)
{  Case *c = info;
   (void)text;
   if (++c->calls != c->at)
      return 1;
   c->left = 1;
   if (c->way == JUMP)
      longjmp(c->away, 1);
   if (c->way == EXIT)
      pthread_exit(NULL);
   pthread_cancel(pthread_self());
   pthread_testcancel();
   return 1;
}

/* Returns whether the answer is right. */
static int solve(int model, int method, double want)
{  glp_prob *P = models[model].make(models[model].size);
   double obj = 0.0;
   const int ret = mixed_solve(P, method, GLP_GPU_ONLY, &obj);
   glp_delete_prob(P);
   return ret == 0 && fabs(obj - want) <= 1e-6 * (1.0 + fabs(want));
}

/* A method of another kind works, or, every other time, this one. */
static int works(const Case *c)
{  const int other = 1 + (c->method + 4) % (METHODS - 1);
   int right;
   glp_term_hook(NULL, NULL);
   glp_term_out(GLP_OFF);
   right = solve(c->model, c->at % 2 ? c->method : other, c->want);
   glp_term_out(GLP_ON);
   return right;
}

static void *call(void *info)
{  Case *c = info;
   glp_term_out(GLP_ON);
   glp_term_hook(hook, c);
   c->begun = 1;
   if (c->way != JUMP || setjmp(c->away) == 0)
   {  c->wrong += !solve(c->model, c->method, c->want);
      glp_free_env();
      return NULL;
   }
   if (c->at % 3 == 0)
      glp_free_env();
   c->wrong += !works(c);
   glp_free_env();
   return NULL;
}

static int fork_works(void)
{  int status = -1;
   const pid_t child = fork();
   if (child == 0)
      _exit(3);
   return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
      WEXITSTATUS(status) == 3;
}

/* Leaves a call once. */
static void leave_once(Case *c)
{  pthread_t thread;
   void *end;
   double begin = now();
   c->calls = c->begun = c->left = 0;
   if (pthread_create(&thread, NULL, call, c) != 0)
      exit(2);
   if (c->way == BESIDE && c->at > 0)
   {  while (!c->begun)
         usleep(10);
      usleep((unsigned)(1e6 * c->seconds * (c->at % 20) / 20));
      pthread_cancel(thread);
   }
   pthread_join(thread, &end);
   if (c->way == BESIDE)
      c->left = end == PTHREAD_CANCELED;
   if (c->at == 0)
      c->seconds = now() - begin;
   if (c->left && !works(c))
      c->wrong++;
   if (!fork_works())
      c->wrong++;
}

/* Returns the next call to leave at. */
static long after(long at, long calls, int most)
{  const long step = (long)(at * exp(log((double)calls) / most)) - at;
   return calls <= most || step < 1 ? at + 1 : at + step;
}

static int most = 12;

/* Leaves at all calls; the exit status is that of the child that does it. */
static int sweep(Case *c)
{  long calls;
   int lefts = 0, runs = 0;
   alarm(120);
   mixed_messages(GLP_MSG_ALL);
   c->at = 0;
   leave_once(c); /* loads the libraries */
   leave_once(c);
   calls = c->way == BESIDE ? 20 : c->calls;
   for (c->at = 1; c->at <= calls; c->at = after(c->at, calls, most))
   {  leave_once(c);
      runs++;
      lefts += c->left;
      if (c->wrong)
      {  printf("WRONG: %s by %s, %s at %ld\n", models[c->model].name,
            mixed_name(c->method), way_name[c->way], c->at);
         return 1;
      }
   }
   printf("%-6s %-20s %-17s %4ld calls, %3d left of %d\n",
      models[c->model].name, mixed_name(c->method), way_name[c->way],
      calls, lefts, runs);
   return c->wrong || (lefts == 0 && c->way != BESIDE);
}

int main(int argc, char *argv[])
{  const char *only = "";
   int c, bad = 0, cases = 0, model, method, way;
   while ((c = getopt(argc, argv, "m:o:s:")) != -1)
   {  if (c == 'm')
         most = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else if (c == 's')
         models[0].size = atoi(optarg);
      else
         return 2;
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   glp_term_out(GLP_OFF);
   for (model = 0; model < MODELS; model++)
   {  glp_prob *P = models[model].make(models[model].size);
      static Case one;
      if (mixed_solve(P, 0, GLP_GPU_OFF, &one.want) != 0)
         return 2;
      glp_delete_prob(P);
      one.model = model;
      for (method = 1; method < METHODS; method++)
         for (way = 0; way < WAYS; way++)
         {  int status = -1;
            pid_t child;
            if (*only != '\0' && strcmp(only, mixed_name(method)) != 0)
               continue;
            one.method = method;
            one.way = way;
            child = fork();
            if (child == 0)
               exit(sweep(&one));
            waitpid(child, &status, 0);
            cases++;
            if (status == 0)
               continue;
            printf("WRONG: %s by %s, %s: status %d\n", models[model].name,
               mixed_name(method), way_name[way], status);
            bad++;
         }
   }
   printf("%d cases, %d wrong\n", cases, bad);
   return bad != 0 || cases == 0;
}
