/* gpuinv.h (C interface of libgpuinv) */

/***********************************************************************
*  This file is part of libgpuinv, a GPU back end for GLPK.
*
*  libgpuinv is free software: you can redistribute it and/or modify it
*  under the terms of the GNU General Public License as published by
*  the Free Software Foundation, either version 3 of the License, or
*  (at your option) any later version.
***********************************************************************/

/*  libgpuinv keeps inv(B), the inverse of an m by m basis matrix B of a
*   linear program, in the memory of a GPU (back end "cuda") or of the
*   host (back end "host") and offers the verbs of a basis factorization:
*
*      1. api = gpuinv_get_api(GPUINV_VERSION)    once per process
*      2. api->session_create(...)                once per thread
*      3. api->basis_create(session, ...)         once per LP
*      4. api->begin(basis, base, m); api->column(basis, j, ...) for
*         every j; api->factorize(basis, norm)    computes inv(B)
*      5. api->ftran, api->btran, api->update     any number of times
*      6. api->basis_delete, api->session_delete
*
*   and solves whole linear programs: by the simplex method on a thread
*   of its own, for the caller to race or to await (engine_start,
*   engine_wait, engine_progress, engine_result, engine_delete), and by an
*   interior point method, one iteration a call (interior_create,
*   interior_step, interior_result, interior_delete).
*
*   Indices are counted from the base that the caller names, 0 or 1;
*   arrays begin at their first element.  Vectors are dense arrays of m
*   doubles that belong to the caller.  A call that fails leaves the
*   objects usable: step 4 can always be repeated.  A session may be
*   used by one thread at a time; what it owns may be deleted on any
*   thread.
*
*   The library never exits, aborts, prints, or lets an exception
*   escape.  The log callback is called with nothing locked and no
*   object half made, so that it may leave by longjmp. */

#ifndef GPUINV_H
#define GPUINV_H

#include <stddef.h>

#include "gpuinv_lp.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GPUINV_VERSION 7
/* version of the table below; the library serves exactly this one */

/*  Status codes, one list for names, numbers and texts.  1..4 are
*   outcomes and equal GLPK's BFD_ESING, BFD_ECOND, BFD_ECHECK and
*   BFD_ELIMIT: after them, factorize B anew.  Codes above are errors;
*   last_error(session) then tells more than the text, and so does the
*   log, as the caller then goes on by himself (but not on update, after
*   which he factorizes anyway, nor on CANNOT of an engine). */
#define GPUINV_STATUS_LIST(X) \
   X(OK,         0, "success") \
   X(SINGULAR,   1, "basis matrix is singular") \
   X(ILLCOND,    2, "basis matrix is ill-conditioned") \
   X(INACCURATE, 3, "inverse has lost accuracy") \
   X(LIMIT,      4, "update limit reached") \
   X(INVALID,    5, "invalid argument") \
   X(NONFINITE,  6, "value is infinite or not a number") \
   X(STATE,      7, "call out of order") \
   X(CANNOT,     8, "not possible on this machine") \
   X(NOMEM,      9, "out of memory") \
   X(DEVICE,    10, "device failure") \
   X(INTERNAL,  11, "internal error")

#define GPUINV_STATUS_ENUM(name, code, text) GPUINV_##name = code,
enum gpuinv_status
{  GPUINV_STATUS_LIST(GPUINV_STATUS_ENUM)
   GPUINV_STATUS_COUNT
};
#undef GPUINV_STATUS_ENUM

/*  Message levels; they equal GLP_MSG_ERR, GLP_MSG_ON, GLP_MSG_ALL,
*   GLP_MSG_DBG. */
#define GPUINV_LOG_WARNING 1 /* what failed, once for each status */
#define GPUINV_LOG_INFO    2 /* what is used, once; progress */
#define GPUINV_LOG_ALL     3 /* how a search ended */
#define GPUINV_LOG_DEBUG   4 /* every factorization */

typedef void (*gpuinv_log)(void *info, int level, const char *text);
/* text is one line without '\n', which begins with "GPU: " unless it is
   of a kind that GLPK itself prints; it lives until the call returns */

