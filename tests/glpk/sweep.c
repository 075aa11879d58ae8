/* sweep.c (each pass of each site of a solve fails once)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep [-m MOST] [-o METHOD] [-f] [-d] [FILE ...]: solves some LPs,
 * with -f only those of files, by each method (or one) in mode only, with
 * GPUINV_FAULT (libgpuinv/base/fault.hpp) for each site, each kind of fault
 * and each pass, once and for good; of more than MOST passes of a site as many
 * are chosen, the first two among them, which make a method's first point.  The site "new" is this program's: allocations of C++.  A child
 * process does each.  With -d, on a device, the sites are the calls of CUDA and
 * of its vendor's libraries, and each child solves twice, as a device may be
 * lost for good.  The answer must be that of GLPK in mode off, and no
 * block of GLPK's memory be left.  Where GLPK's own interior point method,
 * which takes over, ends with a code, that code is as right. */

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glpk.h>

#include "backend.h"
#include "fail_new.h"
#include "sweep_lp.h"

enum { TABLEAU, INVERSE, BASIS, INTERIOR, CROSS, METHODS };
static const char *method_name[] = {"tableau", "inverse", "basis", "interior",
   "crossover"};

static const struct {
   const char *name;
   int kinds; /* bits, in the order of their names */
   int methods; /* the same */
} sites[] = {
   {"memory", 1, 31},  {"thread", 1, 31},  {"blas", 1, 31},
   {"inverse", 1, 4},  {"ftran", 15, 4},   {"btran", 15, 4},
   {"build", 1, 3},    {"search", 1, 3},   {"state", 15, 3},
   {"product", 15, 3}, {"factor", 1, 24},  {"normal", 15, 24},
   {"lu", 1, 16},      {"push", 15, 16},   {"new", 1, 31},
   {"cuda", 113, 31},  {"vendor", 49, 31},
};
#define SITES ((int)(sizeof sites / sizeof *sites))

static const char *kinds[] = {"fail", "nan", "inf", "flip", "full", "trap",
   "hang"};
#define KINDS 7
#define ON_DEVICE 112 /* sites of such kinds are for -d */
#define ONCE 96 /* what can hardly be worse */

static int on_device;
static int most = 12;
static int runs, faults, wrong, codes;
static int own_code; /* of GLPK's method in mode off, or 0 */

typedef struct {
   const char *name;
   const char *file; /* MPS, or NULL */
   glp_prob *(*make)(int size);
   int size;
} Model;

static glp_prob *load(const Model *model)
{  glp_prob *P;
   if (model->file == NULL)
      return model->make(model->size);
   P = glp_create_prob();
   if (glp_read_mps(P, GLP_MPS_FILE, NULL, model->file) != 0 &&
       glp_read_mps(P, GLP_MPS_DECK, NULL, model->file) != 0)
      exit(2);
   return P;
}

static void set_mode(glp_prob *P, int mode, int method)
{  glp_bfcp bfcp;
   glp_get_bfcp(P, &bfcp);
   bfcp.gpu = mode;
   bfcp.gpu_backend = test_backend();
   if (mode == GLP_GPU_OFF)
      ;
   else if (method == BASIS)
   {  bfcp.type = GLP_BF_GPU;
      bfcp.gpu = GLP_GPU_OFF;
   }
   else if (method == TABLEAU)
      bfcp.gpu_form = GLP_GPU_FORM_TABLEAU;
   else if (method == INVERSE)
      bfcp.gpu_form = GLP_GPU_FORM_INVERSE;
   else if (method == CROSS)
      bfcp.gpu_form = GLP_GPU_FORM_CROSS;
   glp_set_bfcp(P, &bfcp);
}

/* Solves the model; returns the code, and the objective of an optimum. */
static int solve(const Model *model, int mode, int method, double *obj)
{  glp_prob *P = load(model);
   int ret;
   set_mode(P, mode, method);
   if (method == INTERIOR)
   {  glp_iptcp parm;
      glp_init_iptcp(&parm);
      parm.msg_lev = GLP_MSG_OFF;
      ret = glp_interior(P, &parm);
      if (ret == 0 && glp_ipt_status(P) != GLP_OPT)
         ret = -1;
      *obj = glp_ipt_obj_val(P);
   }
   else
   {  glp_smcp parm;
      glp_init_smcp(&parm);
      parm.msg_lev = GLP_MSG_OFF;
      glp_scale_prob(P, GLP_SF_AUTO);
      ret = glp_simplex(P, &parm);
      if (ret == 0 && glp_get_status(P) != GLP_OPT)
         ret = -1;
      *obj = glp_get_obj_val(P);
   }
   glp_delete_prob(P);
   return ret;
}

typedef struct {
   long passes, faults;
   int right, code, blocks;
} Outcome;

static int hook(void *info, const char *text)
{  const char *line = strstr(text, "GPUINV_FAULT:");
   Outcome *outcome = info;
   if (line != NULL)
      sscanf(strstr(line, "passed"), "passed %ld times, %ld", &outcome->passes,
         &outcome->faults);
   return 1;
}

static int blocks(void)
{  int count;
   glp_mem_usage(&count, NULL, NULL, NULL);
   return count;
}

