/* spxgpu.h (simplex engine on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SPXGPU_H
#define SPXGPU_H

#include "glpk.h"
#include "spxlp.h"

typedef struct SPXGPU SPXGPU;

struct SPXGPU
{     /* solving of working LP by simplex engine on GPU */
      int mode;
      /* GPU mode; GLP_GPU_OFF means there is nothing to wait for */
      glp_prob *P;
      SPXLP *lp;
      const int *map;
      /* original LP; working LP; which variables of it are those of the
       * original one (see spx_build_lp) */
      const double *b, *c, *l, *u;
      /* original right-hand sides, costs, and bounds */
      const glp_smcp *parm;
      glp_bfcp bfcp;
      double fz;
      /* control parameters; scale factor of objective */
      double obj_lim;
      /* limit of dual objective, if any */
      int *head;
      char *flag;
      /* basis where search began; null if mode was off then */
      int it_beg, it_dpy, later, race;
      /* iteration counts when search began, or in a race the first
       * engine, and at most recent display output; how often engine
       * left search to GLPK; search goes on while engine works */
      int lost;
      /* search failed, and also from the basis that an engine had
       * found, if any, so that an engine tries once more; 2 means that
       * it has found a basis to go on from */
      int proven;
      /* claim of engine that is proven by a ray: GLP_NOFEAS means that
       * there is no primal feasible solution, GLP_UNBND that there is
       * no dual feasible one */
      int it_max, claim, failed, *found, *former;
      /* basis found by engine, and that to come back to after it_max
       * iterations, where -k stands for non-basic x[k] at its upper
       * bound; claim of engine, or zero; number of failures */
      unsigned int place;
      int warned, back;
      /* mark of a basis where the search was unstable, number of times
       * it was unstable, and how often it came back to that basis (see
       * spx_gpu_stuck) */
};

#define spx_gpu_init _glp_spx_gpu_init
void spx_gpu_init(SPXGPU *gpu, SPXLP *lp, glp_prob *P, const int map[],
      const double b[], const double c[], const double l[], const double
      u[], const glp_smcp *parm, double fz, double obj_lim, double
      *tm_beg);
/* prepare for solving working LP on GPU */

#define spx_gpu_change _glp_spx_gpu_change
void spx_gpu_change(SPXGPU *gpu, const int basis[/*1+n*/], int dense);
/* change to other basis */

#define spx_gpu_go_back _glp_spx_gpu_go_back
int spx_gpu_go_back(SPXGPU *gpu, int it_cnt);
/* change to other basis if search gets nowhere */

#define spx_gpu_forget _glp_spx_gpu_forget
void spx_gpu_forget(SPXGPU *gpu);
/* forget bases to go back to, if there are any */

#define spx_gpu_is_basis _glp_spx_gpu_is_basis
int spx_gpu_is_basis(int n, const int head[/*1+n*/]);
/* check if array head is a permutation of 1, ..., n */

#define spx_gpu_lost _glp_spx_gpu_lost
int spx_gpu_lost(SPXGPU *gpu, int *it_cnt);
/* leave search that failed to engine */

#define spx_gpu_poll _glp_spx_gpu_poll
int spx_gpu_poll(SPXGPU *gpu, int *it_cnt);
/* start engine, look for its result, and change to basis found */

#define spx_gpu_end _glp_spx_gpu_end
void spx_gpu_end(SPXGPU *gpu, double beta[], double pi[], double d[],
      int *p_stat, int *d_stat);
/* determine basic solution of problem proven to have no optimum */

#define spx_gpu_stuck _glp_spx_gpu_stuck
int spx_gpu_stuck(SPXGPU *gpu);
/* check if unstable search goes round in circles */

#define spx_gpu_done _glp_spx_gpu_done
int spx_gpu_done(SPXGPU *gpu, int ret, int *it_cnt);
/* stop engine; non-zero means that search is to be repeated */

#endif

/* eof */