typedef struct gpuinv_session gpuinv_session;
typedef struct gpuinv_basis gpuinv_basis;
typedef struct gpuinv_engine gpuinv_engine;
typedef struct gpuinv_interior gpuinv_interior;

typedef struct gpuinv_api gpuinv_api;

struct gpuinv_api
{  size_t size;
   /* sizeof(gpuinv_api) as the library was built */
   int version;
   /* GPUINV_VERSION as the library was built */

   const char *(*status_text)(int status);
   /* text of a status code; "unknown status" for other numbers */

   int (*session_create)(gpuinv_session **session, gpuinv_log log,
      void *info);
   /* create a session; log may be NULL; touches no device.
      OK, INVALID (session is NULL), NOMEM */

   void (*session_delete)(gpuinv_session *session);
   /* delete a session and every basis and engine that it still owns;
      NULL is ignored */

   const char *(*last_error)(gpuinv_session *session);
   /* what the last failed call of this session said, "" before any;
      valid until the next call on the session */

   int (*describe)(gpuinv_session *session, const char *options,
      char *text, size_t size);
   /* write lines (each ending in '\n') on versions, devices, memory,
      each library that is looked for (its file, or what to install)
      and what basis_create(session, options) would use into
      text[size]; the last line tells if there was no room for all.
      OK, INVALID, CANNOT (nothing would be used, or not all of the
      devices that were asked for are there) */

   int (*basis_create)(gpuinv_session *session, const char *options,
      gpuinv_basis **basis);
   /* create an empty basis inverse.  options is NULL or words of the
      form name=value, separated by blanks:
         backend=auto|cuda|host   auto (default): cuda where a device
                                  answers, host otherwise
         device=N                 CUDA device number (default 0)
         devices=MASK             devices of a bit mask; 0 (default):
                                  any; one that is 2^31-1: all.  More
                                  than one share an engine's tableau if
                                  that pays or one does not hold it, all
                                  else is done by the lowest
         updates=N                update limit, N >= 1 (default: by m)
         pivots=N                 changes that are kept beside inv(B) and
                                  applied together, 1 <= N <= 128; 1:
                                  each at once (default: by m)
         memory=N                 refuse to use more than N bytes for
                                  inv(B) and its workspace, wherever
                                  they are; likewise of an engine's
                                  tableau and of normal equations
         hostmemory=N             the same, but of the host's memory
                                  alone
         inverse=always|auto      auto: begin and factorize return LIMIT
                                  where LU factors take less time
      A value that is one of several words may also be its number, the
      first word's being 0.
      OK, INVALID (unknown word, bad value), CANNOT (no such back end
      or device), NOMEM, DEVICE */

   void (*basis_delete)(gpuinv_basis *basis);
   /* delete a basis inverse, on any thread; NULL is ignored */

   const char *(*backend_name)(const gpuinv_basis *basis);
   /* "cuda" or "host" */

   int (*begin)(gpuinv_basis *basis, int base, int m);
   /* start to enter a basis matrix of m rows and columns, m >= 1, whose
      indices are all counted from base, 0 or 1.  The inverse held so
      far is given up.  OK, INVALID, CANNOT (m is too large for the
      memory at hand), NOMEM */

   int (*column)(gpuinv_basis *basis, int j, int len, const int ind[],
      const double val[]);
   /* enter column j of B, base <= j < base + m: len entries val[t] in
      rows base <= ind[t] < base + m, in any order, no row twice.  Each
      column must be entered once.  OK, INVALID, NONFINITE, STATE,
      NOMEM */

   int (*factorize)(gpuinv_basis *basis, double *norm);
   /* compute inv(B) from the columns entered, and its exact 1-norm
      unless norm is NULL.  OK, SINGULAR, ILLCOND (1-norm condition
      number above 1/DBL_EPSILON), STATE, CANNOT, NOMEM, DEVICE */

