/* gpuidle.c (problems that the presolver would leave as they are)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * This counts what the presolver would remove, without a copy of the
 * problem. Each removal makes rows and columns shorter, so that others
 * can be removed in the same pass or the next one. Bounds do not change
 * here. */

#include "env.h"
#include "glpgpu.h"
#include "gpunpp.h"

enum { LARGE = 16384, LONG = 64, FEW = 12, FEWER = 32, PASSES = 8 };
/* problems with at least LARGE elements are solved in place, if at most
   one in FEW or FEWER rows and columns can be removed and this ends
   after fewer than PASSES passes; FEW where rows have LONG elements on
   average: there copies take most of the time, elsewhere the search */

struct bound
{     /* bound of the value that a row has within bounds of columns */
      double sum;
      int inf;
      /* sum of finite terms, and number of infinite ones */
};

struct look
{     /* what the presolver would find */
      glp_prob *P;
      char *row_out, *col_out, *slack;
      /* rows and columns that it would remove; equations that have got
       * a slack, because such a column was removed */
      int *row_len, *col_len;
      /* elements of rows and columns that are left */
      struct bound *lo, *hi;
      /* least and greatest value of each row; columns that were removed
       * count as they did before */
      int rows, cols;
      /* number of rows and columns that were removed */
};

/***********************************************************************
*  add - add a * bnd to a bound, once or (k = -1) as often less */

static void add(struct bound *sum, double a, double bnd, int k)
{     if (fabs(bnd) == DBL_MAX)
         sum->inf += k;
      else
         sum->sum += k * a * bnd;
      return;
}

/***********************************************************************
*  times - determine a * bnd, which is infinite if bnd is */

static double times(double a, double bnd)
{     if (fabs(bnd) == DBL_MAX)
         return a > 0.0 ? bnd : -bnd;
      return a * bnd;
}

/***********************************************************************
*  sum_up - determine lengths of rows and columns, and values of rows */

static void sum_up(struct look *look)
{     glp_prob *P = look->P;
      GLPAIJ *aij;
      double l, u;
      int i, j;
      for (i = 1; i <= P->m; i++)
      {  look->row_len[i] = 0;
         look->lo[i].sum = look->hi[i].sum = 0.0;
         look->lo[i].inf = look->hi[i].inf = 0;
      }
      for (j = 1; j <= P->n; j++)
      {  look->col_len[j] = 0;
         l = glp_get_col_lb(P, j), u = glp_get_col_ub(P, j);
         for (aij = P->col[j]->ptr; aij != NULL; aij = aij->c_next)
         {  i = aij->row->i;
            add(&look->lo[i], aij->val, aij->val > 0.0 ? l : u, +1);
            add(&look->hi[i], aij->val, aij->val > 0.0 ? u : l, +1);
            look->col_len[j]++;
            look->row_len[i]++;
         }
      }
      return;
}

/***********************************************************************
*  drop_col - remove column */

static void drop_col(struct look *look, int j)
{     GLPAIJ *aij = look->P->col[j]->ptr;
      look->col_out[j] = 1;
      look->cols++;
      for (; aij != NULL; aij = aij->c_next)
         look->row_len[aij->row->i]--;
      return;
}

/***********************************************************************
*  drop_row - remove row, and its columns if it fixes them */

static void drop_row(struct look *look, int i, int fixes)
{     GLPAIJ *aij = look->P->row[i]->ptr;
      look->row_out[i] = 1;
      look->rows++;
      for (; aij != NULL; aij = aij->r_next)
      {  look->col_len[aij->col->j]--;
         if (fixes && !look->col_out[aij->col->j])
            drop_col(look, aij->col->j);
      }
      return;
}

/***********************************************************************
*  pass_rows - remove rows that can be removed at once
*
*  These are rows that are empty or singletons, hold in any case, or
*  hold only with all columns at bounds; then columns go, too. */

