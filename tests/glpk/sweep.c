/* sweep.c (each pass of each site of a solve fails once)
 *
 * This file is part of libgpuinv, a GPU back end for GLPK.
 * libgpuinv is free software under the GNU General Public License,
 * version 3 or (at your option) any later version; see COPYING.
 *
 * sweep [-b BACKEND] [-m MOST] [FILE ...]: solves some LPs by each method in
 * mode only, with GPUINV_FAULT (libgpuinv/faults/fault.hpp) for each site, each
 * kind of fault and each pass, once and for good; of more than MOST passes of
 * a site as many are chosen.  A child process does each.  The answer must be
 * that of GLPK in mode off. */

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glpk.h>

enum { TABLEAU, INVERSE, BASIS, INTERIOR, METHODS };
static const char *method_name[] = {"tableau", "inverse", "basis", "interior"};

static const struct {
   const char *name;
   int results; /* the kinds below make sense */
   int methods; /* bits */
} sites[] = {
   {"memory", 0, 15}, {"thread", 0, 15}, {"blas", 0, 15},
   {"inverse", 0, 4}, {"ftran", 1, 4},   {"btran", 1, 4},
   {"build", 0, 3},   {"search", 0, 3},  {"state", 1, 3},
   {"product", 1, 3}, {"factor", 0, 8},  {"normal", 1, 8},
};
#define SITES ((int)(sizeof sites / sizeof *sites))

static const char *kinds[] = {"fail", "nan", "inf", "flip"};

static int backend = GLP_GPU_HOST;
static int most = 12;
static int runs, faults, wrong;

typedef struct {
   const char *name;
   const char *file; /* MPS, or NULL: dense LP of size rows */
   int size;
} Model;

/* min c'x, A x >= b, 0 <= x <= 100: dense, feasible, bounded */
static glp_prob *dense_lp(int n)
{  glp_prob *P = glp_create_prob();
   int *ind = malloc((n + 1) * sizeof(int));
   double *val = malloc((n + 1) * sizeof(double));
   unsigned x = 1;
   int i, j;
   glp_add_rows(P, n);
   glp_add_cols(P, n);
   for (j = 1; j <= n; j++)
   {  x = x * 1664525u + 1013904223u;
      glp_set_obj_coef(P, j, 1 + (x >> 16) % 100);
      glp_set_col_bnds(P, j, GLP_DB, 0, 100);
   }
   for (i = 1; i <= n; i++)
   {  for (j = 1; j <= n; j++)
      {  x = x * 1664525u + 1013904223u;
         ind[j] = j;
         val[j] = 1 + (x >> 16) % 100;
      }
      glp_set_mat_row(P, i, n, ind, val);
      glp_set_row_bnds(P, i, GLP_LO, 100 + (x >> 8) % 9999, 0);
   }
   free(ind);
   free(val);
   return P;
}

static glp_prob *load(const Model *model)
{  glp_prob *P;
   if (model->file == NULL)
      return dense_lp(model->size);
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
   bfcp.gpu_backend = backend;
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
   glp_set_bfcp(P, &bfcp);
}

/* Solves it; the code, and the objective if there is an optimum. */
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
   int right;
} Outcome;

static int hook(void *info, const char *text)
{  const char *line = strstr(text, "GPUINV_FAULT:");
   Outcome *outcome = info;
   if (line != NULL)
      sscanf(strstr(line, "passed"), "passed %ld times, %ld", &outcome->passes,
         &outcome->faults);
   return 1;
}

/* Runs a case in a child; exit statuses other than 0 are a wrong answer. */
static Outcome run(const Model *model, int method, const char *fault,
   double want)
{  Outcome outcome = {0, 0, 0};
   int ends[2], status = -1;
   pid_t child;
   if (pipe(ends) != 0 || (child = fork()) < 0)
      exit(2);
   if (child == 0)
   {  double obj = 0.0;
      int ret;
      alarm(120);
      setenv("GPUINV_FAULT", fault, 1);
      glp_term_hook(hook, &outcome);
      glp_term_out(GLP_ON);
      ret = solve(model, GLP_GPU_ONLY, method, &obj);
      outcome.right =
         ret == 0 && fabs(obj - want) <= 1e-6 * (1.0 + fabs(want));
      glp_gpu_info(NULL);
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
   if (!outcome.right)
   {  printf("WRONG: %s by %s with GPUINV_FAULT=%s (status %d)\n", model->name,
         method_name[method], fault, status);
      wrong++;
   }
   runs++;
   faults += outcome.faults;
   return outcome;
}

/* All kinds at one pass, once and for good. */
static void at_pass(const Model *model, int method, int site, long n,
   double want)
{  char fault[100];
   int kind, lasting;
   for (kind = 0; kind < (sites[site].results ? 4 : 1); kind++)
      for (lasting = 0; lasting < 2; lasting++)
      {  sprintf(fault, "%s:%ld%s:%s", sites[site].name, n,
            lasting ? "+" : "", kinds[kind]);
         run(model, method, fault, want);
      }
}

static void sweep(const Model *model, int method)
{  double want = 0.0;
   int site;
   if (solve(model, GLP_GPU_OFF, method == INTERIOR ? TABLEAU : method,
      &want) != 0)
      exit(2);
   for (site = 0; site < SITES; site++)
   {  char fault[100];
      long passes, n;
      int k, before = runs, fired = faults;
      if (!(sites[site].methods >> method & 1))
         continue;
      sprintf(fault, "%s:0", sites[site].name);
      passes = run(model, method, fault, want).passes;
      for (k = 0, n = 0; k < most && k < passes; k++)
      {  /* all, or the first ones and more and more rarely the others */
         long next = passes <= most ? k + 1 :
            lround(pow((double)passes, (k + 1.0) / most));
         if (next > n)
            at_pass(model, method, site, n = next, want);
      }
      printf("%-8s %-8s %-8s %6ld passes, %4d runs, %6d faults\n",
         model->name, method_name[method], sites[site].name, passes,
         runs - before, faults - fired);
   }
}

int main(int argc, char *argv[])
{  const Model own[] = {{"dense60", NULL, 60}, {"dense300", NULL, 300}};
   int c, k, method;
   while ((c = getopt(argc, argv, "b:m:")) != -1)
   {  if (c == 'b')
         backend = strcmp(optarg, "cuda") == 0 ? GLP_GPU_CUDA : GLP_GPU_HOST;
      else if (c == 'm')
         most = atoi(optarg);
      else
         return 2;
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   glp_term_out(GLP_OFF);
   for (method = 0; method < METHODS; method++)
   {  for (k = 0; k < 2; k++)
         sweep(&own[k], method);
      for (k = optind; k < argc; k++)
      {  const char *name = strrchr(argv[k], '/');
         const Model model = {name ? name + 1 : argv[k], argv[k], 0};
         sweep(&model, method);
      }
   }
   printf("%d runs, %d faults, %d wrong\n", runs, faults, wrong);
   return wrong != 0 || faults == 0;
}