   int (*ftran)(gpuinv_basis *basis, double x[]);
   /* x := inv(B) * x; x has m elements.  The result has been checked by
      the columns of B: element by element, its backward error is no
      more than 64 * (sqrt(n) + 4) * DBL_EPSILON in a row of n entries,
      reached by refinement and, if updates have spoiled inv(B), a new
      inverse if need be.  Rounding dirt becomes exact zeros as far as that holds
      then, too, so that small elements stay that matter anywhere.
      OK; x is unchanged after all others: INACCURATE (neither helped,
      B is nearly singular: factorize it by other means), NONFINITE,
      STATE, CANNOT (a child of the process that holds the device),
      NOMEM, DEVICE */

   int (*btran)(gpuinv_basis *basis, double x[]);
   /* x := inv(B') * x; as ftran, n being the entries of a column */

   int (*update)(gpuinv_basis *basis, int k, int len, const int ind[],
      const double val[]);
   /* replace column k of B (as in column) and update inv(B).  The
      result of the last FTRANs is used if one of them was of this very
      column.  OK; SINGULAR, ILLCOND (pivot too small), INACCURATE,
      LIMIT: the inverse is given up; INVALID, NONFINITE: nothing has
      changed; STATE, CANNOT, NOMEM, DEVICE.  INACCURATE: ftran of the
      column was, or needed refinement by more than rounding errors of
      a fresh inverse explain */

   int (*get_column)(gpuinv_basis *basis, int j, int ind[],
      double val[]);
   /* column j of the matrix B that the inverse belongs to (the host
      keeps a copy): returns its length, entries in ind and val, which
      have room for m elements; -1 if there is no such column.  Works
      after a device failure and in a child process, so that the
      caller can factorize B by other means. */

   int (*approximate)(gpuinv_basis *basis, int transposed, double x[]);
   /* x := inv(B) * x or inv(B') * x, the best that refinement leads to,
      whatever its error: for the caller whose other means have failed.
      If the inverse is lost, the host makes one for this call.
      OK; SINGULAR, ILLCOND (of the host's), INVALID, NONFINITE, STATE
      (not all columns are there), CANNOT, NOMEM: x is unchanged */

   int (*engine_start)(gpuinv_session *session, const char *options,
      const gpuinv_lp *lp, const gpuinv_smcp *parm,
      gpuinv_engine **engine);
   /* check the problem and start to solve it on a thread of its own, on
      which alone devices are touched.  The matrix is borrowed (see
      gpuinv_lp), all else is copied.  options as in basis_create, and
         form=any|tableau|inverse|none|crossover
            tableau: inv(B)*N is kept, dense; inverse: inv(B) is, and A
            is sparse; crossover: an interior point method, and from its
            solution a basis, whose pushes count as pivots; any
            (default): what suits size and density of A, or none; none
            is not for this routine but for basis_create
      OK, INVALID, NONFINITE, CANNOT (form=none, asked for or chosen; a
      child of the process that uses the device), NOMEM */

   int (*engine_wait)(gpuinv_engine *engine, double seconds);
   /* wait for the end of the solve, at most so long; 0 seconds costs
      far less than a pivot and logs nothing.  Returns 1 if it has
      ended (or, in a child process, never will), else 0 */

   int (*engine_result)(gpuinv_engine *engine, int *claim, int *pivots,
      int *dense, int head[], char flag[]);
   /* the proposal, told in the log: head[n] and flag[n-m] as in
      gpuinv_lp, counted from its base; dense is 1 if its basis matrix
      B is so large and dense that, if the caller goes on with it, inv(B)
      in this library takes less time than LU factors, else 0.  OK; STATE (not there yet); SINGULAR
      (start basis); CANNOT (no such back end or device, tableau of
      8*m*(n-m) or inverse of 8*m*m bytes too large, form=none chosen,
      child process), NOMEM, DEVICE, INTERNAL: no proposal, last_error
      tells why */

   void (*engine_delete)(gpuinv_engine *engine);
   /* cancel if need be; on any thread; NULL is ignored.  The borrowed
      matrix is the caller's again.  Takes some milliseconds (back end
      host: up to the time of a factorization): if the thread is in the
      start-up of a device, the session joins it later, at the latest in
      session_delete */