static void pass_rows(struct look *look)
{     glp_prob *P = look->P;
      double lb, ub, lo, hi;
      int i;
      for (i = 1; i <= P->m; i++)
      {  if (look->row_out[i])
            continue;
         lb = glp_get_row_lb(P, i), ub = glp_get_row_ub(P, i);
         lo = look->lo[i].inf ? -DBL_MAX : look->lo[i].sum;
         hi = look->hi[i].inf ? +DBL_MAX : look->hi[i].sum;
         if (hi <= lb || lo >= ub)
            drop_row(look, i, 1);
         else if (look->row_len[i] <= 1)
            drop_row(look, i, lb == ub);
         else if (lo >= lb && hi <= ub)
            drop_row(look, i, 0);
      }
      return;
}

/***********************************************************************
*  is_free - check if bounds of a column singleton can be removed
*
*  They can if they follow from the row and other columns' bounds, or if
*  the row is an equation: then one column becomes its slack. */

static int is_free(struct look *look, GLPCOL *col)
{     glp_prob *P = look->P;
      GLPAIJ *aij = col->ptr;
      double a, l, u, lb, ub, t;
      struct bound lo, hi;
      int i;
      while (look->row_out[aij->row->i])
         aij = aij->c_next;
      i = aij->row->i, a = aij->val;
      l = glp_get_col_lb(P, col->j), u = glp_get_col_ub(P, col->j);
      lb = glp_get_row_lb(P, i), ub = glp_get_row_ub(P, i);
      if (lb == ub && !look->slack[i])
         return look->slack[i] = 1;
      /* a * x and its bounds take the place of x */
      if (a < 0.0)
         t = l, l = u, u = t;
      lo = look->lo[i], hi = look->hi[i];
      add(&lo, a, l, -1), add(&hi, a, u, -1);
      l = times(a, l), u = times(a, u);
      lb = lb == -DBL_MAX || hi.inf ? -DBL_MAX : lb - hi.sum;
      ub = ub == +DBL_MAX || lo.inf ? +DBL_MAX : ub - lo.sum;
      return lb >= l && ub <= u;
}

/***********************************************************************
*  pass_cols - remove columns that can be removed at once
*
*  These are columns that are fixed or empty, and singletons that are
*  free. */

static void pass_cols(struct look *look)
{     glp_prob *P = look->P;
      int j, len;
      for (j = 1; j <= P->n; j++)
      {  len = look->col_len[j];
         if (!look->col_out[j] && (len == 0 || P->col[j]->type == GLP_FX
             || (len == 1 && is_free(look, P->col[j]))))
            drop_col(look, j);
      }
      return;
}

/***********************************************************************
*  gpunpp_idle - check if presolver would find next to nothing
*
*  With the mode off the routine returns zero. */

int gpunpp_idle(glp_prob *P)
{     struct look look;
      int m = P->m, n = P->n, k, found, few, idle = 0;
      if (gpu_prob_mode(P) == GLP_GPU_OFF || P->nnz < LARGE ||
          P->tree != NULL)
         return 0;
      few = P->nnz / LONG >= m ? FEW : FEWER;
      look.P = P;
      look.row_len = xcalloc(2+m+n, sizeof(int));
      look.col_len = look.row_len + 1+m;
      look.lo = xcalloc(2+m+m, sizeof(struct bound));
      look.hi = look.lo + 1+m;
      look.row_out = xcalloc(3+m+m+n, sizeof(char));
      look.slack = look.row_out + 1+m;
      look.col_out = look.slack + 1+m;
      memset(look.row_out, 0, 3+m+m+n);
      look.rows = look.cols = 0;
      sum_up(&look);
      for (k = 0; k < PASSES && !idle; k++)
      {  found = look.rows + look.cols;
         pass_rows(&look);
         pass_cols(&look);
         if (look.rows > m / few || look.cols > n / few)
            break;
         idle = (look.rows + look.cols == found);
      }
      xfree(look.row_len);
      xfree(look.lo);
      xfree(look.row_out);
      return idle;
}

/* eof */
