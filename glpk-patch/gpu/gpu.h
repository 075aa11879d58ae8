/* gpu.h (GPU support library)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPU_H
#define GPU_H

typedef struct GPU GPU;

struct GPU
{     /* GPU support library; it is a part of the environment block */
      void *lib;
      /* handle to this library */
      const struct gpuinv_api *api;
      /* its routines */
      struct gpuinv_session *ses;
      /* session, which owns all device memory, so that nothing is lost
       * if a hook leaves a GLPK routine by longjmp; NULL means that it
       * is not available */
      struct gpuinv_engine *eng;
      /* simplex engine of this session that is running */
      struct gpuinv_interior *ipt;
      /* interior-point method of this session, likewise */
      int lev;
      /* message level for this library (see glp_smcp) */
      double beg;
      int it;
      /* time and iteration count when the search began */
      int left;
      /* basis found by engine is left to primal simplex */
      int again;
      /* non-zero while the problem is solved again, without engine, for
       * the last word on its solution (see gpu_last_word) */
      double err;
      /* largest relative error of basic solution just found, if this is
       * known, otherwise negative */
      int proven;
      /* a ray has proven that the problem has no solution */
      const void *wlp;
      /* working LP (see spxlp.h) of simplex routine that is running */
      struct glp_prob *given;
      const int *row_ref, *col_ref;
      /* problem as given, if it is preprocessed, otherwise NULL;
       * numbers of rows and columns that the preprocessor has kept */
      int said;
      /* bit mask of messages that were displayed */
      struct GPUSCL *scl;
      /* working arrays of the routine glp_scale_prob (see gpuscl.h) */
};

#define gpu_mode _glp_gpu_mode
int gpu_mode(void);
/* determine default GPU mode */

#define gpu_init_bfcp _glp_gpu_init_bfcp
void gpu_init_bfcp(void /* glp_bfcp */ *parm);
/* set GPU control parameters to default, if they are not set */

#define gpu_check_bfcp _glp_gpu_check_bfcp
void gpu_check_bfcp(const void /* glp_bfcp */ *parm);
/* check GPU control parameters, if they are set */

#define gpu_options _glp_gpu_options
void gpu_options(char opts[/*120*/], const void /* glp_bfcp */ *parm);
/* put control parameters into text for GPU support library */

#define gpu_begin _glp_gpu_begin
void gpu_begin(int msg_lev, int it_cnt);
/* begin a search that GPU may have part in */

#define gpu_open _glp_gpu_open
int gpu_open(void);
/* open GPU support library and create session */

#define gpu_drop _glp_gpu_drop
void gpu_drop(void);
/* stop what is running on GPU */

#define gpu_close _glp_gpu_close
void gpu_close(GPU *gpu);
/* delete session and close GPU support library */

#endif

/* eof */
