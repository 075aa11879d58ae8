/* gpucsc.c (constraint matrix by columns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "glpgpu.h"
#include "gpucsc.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>

#define LARGE 500000 /* elements of a matrix that threads read, */
#define PARTS 8      /* so many at a time */

#ifdef __linux__
#include <sys/mman.h>
#endif

/***********************************************************************
*  large_pages - ask for large pages
*
*  Page faults take longer than filling a large array. An array of 32 MB
*  and more is a mapping of its own, which goes when it is freed. */

static void large_pages(void *ptr, size_t size)
{
#ifdef MADV_HUGEPAGE
      if (size >= 1 << 25)
         madvise((void *)(((size_t)ptr + 4095) & ~(size_t)4095),
            size - 4096, MADV_HUGEPAGE);
#endif
      return;
}
#endif

#ifdef __GNUC__
#define look_ahead(aij, next) __builtin_prefetch((void *)((size_t)aij \
      + 32 * ((size_t)aij->next - (size_t)aij)))
#else
#define look_ahead(aij, next)
#endif
/* bring to cache the element 32 steps ahead in a list, assuming that
 * elements are placed in memory at equal distances */

/***********************************************************************
*  gpucsc_create - copy constraint matrix by columns */

GPUCSC *gpucsc_create(glp_prob *P)
{     GPUCSC *csc = talloc(1, GPUCSC);
      GLPAIJ *aij;
      int j, ptr = 1;
      csc->ptr = talloc(1+P->n+1, int);
      csc->ind = talloc(1+P->nnz, int);
      csc->val = talloc(1+P->nnz, double);
      csc->good = talloc(P->m+P->n, double);
      csc->good[0] = 0.0;
      for (j = 1; j <= P->n; j++)
      {  csc->ptr[j] = ptr;
         for (aij = P->col[j]->ptr; aij != NULL; aij = aij->c_next)
         {  look_ahead(aij, c_next);
            csc->ind[ptr] = aij->row->i;
            csc->val[ptr++] = aij->val;
         }
      }
      csc->ptr[j] = ptr;
      return csc;
}

/***********************************************************************
*  gpucsc_dot - multiply column of matrix with scaled rows
*
*  This routine computes y := y + A[j] * x, if y is not NULL, otherwise
*  it returns x + A[j]' * pi. */

double gpucsc_dot(glp_prob *P, int j, double x, double y[/*1+m*/], const
      double pi[/*1+m*/])
{     GPUCSC *csc = get_csc(P);
      GLPAIJ *aij = csc == NULL ? P->col[j]->ptr : NULL;
      int i, t = csc == NULL ? 0 : csc->ptr[j];
      double a;
      while (csc == NULL ? aij != NULL : t < csc->ptr[j+1])
      {  i = csc == NULL ? aij->row->i : csc->ind[t];
         a = P->row[i]->rii * (csc == NULL ? aij->val : csc->val[t]);
         if (y != NULL)
            y[i] += a * x;
         else
            x += a * pi[i];
         if (csc == NULL)
            aij = aij->c_next;
         else
            t++;
      }
      return x;
}

struct cols
{     /* copying of columns of original constraint matrix */
      glp_prob *P;
      SPXLP *lp;
      /* original and working LP */
      const int *map;
      /* see spx_build_lp */
      int copy;
      /* elements are to be copied, otherwise only counted */
      int ptr;
      /* current position in working constraint matrix */
};

/***********************************************************************
*  scan_cols - copy or count elements of columns
*
*  This routine does each column whose number is part modulo parts. If
*  parts > 1, it leaves the counts in A_ptr or takes positions there. */

static void scan_cols(void *info, int part, int parts)
{     struct cols *s = info;
      int *A_ptr = s->lp->A_ptr;
      int *A_ind = s->lp->A_ind;
      double *A_val = s->lp->A_val;
      int j, k, t, ptr = s->ptr;
      GLPROW **row = s->P->row;
      GLPCOL *col;
      GLPAIJ *aij;
      GPUCSC *csc = get_csc(s->P);
      for (j = 1 + part; j <= s->P->n; j += parts)
      {  col = s->P->col[j];
         k = abs(s->map[s->P->m+j]);
         if (k == 0)
            continue;
         if (parts == 1)
            A_ptr[k] = ptr;
         ptr = s->copy ? A_ptr[k] : 0;
         for (t = csc == NULL ? 0 : csc->ptr[j]; csc != NULL && t <
            csc->ptr[j+1]; t++, ptr++)
         {  if (!s->copy)
               continue;
            A_ind[ptr] = csc->ind[t];
            A_val[ptr] = - row[csc->ind[t]]->rii * csc->val[t] *
               col->sjj;
         }
         for (aij = csc == NULL ? col->ptr : NULL; aij != NULL;
            aij = aij->c_next, ptr++)
         {  look_ahead(aij, c_next);
            if (!s->copy)
               continue;
            A_ind[ptr] = aij->row->i;
            A_val[ptr] = - aij->row->rii * aij->val * col->sjj;
         }
         if (!s->copy)
            A_ptr[k] = ptr;
      }
      if (parts == 1)
         s->ptr = ptr;
      return;
}

