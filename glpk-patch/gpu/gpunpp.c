/* gpunpp.c (presolver at memory speed in GPU modes)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The presolver walks along rows whose elements were loaded by columns.
 * In problems with few and long rows each step waits for the memory:
 * for 297538 elements in 163 rows that was most of the time. */

#include "env.h"
#include "glpgpu.h"
#include "gpunpp.h"

enum { ROWS_MAX = 4096 };
/* with at most so many rows, walking along columns is fast, too: each
   column takes the next element of its rows, and the cache holds the
   places of all rows where this is */

/***********************************************************************
*  gpunpp_reserve - reserve elements that are neighbors in their rows
*
*  The routine returns an array of lists, one for each row, linked by
*  c_next, with as many elements as the row has. The caller frees this
*  array by xfree. If nothing is reserved, the routine returns NULL. */

NPPAIJ **gpunpp_reserve(NPP *npp, glp_prob *orig)
{     NPPAIJ **spare, *atom;
      GLPAIJ *aij;
      int *len, i, j;
      if (gpu_prob_mode(orig) == GLP_GPU_OFF || orig->m > ROWS_MAX)
         return NULL;
      spare = xcalloc(1+orig->m, sizeof(NPPAIJ *));
      len = xcalloc(1+orig->m, sizeof(int));
      memset(len, 0, (1+orig->m) * sizeof(int));
      for (j = 1; j <= orig->n; j++)
      {  for (aij = orig->col[j]->ptr; aij != NULL; aij = aij->c_next)
            len[aij->row->i]++;
      }
      for (i = 1; i <= orig->m; i++)
      {  for (spare[i] = NULL; len[i] > 0; len[i]--)
         {  atom = dmp_get_atom(npp->pool, sizeof(NPPAIJ));
            atom->c_next = spare[i];
            spare[i] = atom;
         }
      }
      xfree(len);
      return spare;
}

/***********************************************************************
*  gpunpp_column - give back the elements that are reserved for a column
*
*  The pool hands out first what it got last; so npp_add_aij, which asks
*  for the elements of the column one by one, gets them row by row. */

void gpunpp_column(NPP *npp, NPPAIJ *spare[], GLPCOL *col)
{     GLPAIJ *aij = col->ptr;
      NPPAIJ *atom;
      if (spare == NULL || aij == NULL)
         return;
      while (aij->c_next != NULL)
         aij = aij->c_next;
      for (; aij != NULL; aij = aij->c_prev)
      {  atom = spare[aij->row->i];
         spare[aij->row->i] = atom->c_next;
         dmp_free_atom(npp->pool, atom, sizeof(NPPAIJ));
      }
      return;
}

/***********************************************************************
*  gpunpp_sum - compute primal values of inactive rows by columns
*
*  Only columns whose values are not zero are walked along. With the
*  mode off the routine does nothing and returns zero, otherwise it
*  returns non-zero. */

int gpunpp_sum(glp_prob *orig)
{     GLPAIJ *aij;
      GLPCOL *col;
      int i, j;
      if (gpu_prob_mode(orig) == GLP_GPU_OFF)
         return 0;
      for (i = 1; i <= orig->m; i++)
      {  if (orig->row[i]->stat == GLP_BS)
            orig->row[i]->prim = 0.0;
      }
      for (j = 1; j <= orig->n; j++)
      {  col = orig->col[j];
         if (col->prim == 0.0)
            continue;
         for (aij = col->ptr; aij != NULL; aij = aij->c_next)
         {  if (aij->row->stat == GLP_BS)
               aij->row->prim += aij->val * col->prim;
         }
      }
      return 1;
}

/* eof */
