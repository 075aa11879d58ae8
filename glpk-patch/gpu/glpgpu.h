/* glpgpu.h (problem objects on GPU)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GLPGPU_H
#define GLPGPU_H

#include "prob.h"
#include "spxlp.h"

#define GPU_TOL 1e-6
/* largest relative error in optimality conditions (see glp_check_kkt)
 * on the problem as given, with which a solution is optimal */

#define gpu_start _glp_gpu_start
int gpu_start(glp_prob *P);
/* construct dual feasible initial LP basis for GPU */

#define gpu_keep _glp_gpu_keep
int gpu_keep(glp_prob *P);
/* determine if slacks of equations stay in working LP */

#define gpu_given _glp_gpu_given
void gpu_given(glp_prob *P, const int row_ref[], const int col_ref[]);
/* tell what problem is preprocessed */

#define gpu_ray _glp_gpu_ray
int gpu_ray(glp_prob *P, const int map[], int primal, const double
      ray[]);
/* prove by ray of working LP that there is no solution */

#define gpu_lp_kkt _glp_gpu_lp_kkt
void gpu_lp_kkt(glp_prob *P, const SPXLP *wlp, const int map[]);
/* determine largest relative error of basic solution just found */

#define gpu_last_word _glp_gpu_last_word
int gpu_last_word(glp_prob *P, const glp_smcp *parm, int ret, int last,
      int (*solve)(glp_prob *P, const glp_smcp *parm));
/* certify or improve basic solution */

#define gpu_interior _glp_gpu_interior
int gpu_interior(glp_prob *P, const glp_iptcp *parm);
/* solve LP with the interior-point method on GPU */

#define gpu_crossover _glp_gpu_crossover
int gpu_crossover(glp_prob *P, const glp_iptcp *parm);
/* find optimal basis with the interior-point method */

#define gpu_check _glp_gpu_check
double gpu_check(glp_prob *P, int sol);
/* determine largest relative error of solution */

#define gpu_check_ipt _glp_gpu_check_ipt
int gpu_check_ipt(glp_prob *P, const glp_iptcp *parm, int ret);
/* certify or replace interior-point solution */

#define gpu_check_mip _glp_gpu_check_mip
int gpu_check_mip(glp_prob *P, const glp_iocp *parm, int ret, double
      tm_beg);
/* certify integer solution or solve MIP without GPU */

#define gpu_prob_mode _glp_gpu_prob_mode
int gpu_prob_mode(glp_prob *P);
/* determine GPU mode of problem object */

#define gpu_off _glp_gpu_off
void gpu_off(glp_prob *P, glp_bfcp *save);
/* switch GPU off for problem object */

#endif

/* eof */
