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
*   GLPK's working LP: minimize c'x subject to A x = b, l <= x <= u.
*   Indices (in ptr, ind and head) are counted from base; arrays begin at
*   their first element.  A bound of DBL_MAX or more does not exist. */
typedef struct gpuinv_lp
{  int base;
   /* 0 or 1 */
   int m, n;
   /* numbers of rows and columns, slacks included; n > m >= 1 */
   const int *ptr, *ind;
   const double *val;
   /* A by columns: column k has the elements ptr[k]..ptr[k+1]-1, no row
      twice; ptr has n+1 elements.  The engine does not copy these three
      arrays: the caller keeps them unchanged until engine_delete or
      session_delete returns, all others until engine_start returns. */
   const double *b;
   /* m right-hand sides */
   const double *c, *l, *u;
   /* n costs, n lower and n upper bounds */
   const int *head;
   /* n column numbers: m basic ones, then n-m nonbasic ones */
   const char *flag;
   /* n-m flags: 1 if the nonbasic column has two different bounds and
      is at the upper one, else 0 */
} gpuinv_lp;

/*  Control parameters of a simplex engine, named as in glp_smcp. */
typedef struct gpuinv_smcp
{  double tol_bnd, tol_dj, tol_piv;
   /* tolerances, relative as in GLPK */
   int it_lim;
   /* most pivots; 0: the engine only logs what it would do */
   double tm_lim;
   /* time limit in seconds; if not positive, nothing is done */
   double obj_ul;
   /* upper limit on c'x: the dual simplex method, which increases c'x,
      ends when c'x with the true costs reaches it.  DBL_MAX or infinity
      is no limit.  GLPK's obj_ll of a maximization is given here, too */
   double out_dly, out_frq;
   /* seconds from engine_start to the first report, and between reports */
} gpuinv_smcp;

/*  When to start an engine; the modes equal GLP_GPU_AUTO, GLP_GPU_ONLY, and
*   GLP_GPU_STEADY.  engine_due() takes the mode, the size of the working LP,
*   and what GLPK has used for it.  AUTO: soon; the first engine begins with
*   what takes little of the machine.  STEADY: after an amount of work, so
*   that no pivot depends on how long something takes.  ONLY: at once.
*   `later` counts how often an engine has been LATER in this search: then in
*   each mode after an amount of work, a little one at first, each time twice
*   as much as before.  After engine_start the caller waits for the engine
*   (GPUINV_DUE_WAIT), or makes pivots meanwhile (GPUINV_DUE_RACE).  It makes
*   them in mode AUTO.  In mode ONLY it does so if an engine was LATER, GLPK
*   has worked for more than .2 s, and this process has another processor. */
#define GPUINV_MODE_AUTO   1
#define GPUINV_MODE_ONLY   2
#define GPUINV_MODE_STEADY 3
#define GPUINV_DUE_WAIT    1
#define GPUINV_DUE_RACE    2

/*  serve() makes this process one of several that share the factors of
*   interior point methods, see gpuinv-rank(1).  It connects to the
*   process that solves, for which it waits w seconds, and works for it
*   until that ends.  Of the options only the device counts.  It calls
*   the log callback at once, which must return.  After an error the
*   process should end without cleaning up: a thread may be left. */

/*  refine() refines a basic solution, with residuals in long double.  The
*   caller calls it with step = 0, 1, ... as long as it sets *solve to 1 or
*   2.  Between two calls the caller computes, by its own factors of B, w :=
*   inv(B) * w if *solve is 1 and w := inv(B') * w if it is 2, where B
*   consists of columns of GLPK's matrix (I | -A).  bind[k] is the position
*   in the basis, from 1, of row or column k, or 0 if it is not basic; w has
*   m elements; the other arrays are as in kkt(). */

