/* gpunpp.c (presolver at memory speed in GPU modes)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The presolver walks along rows whose elements were loaded by columns.
 * In problems with few and long rows each step waits for the memory:
 * for 297538 elements in 163 rows that was most of the time. And where
 * it finds next to nothing to remove, as in that problem, copying the
 * problem there and back takes longer than anything else. */

#include "bfd.h"
#include "env.h"
#include "glpgpu.h"
#include "gpunpp.h"

enum { ROWS_MAX = 4096 };
/* with at most ROWS_MAX rows, walking along columns is fast, too: each
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

struct kept
{     /* what gpunpp_solve gives back to the problem */
      double *scale;
      int *stat;
      /* scale factors and statuses of rows and columns */
};

/***********************************************************************
*  keep - copy scale factors and statuses */

static void keep(struct kept *kept, glp_prob *P)
{     int m = P->m, n = P->n, k;
      kept->scale = xcalloc(1+m+n, sizeof(double));
      kept->stat = xcalloc(1+m+n, sizeof(int));
      for (k = 1; k <= m; k++)
      {  kept->scale[k] = P->row[k]->rii;
         kept->stat[k] = P->row[k]->stat;
      }
      for (k = 1; k <= n; k++)
      {  kept->scale[m+k] = P->col[k]->sjj;
         kept->stat[m+k] = P->col[k]->stat;
      }
      return;
}

/***********************************************************************
*  give_back - restore scale factors and, optionally, statuses
*
*  As after the presolver, the basis has no factorization then. */

static void give_back(struct kept *kept, glp_prob *P, int stat)
{     int m = P->m, n = P->n, k;
      glp_bfcp bfcp;
      for (k = 1; k <= m; k++)
      {  P->row[k]->rii = kept->scale[k];
         if (stat)
            P->row[k]->stat = kept->stat[k];
      }
      for (k = 1; k <= n; k++)
      {  P->col[k]->sjj = kept->scale[m+k];
         if (stat)
            P->col[k]->stat = kept->stat[m+k];
      }
      xfree(kept->scale);
      xfree(kept->stat);
      glp_get_bfcp(P, &bfcp);
      bfd_delete_it(P->bfd);
      P->bfd = NULL;
      P->valid = 0;
      glp_set_bfcp(P, &bfcp);
      return;
}

/***********************************************************************
*  gpunpp_solve - solve LP in place as if presolver had left it as it is
*
*  In the end the scale factors are the user's again, and if no optimal
*  solution is found, the basis, too. If a handler leaves the search for
*  good, both remain as the search has left them. */

int gpunpp_solve(glp_prob *P, const glp_smcp *parm,
      int (*solve)(glp_prob *P, const glp_smcp *parm))
{     struct kept kept;
      int out, ret;
      if (parm->msg_lev >= GLP_MSG_ALL)
      {  xprintf("%d row%s, %d column%s, %d non-zero%s\n",
            P->m, P->m == 1 ? "" : "s", P->n, P->n == 1 ? "" : "s",
            P->nnz, P->nnz == 1 ? "" : "s");
      }
      keep(&kept, P);
      out = glp_term_out(GLP_OFF);
      if (out && parm->msg_lev >= GLP_MSG_ALL)
         glp_term_out(GLP_ON);
      glp_scale_prob(P, GLP_SF_AUTO);
      glp_adv_basis(P, 0);
      glp_term_out(out);
      ret = solve(P, parm);
      if (!(ret == 0 && glp_get_status(P) == GLP_OPT))
         ret = gpu_last_word(P, parm, ret, 0, solve);
      if (!(ret == 0 && glp_get_status(P) == GLP_OPT))
      {  if (parm->msg_lev >= GLP_MSG_ERR)
            xprintf("glp_simplex: unable to recover undefined or non-op"
               "timal solution\n");
         if (ret == 0 && P->pbs_stat == GLP_NOFEAS)
            ret = GLP_ENOPFS;
         else if (ret == 0 && P->dbs_stat == GLP_NOFEAS)
            ret = GLP_ENODFS;
         P->pbs_stat = P->dbs_stat = GLP_UNDEF;
         P->obj_val = 0.0;
         P->some = 0;
      }
      give_back(&kept, P, P->pbs_stat == GLP_UNDEF);
      return ret;
}

/* eof */
