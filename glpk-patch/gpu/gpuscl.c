/* gpuscl.c (minima and maxima of scaled matrix)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "gpuscl.h"

struct GPUSCL
{     double *range;
      /* double range[2*(1+m+n)]; minima and maxima of rows and columns
       * of scaled matrix R*A*S; columns follow rows */
      double *factor;
      /* double factor[1+m+n]; scale factors */
      int by_rows;
      /* the lines of the following copy are rows, otherwise columns */
      int copied;
      /* the copy is made */
      int *ptr;
      /* int ptr[1+lines+1]; NULL, if there can be no copy */
      int *ind;
      /* int ind[1+nnz]; columns or rows (numbered as in factor) */
      double *val;
      /* double val[1+nnz]; |a[i,j]| */
}; /* with its arrays one block of memory */

/***********************************************************************
*  gpuscl_range - minimal and maximal |a[i,j]| of k-th row or column */

double *gpuscl_range(glp_prob *lp, int k)
{     xassert(1 <= k && k <= lp->m + lp->n);
      return get_env_ptr()->gpu.scl->range + 2 * k;
}

/***********************************************************************
*  next_aij - next element of a row or column */

static GLPAIJ *next_aij(GLPAIJ *aij, int by_rows)
{     return by_rows ? aij->r_next : aij->c_next;
}

/***********************************************************************
*  first_aij - first element of k-th row or column */

static GLPAIJ *first_aij(glp_prob *lp, int k, int by_rows)
{     return by_rows ? lp->row[k]->ptr : lp->col[k]->ptr;
}

/***********************************************************************
*  rows_are_near - check if elements of rows are neighbors in memory */

static int rows_are_near(glp_prob *lp)
{     int i, near = - lp->m / 2;
      GLPAIJ *aij;
      for (i = 1; i <= lp->m; i++)
      {  aij = lp->row[i]->ptr;
         if (aij != NULL && (aij->r_next == aij+1 ||
             aij->r_next == aij-1))
            near++;
      }
      return near > 0;
}

/***********************************************************************
*  widen - include a number in a range
*
*  Both ends are always stored. A branch would cost more, as it cannot
*  be predicted which of the ends, if any, a number changes. */

static void widen(double rng[2], double x)
{     rng[0] = rng[0] > x ? x : rng[0];
      rng[1] = rng[1] < x ? x : rng[1];
      return;
}

/***********************************************************************
*  scaled_aij - determine |a[i,j]| of R*A*S
*
*  If there is no such element, this routine returns 1. */

static double scaled_aij(GLPAIJ *aij)
{     return aij == NULL ? 1.0 :
         fabs(aij->val) * (aij->row->rii * aij->col->sjj);
}

/***********************************************************************
*  find_in_lists - find minimal and maximal |a[i,j]| without a copy */

static void find_in_lists(struct GPUSCL *scl, glp_prob *lp)
{     double *own, temp;
      int k, by_rows = scl->by_rows;
      GLPAIJ *aij;
      for (k = 1; k <= lp->m + lp->n; k++)
      {  own = scl->range + 2 * k;
         own[0] = own[1] = scaled_aij(k <= lp->m ? lp->row[k]->ptr :
            lp->col[k-lp->m]->ptr);
      }
      for (k = 1; k <= (by_rows ? lp->m : lp->n); k++)
      {  own = scl->range + 2 * (by_rows ? k : lp->m + k);
         for (aij = first_aij(lp, k, by_rows); aij != NULL;
            aij = next_aij(aij, by_rows))
         {  temp = scaled_aij(aij);
            widen(own, temp);
            widen(scl->range + 2 * (by_rows ? lp->m + aij->col->j :
               aij->row->i), temp);
         }
      }
      return;
}

/***********************************************************************
*  gpuscl_begin - allocate what is needed, find minima and maxima
*
*  An earlier block of memory is still there, if a hook has left
*  glp_scale_prob by longjmp. */