/*  What an engine claims about the basis that it proposes.
*
*   prove() proves INFEASIBLE and UNBOUNDED (of which a feasible point is
*   the other half) with the bounds of the problem.  With bind NULL, x is
*   the result of an interior point method: dual or prim; if some is not 0,
*   of a presolved problem, with zeros for what the presolve has removed, and
*   what is to be there instead is sought.  Else the
*   simplex method made the claim at a basis: scaling and bind are as in
*   kkt and refine, x[m+n] has the values, and some is the variable that
*   it ended at (see glp_get_unbnd_ray), or 0.  With step = 0 the caller
*   is asked to solve a system as in refine(), which gives a ray; step = 1
*   judges it: INACCURATE if it does not prove the claim; OK if it proves that
*   nothing is feasible even if each bound b but zeros is moved by 1e-6 *
*   (1 + |b|); else ILLCOND. */
#define GPUINV_CLAIM_NONE       0 /* a limit, or no progress */
#define GPUINV_CLAIM_OPTIMAL    1
#define GPUINV_CLAIM_INFEASIBLE 2 /* no primal feasible solution */
#define GPUINV_CLAIM_UNBOUNDED  3 /* primal feasible, c'x unbounded */
#define GPUINV_CLAIM_LIMIT      4 /* dual feasible, c'x >= obj_ul */

/*  The same with a ray that tells why; it holds with the bounds of the engine's
*   problem.  From an interior point method there are no pivots, and the basis
*   is the caller's own.
*   NO_PRIMAL: a Farkas ray, ray[0..m-1] multiplies the rows of A.
*   NO_DUAL: a direction ray[0..n-1], along which c'x decreases without limit
*   from each feasible point, if there is one. */
#define GPUINV_CLAIM_NO_PRIMAL  5
#define GPUINV_CLAIM_NO_DUAL    6

/*  The phase in which a simplex engine works. */
#define GPUINV_COURSE_FEASIBILITY 0 /* towards a primal feasible basis */
#define GPUINV_COURSE_PRIMAL      1 /* primal, from a feasible basis */
#define GPUINV_COURSE_DUAL        2 /* dual, from a dual feasible one */

/*  What it has come to.  An engine is asked for a report by
*   engine_progress(), which returns the last one; there are at most 100 a
*   second.  All reports together take at most a hundredth of the engine's
*   time.  The call returns 1 if the report is to be displayed, as out_dly and
*   out_frq say or as the course has changed; else 0.  In a crossover, DUAL
*   pushes reduced costs and PRIMAL values: pivots are pushes, and number and
*   infeasibility are of what is left to be pushed; before that, pivots are
*   iterations of the interior point method, and infeasibility is its primal
*   residual. */
typedef struct gpuinv_progress
{  int course;
   /* GPUINV_COURSE_... */
   int pivots;
   /* pivots since engine_start; reports never decrease it */
   int number;
   /* PRIMAL: number of nonbasic variables whose reduced costs have the
      wrong sign; else: number of basic variables beyond their bounds */
   double objective;
   /* c'x at the basic solution */
   double infeasibility;
   /* DUAL: sum of |reduced cost| over those of the wrong sign; else:
      sum of the distances of variables to the bounds they violate */
} gpuinv_progress;

/*  Linear program of an interior point method: minimize or maximize
*   c0 + c'x subject to l <= (A x, x) <= u.  Indices and bounds are as in
*   gpuinv_lp.  The library copies all arrays. */
typedef struct gpuinv_interior_lp
{  int base;
   /* 0 or 1 */
   int m, n;
   /* numbers of rows and of columns, both positive */
   int max;
   /* 0: minimize; else: maximize */
   const int *ptr, *ind;
   const double *val;
   /* A by columns, as in gpuinv_lp; no row twice in a column.  ind and val
      may be NULL if A has no elements */
   const double *c;
   double c0;
   /* n costs, and the constant term */
   const double *l, *u;
   /* m+n lower and upper bounds: those of the rows, then the columns */
} gpuinv_interior_lp;