   int (*interior_create)(gpuinv_session *session, const char *options,
      const gpuinv_interior_lp *lp, const gpuinv_iptcp *parm,
      gpuinv_interior **interior);
   /* check, copy, presolve and scale the problem, choose the form of
      its normal equations and find the starting point.  options as in
      basis_create, but that backend=auto is the host or a device by the
      estimated seconds of both, a start of the device included (cuda,
      or a device named, means the device), and
         precision=auto|double|mixed
                                  of the factorizations on a device;
                                  auto (default): by its rates
         normal=auto|dense|sparse|packed
                                  form of the normal equations; auto
                                  (default): the fastest
      OK, INVALID, NONFINITE (told without a word of the caller's going
      on, as no method can), CANNOT (no such back end or device, or form
      on it), NOMEM, DEVICE */

   int (*interior_step)(gpuinv_interior *interior, int *done);
   /* one iteration, told in a line of the log.  done is 0, or how the
      method has ended (GPUINV_IPT_...).  Where a device fails, or ends
      with STALLED or UNSTABLE, the host begins anew, with what is left
      of the limits.  OK; CANNOT (a child of the
      process that uses the device), NOMEM, DEVICE, INTERNAL: the method
      is given up, STATE: it was */

   int (*interior_result)(gpuinv_interior *interior, int *code,
      int *stat, double *obj, double prim[], double dual[]);
   /* the best point, after interior_step has ended: what glp_interior
      returns, the status and the objective of the point, values of its
      m rows and n columns, and their multipliers as GLPK signs them
      (reduced costs).  With INFEASIBLE, the multipliers are a
      certificate, and with UNBOUNDED the values are a ray; both hold
      with the bounds of the problem as it was given: what is to vanish
      does so but for the rounding of its own terms.  OK, INVALID, NONFINITE
      (the best point has an element that is not finite), and what
      interior_step returns */

   void (*interior_delete)(gpuinv_interior *interior);
   /* on any thread; NULL is ignored */

   void (*share_out)(int parts, void (*work)(void *info, int part,
      int parts), void *info);
   /* work(info, part, parts) for part = 0..parts-1, each on a thread of
      its own as far as there are any, and wait.  work must not leave by
      longjmp */

   int (*kkt)(gpuinv_session *session, const gpuinv_interior_lp *lp,
      const gpuinv_scaling *scaling, const double prim[], const double
      dual[], gpuinv_kkt *kkt);
   /* errors of a point: prim has the values of m rows and n columns, dual
      their reduced costs as GLPK signs them.  Errors that come of a value
      that is infinite or not a number are infinite.  Some threads share a
      large matrix, of which it takes one pass.
      If scaling is not NULL, the point is a basic solution: ds counts in
      db, no reduced cost must be more accurate than it can be stored,
      and, if |a[i,j]| or the ratio of two is beyond 1e4 or its
      reciprocal, pe, pb, de, and db are the largest in two scalings:
      none, and by the factors or, if that is as bad, by a better choice;
      there the objective is multiplied, too.  OK, INVALID, NOMEM */

   int (*refine)(gpuinv_session *session, const gpuinv_interior_lp *lp,
      const int bind[], int step, double prim[], double dual[],
      double w[], int *solve);
   /* refine a basic solution, with residuals in long double: to be
      called with step = 0, 1, ..., as long as it puts 1 into *solve,
      which asks the caller for w := inv(B) * w, or 2, for
      w := inv(B') * w, where B is of the matrix (I | -A) of GLPK.
      bind[k] is the position, from 1, of row or column k in the basis,
      0 if it is in none; the other arrays as in kkt, w has m elements.
      OK, INVALID, NOMEM */

   int (*engine_progress)(gpuinv_engine *engine,
      gpuinv_progress *progress);
   /* ask for a report of what the engine has come to, and take the last
      one; it comes within some pivots, and all of them take at most a
      hundredth of the time.  Waits for nothing and logs nothing.
      Returns 1 if the report is a new one, else 0 (*progress is
      unchanged) */
};

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gpuinv_api *gpuinv_get_api(int version);
/* the table, or NULL if the library does not serve this version */

typedef const gpuinv_api *(*gpuinv_get_api_t)(int version);
/* type of this function, for dlsym */

#ifdef __cplusplus
}
#endif

#endif

/* eof */
