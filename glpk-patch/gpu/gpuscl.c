/* gpuscl.c (minima and maxima of scaled matrix)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "gpuscl.h"

/***********************************************************************
*  gpuscl_range - minimal and maximal |a[i,j]| of k-th row or column
*
*  Columns follow the rows. The numbers are kept in an array of the
*  environment block, which is not counted as memory of the problem. */

double *gpuscl_range(glp_prob *lp, int k)
{     xassert(1 <= k && k <= lp->m + lp->n);
      return get_env_ptr()->gpu.range + 2 * k;
}

/***********************************************************************
*  gpuscl_begin - allocate array for minima and maxima, and find them
*
*  The array may be there, if a hook has left glp_scale_prob by longjmp.
*/

void gpuscl_begin(glp_prob *lp)
{     GPU *gpu = &get_env_ptr()->gpu;
      free(gpu->range);
      gpu->range = malloc(2 * (1 + (size_t)lp->m + lp->n) *
         sizeof(double));
      if (gpu->range == NULL)
         xerror("glp_scale_prob: no memory available\n");
      gpuscl_find(lp);
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
*  gpuscl_find - find minimal and maximal |a[i,j]| of R*A*S
*
*  This routine finds these numbers for all rows and columns in one pass
*  along those lists whose elements are neighbors in memory. The range
*  of the row or column being walked along is kept in the array line. */

void gpuscl_find(glp_prob *lp)
{     double *rng = get_env_ptr()->gpu.range;
      double *own, line[2], temp;
      GLPAIJ *aij;
      int k, by_rows, near = - lp->m / 2;
      for (k = 1; k <= lp->n; k++)
      {  own = rng + 2 * (lp->m + k);
         own[0] = own[1] = scaled_aij(lp->col[k]->ptr);
      }
      for (k = 1; k <= lp->m; k++)
      {  aij = lp->row[k]->ptr;
         own = rng + 2 * k;
         own[0] = own[1] = scaled_aij(aij);
         if (aij != NULL && (aij->r_next == aij+1 ||
             aij->r_next == aij-1))
            near++;
      }
      by_rows = (near > 0);
      for (k = 1; k <= (by_rows ? lp->m : lp->n); k++)
      {  own = rng + 2 * (by_rows ? k : lp->m + k);
         line[0] = own[0], line[1] = own[1];
         aij = (by_rows ? lp->row[k]->ptr : lp->col[k]->ptr);
         while (aij != NULL)
         {  temp = scaled_aij(aij);
            widen(line, temp);
            widen(rng + 2 * (by_rows ? lp->m + aij->col->j :
               aij->row->i), temp);
            aij = (by_rows ? aij->r_next : aij->c_next);
         }
         own[0] = line[0], own[1] = line[1];
      }
      return;
}

/***********************************************************************
*  gpuscl_end - free array of minima and maxima */

void gpuscl_end(void)
{     GPU *gpu = &get_env_ptr()->gpu;
      free(gpu->range);
      gpu->range = NULL;
      return;
}

/* eof */