/*  Control parameters of an interior point method, named as in
*   glp_iptcp. */
typedef struct gpuinv_iptcp
{  double tol;
   /* between 0 and 1.  At an optimum, the violation of each row and of
      each reduced cost's sign, relative to its own terms and bound, and
      the relative gap are at most tol; each product of a reduced cost
      and the distance to its bound is at most 10000 * tol, relative to
      both.  Ten times tol is enough if the method gets no further and
      nothing proves that there is no optimum.  Moreover, no relative
      error of glp_check_kkt on the problem as the caller gave it is
      above 1e-6 */
   int it_lim;
   /* most iterations */
   double tm_lim;
   /* time limit in seconds */
   int ord_alg;
   /* ordering of a sparse factor on the host: 0 natural; 1 (QMD) and 3
      (SYMAMD) approximate minimum degree; 2 (AMD, GLPK's default) that
      or nested dissection, whichever needs fewer operations.  A device
      always uses an ordering of its own */
} gpuinv_iptcp;

/*  How an interior point method ended; beside it, what glp_interior then
*   returns and glp_ipt_status says. */
#define GPUINV_IPT_OPTIMAL    1 /* 0, GLP_OPT */
#define GPUINV_IPT_INFEASIBLE 2 /* no primal solution: 0, GLP_NOFEAS */
#define GPUINV_IPT_UNBOUNDED  3 /* no dual solution: 0, GLP_NOFEAS */
#define GPUINV_IPT_STALLED    4 /* GLP_ENOCVG, GLP_INFEAS */
#define GPUINV_IPT_ITERATIONS 5 /* GLP_EITLIM, GLP_INFEAS */
#define GPUINV_IPT_TIME       6 /* GLP_ETMLIM, GLP_INFEAS */
#define GPUINV_IPT_UNSTABLE   7 /* GLP_EINSTAB, GLP_INFEAS */

/*  Statuses of rows and columns in a basis; they equal GLP_BS, GLP_NL and
*   GLP_NU.
*
*   dual_start() finds a basis to start the dual simplex method from, if the
*   standard one, of all rows, is dual feasible.  stat[m+n] becomes its
*   statuses, LOWER for fixed and free ones that are not basic.  *size becomes
*   the number of columns made basic; -1 if there is nothing to improve.
*   With lp->ptr NULL the costs and bounds alone are looked at: if *size
*   then becomes 1, the call is to be made again with the matrix. */
#define GPUINV_STAT_BASIC 1
#define GPUINV_STAT_LOWER 2
#define GPUINV_STAT_UPPER 3

/*  GPU parameters of glp_bfcp, its fields gpu to gpu_prec.
*
*   option() reads an argument of a command line that begins with --gpu, and
*   the next one (NULL at the end) if that is its value.  It returns how many
*   arguments these are; 0 if they are wrong, and then the text, in lines,
*   says why.  With argument NULL the text is a help on these options. */
typedef struct gpuinv_choice
{  int mode, backend, devices, form, precision;
} gpuinv_choice;

/*  Scale factors of the rows and columns of a problem object.  With them
*   kkt() takes a basic solution; ds counts in db; a reduced cost as
*   accurate as a double can be has no error; and if some |a[i,j]|, or
*   the ratio of two, is above 1e4 or below 1e-4, each of pe, pb, de, db
*   is the larger of that without scaling and that with rows, columns and
*   objective scaled, by the factors or, where they scale badly too, by
*   geometric means. */
typedef struct gpuinv_scaling
{  const double *rows, *cols;
   /* m and n, positive */
   int applied;
   /* 0: val holds a[i,j]; 1 or -1: val holds, with this sign,
      a[i,j] * rows[i] * cols[j] */
   double *good;
   /* m+n, or NULL; kept from one call to the next of the same matrix:
      the geometric means.  They are not computed yet if good[0] is 0 */
} gpuinv_scaling;