/***********************************************************************
*  gpucsc_copy - copy columns of matrix to working LP
*
*  This routine stores columns of the scaled matrix (-A) from position
*  ptr on, and returns the position after them (for map see the routine
*  spx_build_lp). In GPU modes threads of GPU support library copy large
*  matrices, for which they need the positions of all columns. */

int gpucsc_copy(glp_prob *P, SPXLP *lp, const int map[/*1+m+n*/], int
      ptr)
{     struct cols s;
#ifdef GPUINV_DLNAME
      ENV *env = get_env_ptr();
      int j, k, len;
#endif
      s.P = P;
      s.lp = lp;
      s.map = map;
      s.copy = 1;
      s.ptr = ptr;
#ifdef GPUINV_DLNAME
      if (env->gpu.ses != NULL && lp->nnz > LARGE &&
          gpu_prob_mode(P) != GLP_GPU_OFF)
      {  large_pages(lp->A_ind, lp->nnz * sizeof(int));
         large_pages(lp->A_val, lp->nnz * sizeof(double));
         s.copy = 0;
         env->gpu.api->share_out(PARTS, scan_cols, &s);
         for (j = 1; j <= P->n; j++)
         {  k = abs(map[P->m+j]);
            if (k == 0)
               continue;
            len = lp->A_ptr[k];
            lp->A_ptr[k] = s.ptr;
            s.ptr += len;
         }
         s.copy = 1;
         env->gpu.api->share_out(PARTS, scan_cols, &s);
         return s.ptr;
      }
#endif
      scan_cols(&s, 0, 1);
      return s.ptr;
}

struct costs
{     /* reduced costs of working LP; see gpucsc_eval_d */
      SPXLP *lp;
      const double *pi;
      double *d;
};

/***********************************************************************
*  eval_part - compute reduced costs d[j] of each j = part mod parts */

static void eval_part(void *info, int part, int parts)
{     struct costs *s = info;
      int j;
      for (j = 1 + part; j <= s->lp->n - s->lp->m; j += parts)
         s->d[j] = spx_eval_dj(s->lp, s->pi, j);
      return;
}

/***********************************************************************
*  gpucsc_eval_d - compute reduced costs of non-basic variables
*
*  Unless mode is GLP_GPU_OFF, threads of GPU support library read large
*  matrices. Each d[j] is the same to the bit. */

void gpucsc_eval_d(SPXLP *lp, int mode, const double pi[/*1+m*/], double
      d[/*1+n-m*/])
{     struct costs s;
#ifdef GPUINV_DLNAME
      ENV *env = get_env_ptr();
#endif
      s.lp = lp;
      s.pi = pi;
      s.d = d;
#ifdef GPUINV_DLNAME
      if (mode != GLP_GPU_OFF && env->gpu.ses != NULL &&
          lp->nnz > LARGE)
      {  env->gpu.api->share_out(PARTS, eval_part, &s);
         return;
      }
#endif
      eval_part(&s, 0, 1);
      return;
}

/***********************************************************************
*  gpucsc_drop - delete matrix by columns that is kept
*
*  Whatever changes the matrix calls this routine before. */

void gpucsc_drop(glp_prob *P)
{     GPUCSC *csc = get_csc(P);
      if (csc != NULL)
      {  gpucsc_delete(csc);
         (void)set_csc(P, NULL);
      }
      return;
}

/***********************************************************************
*  gpucsc_delete - delete matrix by columns */

void gpucsc_delete(GPUCSC *csc)
{     tfree(csc->ptr);
      tfree(csc->ind);
      tfree(csc->val);
      tfree(csc->good);
      tfree(csc);
      return;
}

/* eof */
