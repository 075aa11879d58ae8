/* gpucsc.c (constraint matrix by columns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "env.h"
#include "gpucsc.h"

#ifndef look_ahead
#define look_ahead(aij, next)
#endif

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