/* Runs the case in a child process. */
static void solve_with(const Model *model, int method, const char *fault,
   double want, Outcome *outcome)
{  double obj = 0.0;
   int before = blocks(), ret;
   setenv("GPUINV_FAULT", fault, 1);
   glp_term_hook(hook, outcome);
   glp_term_out(GLP_ON);
   if (strncmp(fault, "new:", 4) == 0)
      fail_new(atol(fault + 4), strchr(fault, '+') != NULL);
   ret = solve(model, GLP_GPU_ONLY, method, &obj);
   if (on_device && ret == 0 && fabs(obj - want) <= 1e-6 * (1 + fabs(want)))
      ret = solve(model, GLP_GPU_ONLY, method, &obj);
   if (strncmp(fault, "new:", 4) == 0)
      outcome->passes = count_new(&outcome->faults);
   else
      glp_gpu_info(NULL);
   outcome->code = ret > 0 && ret == own_code;
   outcome->right = outcome->code ||
      (ret == 0 && fabs(obj - want) <= 1e-6 * (1.0 + fabs(want)));
   outcome->blocks = blocks() - before;
}

/* Runs a case in a child; a non-zero exit status means a wrong answer. */
static Outcome run(const Model *model, int method, const char *fault,
   double want)
{  Outcome outcome = {0, 0, 0, 0, 0};
   int ends[2], status = -1;
   pid_t child;
   if (pipe(ends) != 0 || (child = fork()) < 0)
      exit(2);
   if (child == 0)
   {  alarm(120);
      solve_with(model, method, fault, want, &outcome);
      if (write(ends[1], &outcome, sizeof outcome) < 0)
         _exit(2);
      glp_free_env();
      _exit(0);
   }
   close(ends[1]);
   if (read(ends[0], &outcome, sizeof outcome) != sizeof outcome)
      outcome.right = 0;
   close(ends[0]);
   waitpid(child, &status, 0);
   if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      outcome.right = 0;
   if (!outcome.right || outcome.blocks != 0)
   {  printf("WRONG: %s by %s with GPUINV_FAULT=%s (status %d, %d blocks)\n",
         model->name, method_name[method], fault, status, outcome.blocks);
      wrong++;
   }
   runs++;
   codes += outcome.code;
   faults += outcome.faults;
   return outcome;
}

/* Tries all kinds of faults at one pass, once and for good. */
static void at_pass(const Model *model, int method, int site, long n,
   double want)
{  char fault[100];
   int kind, lasting;
   for (kind = 0; kind < KINDS; kind++)
      for (lasting = 0; lasting < 2; lasting++)
      {  if (!(sites[site].kinds >> kind & 1) ||
             (lasting && (ONCE >> kind & 1)))
            continue;
         sprintf(fault, "%s:%ld%s:%s", sites[site].name, n,
            lasting ? "+" : "", kinds[kind]);
         run(model, method, fault, want);
      }
}

/* Returns the k-th pass to try, k = 1, ..., most: all of them, or 1, 2 and then
 * a geometric sequence up to the last one. */
static long chosen(int k, long passes)
{  if (passes <= most || k <= 2)
      return k;
   return lround(2.0 * pow(passes / 2.0, (k - 2.0) / (most - 2.0)));
}

static void sweep(const Model *model, int method)
{  double want = 0.0, other;
   int site;
   if (solve(model, GLP_GPU_OFF, method == INTERIOR ? TABLEAU : method,
      &want) != 0)
      exit(2);
   own_code = method == INTERIOR ? solve(model, GLP_GPU_OFF, method, &other) :
      0;
   for (site = 0; site < SITES; site++)
   {  char fault[100];
      long passes, n;
      int k, before = runs, fired = faults;
      if (!(sites[site].methods >> method & 1) ||
          on_device != ((sites[site].kinds & ON_DEVICE) != 0))
         continue;
      sprintf(fault, "%s:0", sites[site].name);
      passes = run(model, method, fault, want).passes;
      for (k = 1, n = 0; k <= most && k <= passes; k++)
      {  const long next = chosen(k, passes);
         if (next > n)
            at_pass(model, method, site, n = next, want);
      }
      printf("%-10s %-9s %-8s %6ld passes, %4d runs, %6d faults\n",
         model->name, method_name[method], sites[site].name, passes,
         runs - before, faults - fired);
   }
}

int main(int argc, char *argv[])
{  const Model own[] = {{"dense60", NULL, dense_lp, 60},
      {"dense300", NULL, dense_lp, 300}, {"flow", NULL, flow_lp, 8}};
   const char *only = "";
   int owned = sizeof own / sizeof *own, c, k, method;
   while ((c = getopt(argc, argv, "m:o:fd")) != -1)
   {  if (c == 'm')
         most = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else if (c == 'f')
         owned = 0;
      else if (c == 'd')
         on_device = 1;
      else
         return 2;
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   require_backend();
   glp_term_out(GLP_OFF);
   for (method = 0; method < METHODS; method++)
   {  if (*only != '\0' && strcmp(only, method_name[method]) != 0)
         continue;
      for (k = 0; k < owned; k++)
         sweep(&own[k], method);
      for (k = optind; k < argc; k++)
      {  const char *name = strrchr(argv[k], '/');
         const Model model = {name ? name + 1 : argv[k], argv[k], NULL, 0};
         sweep(&model, method);
      }
   }
   printf("%d runs, %d faults, %d codes of GLPK's, %d wrong\n", runs, faults,
      codes, wrong);
   return wrong != 0 || faults == 0;
}