void gpuscl_begin(glp_prob *lp)
{     size_t len = 1 + (size_t)lp->m + lp->n, nnz = 1 + (size_t)lp->nnz;
      size_t own = sizeof(struct GPUSCL) + 3 * len * sizeof(double);
      size_t copy = nnz * sizeof(double) + (nnz + len + 1) *
         sizeof(int);
      struct GPUSCL *scl;
      gpuscl_end();
      scl = malloc(own + copy);
      if (scl == NULL)
         copy = 0, scl = malloc(own);
      if (scl == NULL)
         xerror("glp_scale_prob: no memory available\n");
      get_env_ptr()->gpu.scl = scl;
      scl->range = (double *)(scl + 1);
      scl->factor = scl->range + 2 * len;
      scl->by_rows = rows_are_near(lp);
      scl->val = scl->factor + len;
      scl->ind = (int *)(scl->val + nnz);
      scl->ptr = copy == 0 ? NULL : scl->ind + nnz;
      scl->copied = 0;
      find_in_lists(scl, lp);
      return;
}

/***********************************************************************
*  copy_lists - copy the matrix along those lists whose elements are
*  neighbors in memory
*
*  Each pass over the lists waits for the memory. So this routine makes
*  the copy before the second pass, unless the matrix has numbers that
*  are not finite. The copy is not counted as memory of the problem. */

static void copy_lists(struct GPUSCL *scl, glp_prob *lp)
{     int k, t = 1;
      GLPAIJ *aij;
      for (k = 1; k <= (scl->by_rows ? lp->m : lp->n); k++)
      {  scl->ptr[k] = t;
         for (aij = first_aij(lp, k, scl->by_rows); aij != NULL;
            aij = next_aij(aij, scl->by_rows), t++)
         {  scl->ind[t] = scl->by_rows ? lp->m + aij->col->j :
               aij->row->i;
            scl->val[t] = fabs(aij->val);
            if (!(scl->val[t] <= DBL_MAX))
            {  scl->ptr = NULL;
               return;
            }
         }
      }
      scl->ptr[k] = t;
      scl->copied = 1;
      return;
}

/***********************************************************************
*  find_in_copy - find minimal and maximal |a[i,j]|
*
*  The range of the row or column being walked along is kept in the
*  array line. */

static void find_in_copy(struct GPUSCL *scl, glp_prob *lp)
{     double *own, line[2], temp;
      int k, t, first = scl->by_rows ? 0 : lp->m;
      for (k = 1; k <= lp->m + lp->n; k++)
      {  scl->factor[k] = k <= lp->m ? lp->row[k]->rii :
            lp->col[k-lp->m]->sjj;
         own = scl->range + 2 * k;
         own[0] = HUGE_VAL, own[1] = 0.0;
      }
      for (k = 1; k <= (scl->by_rows ? lp->m : lp->n); k++)
      {  line[0] = HUGE_VAL, line[1] = 0.0;
         for (t = scl->ptr[k]; t < scl->ptr[k+1]; t++)
         {  temp = scl->val[t] * (scl->factor[first+k] *
               scl->factor[scl->ind[t]]);
            widen(line, temp);
            widen(scl->range + 2 * scl->ind[t], temp);
         }
         own = scl->range + 2 * (first + k);
         own[0] = line[0], own[1] = line[1];
      }
      for (k = 1; k <= lp->m + lp->n; k++)
      {  own = scl->range + 2 * k;
         if (own[0] > own[1]) /* it has no elements */
            own[0] = own[1] = 1.0;
      }
      return;
}

/***********************************************************************
*  gpuscl_find - find minimal and maximal |a[i,j]| of R*A*S
*
*  This routine finds these numbers for all rows and columns in one pass
*  over the matrix. */

void gpuscl_find(glp_prob *lp)
{     struct GPUSCL *scl = get_env_ptr()->gpu.scl;
      if (scl->ptr != NULL && !scl->copied)
         copy_lists(scl, lp);
      if (scl->ptr == NULL)
         find_in_lists(scl, lp);
      else
         find_in_copy(scl, lp);
      return;
}

/***********************************************************************
*  gpuscl_end - free what gpuscl_begin has allocated */

void gpuscl_end(void)
{     GPU *gpu = &get_env_ptr()->gpu;
      free(gpu->scl);
      gpu->scl = NULL;
      return;
}

/* eof */
