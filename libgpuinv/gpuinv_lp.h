/* gpuinv_lp.h (linear programs, parameters and points of gpuinv.h) */

/***********************************************************************
*  This file is part of libgpuinv, a GPU back end for GLPK.
*
*  libgpuinv is free software: you can redistribute it and/or modify it
*  under the terms of the GNU General Public License as published by
*  the Free Software Foundation, either version 3 of the License, or
*  (at your option) any later version.
***********************************************************************/

#ifndef GPUINV_LP_H
#define GPUINV_LP_H

/*  Linear program and start basis of a simplex engine, in the form of
*   GLPK's working LP: minimize c'x, A x = b, l <= x <= u.  Indices (ptr,
*   ind, head) are counted from base; the arrays begin at their first
*   element.  A bound of magnitude DBL_MAX or infinity is none. */
typedef struct gpuinv_lp
{  int base;
   /* 0 or 1 */
   int m, n;
   /* rows, columns (those of slack variables included), n > m >= 1 */
   const int *ptr, *ind;
   const double *val;
   /* A by columns: column k is ptr[k]..ptr[k+1]-1; ptr has n+1 elements,
      no row twice in a column.  These three arrays are not copied: they
      must stay as they are until engine_delete or session_delete has
      returned.  All others may go when engine_start has returned. */
   const double *b;
   /* right-hand sides, m */
   const double *c, *l, *u;
   /* costs and bounds, n */
   const int *head;
   /* n: first the m basic columns, then the n-m others */
   const char *flag;
   /* n-m: whether the non-basic column, if it has two different bounds,
      is at the upper one */
} gpuinv_lp;

/*  Control parameters of a simplex engine, named as in glp_smcp. */
typedef struct gpuinv_smcp
{  double tol_bnd, tol_dj, tol_piv;
   /* tolerances, relative as in GLPK */
   int it_lim;
   /* pivots; 0: only tell in the log what would be done */
   double tm_lim;
   /* seconds; if not positive, they have passed: nothing is done */
   double obj_ul;
   /* the dual simplex method with true costs ends where c'x, which it
      increases, is not below: no limit if DBL_MAX or infinity.  A limit
      of GLPK's from below on a maximum is one of this kind */
} gpuinv_smcp;

/*  What an engine claims of the basis that it proposes. */
#define GPUINV_CLAIM_NONE       0 /* limit, or no progress */
#define GPUINV_CLAIM_OPTIMAL    1
#define GPUINV_CLAIM_INFEASIBLE 2 /* no primal feasible solution */
#define GPUINV_CLAIM_UNBOUNDED  3 /* primal feasible, no dual one */
#define GPUINV_CLAIM_LIMIT      4 /* dual feasible, c'x >= obj_ul */

/*  What a simplex engine is about. */
#define GPUINV_COURSE_FEASIBILITY 0 /* towards a primal feasible basis */
#define GPUINV_COURSE_PRIMAL      1 /* on from there */
#define GPUINV_COURSE_DUAL        2 /* between dual feasible bases */

/*  What it has come to.  In a crossover, DUAL pushes reduced costs and
*   PRIMAL values: pivots are pushes, and number and infeasibility are of
*   what is left to be pushed; before that, pivots are iterations of the
*   interior point method, and infeasibility is its primal residual. */
typedef struct gpuinv_progress
{  int course;
   /* GPUINV_COURSE_... */
   int pivots;
   /* since engine_start; never less than before */
   int number;
   /* of nonbasic variables whose reduced costs have the wrong sign
      (PRIMAL), else of basic variables beyond their bounds */
   double objective;
   /* c'x at the basic solution */
   double infeasibility;
   /* sum of the reduced costs of the wrong sign (DUAL), else of the
      distances to bounds */
} gpuinv_progress;

/*  Linear program of an interior point method: minimize or maximize
*   c0 + c'x subject to l <= (A x, x) <= u.  Indices and bounds as in
*   gpuinv_lp; all of it is copied. */
typedef struct gpuinv_interior_lp
{  int base;
   /* 0 or 1 */
   int m, n;
   /* rows, columns, both positive */
   int max;
   /* whether to maximize */
   const int *ptr, *ind;
   const double *val;
   /* A by columns, no row twice in a column */
   const double *c;
   double c0;
   /* costs, n, and the constant term */
   const double *l, *u;
   /* bounds, first of the m rows, then of the n columns */
} gpuinv_interior_lp;

/*  Control parameters of an interior point method, named as in
*   glp_iptcp. */
typedef struct gpuinv_iptcp
{  double tol;
   /* between 0 and 1, on what a row, or the sign of a reduced cost,
      violates beside its own terms and bound, however large others are,
      and on the relative gap; 10000 times as much on each product of a
      reduced cost and the distance to its bound.  Beside that, no
      relative error of glp_check_kkt on the problem as it was given is
      above 1e-6 */
   int it_lim;
   /* iterations */
   double tm_lim;
   /* seconds */
   int ord_alg;
   /* ordering of a sparse factor on the host: 0 none; 1 (QMD) and 3
      (SYMAMD) approximate minimum degrees; 2 (AMD, GLPK's default) those
      or nested dissection, whichever is cheaper.  A device takes its
      own */
} gpuinv_iptcp;

/*  How an interior point method ended, and what glp_interior returns and
*   glp_ipt_status says then. */
#define GPUINV_IPT_OPTIMAL    1 /* 0, GLP_OPT */
#define GPUINV_IPT_INFEASIBLE 2 /* no primal solution: 0, GLP_NOFEAS */
#define GPUINV_IPT_UNBOUNDED  3 /* no dual solution: 0, GLP_NOFEAS */
#define GPUINV_IPT_STALLED    4 /* GLP_ENOCVG, GLP_INFEAS */
#define GPUINV_IPT_ITERATIONS 5 /* GLP_EITLIM, GLP_INFEAS */
#define GPUINV_IPT_TIME       6 /* GLP_ETMLIM, GLP_INFEAS */
#define GPUINV_IPT_UNSTABLE   7 /* GLP_EINSTAB, GLP_INFEAS */

/*  Scale factors of the rows and columns of a problem object. */
typedef struct gpuinv_scaling
{  const double *rows, *cols;
   /* m and n, positive */
   int applied;
   /* 0: the matrix val is A; 1 or -1: val is A or -A, scaled, that is
      with a[i,j] * rows[i] * cols[j] */
} gpuinv_scaling;

/*  How far a point is from an optimum. */
typedef struct gpuinv_kkt
{  double pe, pb, de, db;
   /* the largest relative errors that glp_check_kkt finds */
   double ds;
   /* the largest reduced cost of a variable with two bounds whose sign
      asks for the one that is farther from its value */
   double min_aij, max_aij;
   /* range of |a[i,j]| */
   double worst;
   /* the largest of pe, pb, de, db */
   double objective;
   /* by what the objective was multiplied, at least 1 */
   int bad;
   /* 0: A is scaled well as it is; 1: by the factors only; 2: by neither */
} gpuinv_kkt;

#endif

/* eof */
