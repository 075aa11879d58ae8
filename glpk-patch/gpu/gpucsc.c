/* gpucsc.c (constraint matrix by columns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "glpgpu.h"
#include "gpucsc.h"

#ifdef GPUINV_DLNAME
#include <gpuinv.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

#define LARGE 500000 /* elements of a matrix that threads read, */
#define PARTS 16     /* so many at a time */

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
#else
      xassert(ptr == ptr);
      xassert(size == size);
#endif
      return;
}

#ifdef __GNUC__
#define look_ahead(aij, next) __builtin_prefetch((void *)((size_t)aij \
      + 32 * ((size_t)aij->next - (size_t)aij)))
#else
#define look_ahead(aij, next)
#endif
/* bring to cache the element 32 steps ahead in a list, assuming that
 * elements are placed in memory at equal distances */

/***********************************************************************
*  by_threads - check if threads of GPU support library do the work
*
*  They do in GPU modes, if a matrix has so many elements. */

static int by_threads(int mode, int nnz)
{
#ifdef GPUINV_DLNAME
      return nnz > LARGE && mode != GLP_GPU_OFF &&
         get_env_ptr()->gpu.ses != NULL;
#else
      xassert(mode == mode);
      xassert(nnz == nnz);
      return 0;
#endif
}

/***********************************************************************
*  share_out - do work by threads, or at once */

static void share_out(int threads, void (*work)(void *info, int part,
      int parts), void *info)
{
#ifdef GPUINV_DLNAME
      if (threads)
      {  get_env_ptr()->gpu.api->share_out(PARTS, work, info);
         return;
      }
#endif
      xassert(!threads);
      work(info, 0, 1);
      return;
}

struct lists
{     /* copying of lists of columns of constraint matrix */
      glp_prob *P;
      GPUCSC *csc;
      int copy;
      /* elements are to be copied, otherwise only counted */
};

/***********************************************************************
*  walk_lists - copy or count elements of lists
*
*  This routine does each column whose number is part modulo parts. If
*  parts > 1, it leaves the counts in ptr or takes positions there. */

static void walk_lists(void *info, int part, int parts)
{     struct lists *s = info;
      GPUCSC *csc = s->csc;
      GLPAIJ *aij;
      int j, ptr = 1;
      for (j = 1 + part; j <= s->P->n; j += parts)
      {  if (parts == 1)
            csc->ptr[j] = ptr;
         else
            ptr = s->copy ? csc->ptr[j] : 0;
         for (aij = s->P->col[j]->ptr; aij != NULL; aij = aij->c_next)
         {  look_ahead(aij, c_next);
            if (s->copy)
            {  csc->ind[ptr] = aij->row->i;
               csc->val[ptr] = aij->val;
            }
            ptr++;
         }
         if (!s->copy)
            csc->ptr[j] = ptr;
      }
      return;
}

/***********************************************************************
*  gpucsc_create - copy constraint matrix by columns */

GPUCSC *gpucsc_create(glp_prob *P)
{     GPUCSC *csc = talloc(1, GPUCSC);
      struct lists s;
      int threads = by_threads(gpu_prob_mode(P), P->nnz);
      int j, len, ptr = 1;
      csc->ptr = talloc(1+P->n+1, int);
      csc->ind = talloc(1+P->nnz, int);
      csc->val = talloc(1+P->nnz, double);
      csc->good = talloc(P->m+P->n, double);
      csc->good[0] = 0.0;
      s.P = P;
      s.csc = csc;
      if (threads)
      {  s.copy = 0;
         share_out(threads, walk_lists, &s);
         for (j = 1; j <= P->n; j++)
         {  len = csc->ptr[j];
            csc->ptr[j] = ptr;
            ptr += len;
         }
      }
      s.copy = 1;
      share_out(threads, walk_lists, &s);
      csc->ptr[P->n+1] = 1 + P->nnz;
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
      GPUCSC *csc;
      /* NULL, if only the lists of columns are there */
      double *rii;
      /* scale factors of rows, if csc is not NULL */
      SPXLP *lp;
      const int *map;
      /* working LP; see spx_build_lp */
      int ptr;
      /* current position in working constraint matrix */
};

/***********************************************************************
*  copy_cols - copy scaled columns
*
*  This routine does each column whose number is part modulo parts. If
*  parts > 1, it takes the positions from A_ptr. */

static void copy_cols(void *info, int part, int parts)
{     struct cols *s = info;
      GPUCSC *csc = s->csc;
      int *A_ind = s->lp->A_ind;
      double *A_val = s->lp->A_val;
      int j, k, t, ptr = s->ptr;
      GLPCOL *col;
      GLPAIJ *aij;
      for (j = 1 + part; j <= s->P->n; j += parts)
      {  col = s->P->col[j];
         k = abs(s->map[s->P->m+j]);
         if (k == 0)
            continue;
         if (parts == 1)
            s->lp->A_ptr[k] = ptr;
         else
            ptr = s->lp->A_ptr[k];
         for (t = csc == NULL ? 0 : csc->ptr[j]; csc != NULL && t <
            csc->ptr[j+1]; t++, ptr++)
         {  A_ind[ptr] = csc->ind[t];
            A_val[ptr] = - s->rii[csc->ind[t]] * csc->val[t] *
               col->sjj;
         }
         for (aij = csc == NULL ? col->ptr : NULL; aij != NULL;
            aij = aij->c_next, ptr++)
         {  look_ahead(aij, c_next);
            A_ind[ptr] = aij->row->i;
            A_val[ptr] = - aij->row->rii * aij->val * col->sjj;
         }
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
*  spx_build_lp). In GPU modes threads first copy the lists of a large
*  matrix as they are, because the last word needs that copy, too. */

int gpucsc_copy(glp_prob *P, SPXLP *lp, const int map[/*1+m+n*/], int
      ptr)
{     struct cols s;
      int threads = by_threads(gpu_prob_mode(P), lp->nnz);
      int kept = 1, i, j, k;
      s.P = P;
      s.csc = get_csc(P);
      s.lp = lp;
      s.map = map;
      s.ptr = ptr;
      if (threads)
      {  large_pages(lp->A_ind, lp->nnz * sizeof(int));
         large_pages(lp->A_val, lp->nnz * sizeof(double));
         if (s.csc == NULL)
         {  s.csc = gpucsc_create(P);
            kept = set_csc(P, s.csc);
         }
         for (j = 1; j <= P->n; j++)
         {  k = abs(map[P->m+j]);
            if (k == 0)
               continue;
            lp->A_ptr[k] = s.ptr;
            s.ptr += s.csc->ptr[j+1] - s.csc->ptr[j];
         }
      }
      s.rii = NULL;
      if (s.csc != NULL)
      {  s.rii = talloc(1+P->m, double);
         for (i = 1; i <= P->m; i++)
            s.rii[i] = P->row[i]->rii;
      }
      share_out(threads, copy_cols, &s);
      if (s.rii != NULL)
         tfree(s.rii);
      if (!kept)
         gpucsc_delete(s.csc);
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
      s.lp = lp;
      s.pi = pi;
      s.d = d;
      share_out(by_threads(mode, lp->nnz), eval_part, &s);
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