/*  Errors of a point, as kkt() computes them, on the host; if the matrix is
*   large, threads share the work.  prim[m+n] has the values of
*   the m rows, then of the n columns, dual[m+n] their reduced costs in
*   GLPK's signs.  An error that depends on a value that is not finite is
*   infinite.  scaling may be NULL. */
typedef struct gpuinv_kkt
{  double pe, pb, de, db;
   /* largest errors as glp_check_kkt finds them: of row values, bounds,
      reduced costs (these three are relative) and signs (absolute) */
   double ds;
   /* largest |reduced cost| of a variable with two bounds that is
      nearer to one of them while the sign belongs to the other */
   double min_aij, max_aij;
   /* smallest and largest |a[i,j]| */
   double worst;
   /* largest of pe, pb, de, db, which GLPK's tests look at: it alone
      refuses a solution */
   double share;
   /* with scale factors, what the signs that ds judges may cost at most,
      as a share of 1 + |objective|: review() searches again; else 0 */
   double objective;
   /* factor of the objective in the scaled problem, at least 1 */
   int bad;
   /* 0: A is scaled well; 1: only after scaling by the factors; 2: not
      even then */
} gpuinv_kkt;

/*  What review() asks for.  The point is that of the last JUDGE, PROVE or
*   REFINE, which read it from the problem object: statuses, values, and
*   reduced costs. */
#define GPUINV_STEP_DONE   0 /* return ret */
#define GPUINV_STEP_DENY   1 /* the same, but a side of the solution that
                                misses tol is not feasible */
#define GPUINV_STEP_SCALE  2 /* scale the problem well */
#define GPUINV_STEP_SOLVE  3 /* factorize the basis on the CPU, unless keep is
                                set, and call the simplex method */
#define GPUINV_STEP_STORE  4 /* the point is the solution; it is optimal */
#define GPUINV_STEP_JUDGE  5 /* call kkt for the solution */
#define GPUINV_STEP_PROVE  6 /* the same, and let prove the claim of pbs_stat */
#define GPUINV_STEP_REFINE 7 /* compute the solution by its basis, refine it,
                                then call kkt */

/*  The end of a call of glp_simplex, its last word.  Codes, statuses and
*   methods are GLPK's.  Whether the solution is optimal is in the end the
*   caller's to decide. */
typedef struct gpuinv_review
{  /* The caller sets these, then calls review() until step is DONE or
      DENY; all members that are not named here are zero at first. */
   int last, presolve, tree, left;
   /* whether the user's problem is judged; it is presolved; it is a node of
      branch and bound; the dual simplex method has left its basis to the
      primal one */
   int size;
   /* number of rows and columns */
   double tol;
   /* largest error of an optimal solution */

   /* Before each call it sets these. */
   int ret, pbs_stat, dbs_stat;
   /* what the simplex method returned, and the statuses */
   int exists, on_gpu;
   /* whether there is a factorization; it is the inverse on GPU */
   int it_left, tm_left;
   /* what is left of the limits, 2^31-1 if there is none */
   double fz;
   /* what the simplex method will divide the objective by */
   double err;
   /* the larger of worst and share if it is known, else negative */
   gpuinv_kkt kkt;
   int failed;
   /* what kkt said last; what prove returned in PROVE */
   double *prim, *dual;
   int *stat;
   /* the point, of size elements each, or NULL; review() may replace it by an
      earlier one */

   /* The answer. */
   int step, keep, fresh;
   int meth, careful, it_lim;
   double tol_bnd, tol_dj;
   /* for SOLVE: whether it takes an advanced basis, and parameters of
      glp_smcp, at first as the user set them;
      careful: excl and shift are off, r_test is GLP_RT_HAR */

   int state, round, first, limit, cut, wrong, users_meth;
   double best;
   /* the library's own */
} gpuinv_review;

#endif

/* eof */
