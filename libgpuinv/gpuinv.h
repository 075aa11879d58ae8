/* gpuinv.h (C interface of libgpuinv) */

/***********************************************************************
*  This file is part of libgpuinv, a GPU back end for GLPK.
*
*  libgpuinv is free software: you can redistribute it and/or modify it
*  under the terms of the GNU General Public License as published by
*  the Free Software Foundation, either version 3 of the License, or
*  (at your option) any later version.
***********************************************************************/

/*  libgpuinv keeps inv(B), the inverse of the m by m basis matrix B of a
*   linear program, in the memory of a GPU (back end "cuda") or of the
*   host (back end "host").  It offers the operations of a basis
*   factorization, in this order:
*
*      1. api = gpuinv_get_api(GPUINV_VERSION)    once per process
*      2. api->session_create(...)                once per thread
*      3. api->basis_create(session, ...)         once per LP
*      4. api->begin(basis, base, m); api->columns(basis, j, ...) for
*         all j; api->factorize(basis, norm)      computes inv(B)
*      5. api->ftran, api->btran, api->update     any number of times
*      6. api->basis_delete, api->session_delete
*
*   It also solves whole linear programs.  A simplex engine runs on a
*   thread of its own, and the caller races it or waits for it (the
*   functions engine_...).  An interior point method does one iteration
*   per call (the functions interior_...).
*
*   The caller names the base of its indices, 0 or 1.  Arrays begin at
*   their first element, are in host memory and belong to the caller.
*   Vectors are dense arrays of m doubles.  A call returns when its
*   result is there, also if a device computes it.  A call that fails
*   leaves all objects usable: step 4 can always be repeated.  Only one
*   thread at a time may use a session; any may delete its objects.
*
*   The library never exits, aborts or prints, and no exception leaves
*   it.  It calls the log callback while it holds no lock and no object
*   is half made: the callback may leave by longjmp. */

#ifndef GPUINV_H
#define GPUINV_H

#include <stddef.h>
#include "gpuinv_lp.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GPUINV_VERSION 19
/* version of the table below; the library serves this version only */

/*  Status codes: one list of names, numbers and texts.
*   Codes 1..4 are outcomes and equal GLPK's BFD_ESING, BFD_ECOND,
*   BFD_ECHECK and BFD_ELIMIT: after one of them, factorize B again.
*   LATER is one of engines.  The others are errors.  last_error(session)
*   then says more than the text.  The log says, once per status and
*   session, what failed and that the CPU takes over, but not for update
*   (the caller factorizes again in any case), for CANNOT of an engine,
*   and for an argument that is NULL. */
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
   X(INTERNAL,  11, "internal error") \
   X(LATER,     12, "the caller shall begin by itself")

#define GPUINV_STATUS_ENUM(name, code, text) GPUINV_##name = code,
enum gpuinv_status
{  GPUINV_STATUS_LIST(GPUINV_STATUS_ENUM)
   GPUINV_STATUS_COUNT
};
#undef GPUINV_STATUS_ENUM

/*  Message levels; they equal GLP_MSG_ERR, GLP_MSG_ON, GLP_MSG_ALL,
*   GLP_MSG_DBG. */
#define GPUINV_LOG_WARNING 1 /* what failed, once per status */
#define GPUINV_LOG_INFO    2 /* which device is used, once; progress */
#define GPUINV_LOG_ALL     3 /* how a search ended */
#define GPUINV_LOG_DEBUG   4 /* phase times; why no device is used */

typedef void (*gpuinv_log)(void *info, int level, const char *text);
/* text is one line without '\n', valid until the callback returns.  It
   begins with "GPU: " unless GLPK itself prints lines of this kind. */

typedef struct gpuinv_session gpuinv_session;
typedef struct gpuinv_basis gpuinv_basis;
typedef struct gpuinv_engine gpuinv_engine;
typedef struct gpuinv_interior gpuinv_interior;

typedef struct gpuinv_api gpuinv_api;

struct gpuinv_api
{  size_t size;
   /* sizeof(gpuinv_api) when the library was built */
   int version;
   /* GPUINV_VERSION when the library was built */

   const char *(*status_text)(int status);
   /* returns the text of a status code, or "unknown status" */

   int (*session_create)(gpuinv_session **session, gpuinv_log log,
      void *info);
   /* creates a session and touches no device; log may be NULL.
      OK, INVALID (session is NULL), NOMEM */

   void (*session_delete)(gpuinv_session *session);
   /* deletes a session and all objects that it still owns, when their
      threads have ended; NULL is ignored */

   const char *(*last_error)(gpuinv_session *session);
   /* returns the text of the session's last failed call, "" if no call
      has failed; it is valid until the next call on the session */

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
   /* creates an empty basis inverse.  options is NULL or a list of words
      name=value, separated by blanks:
         backend=auto|cuda|host   auto (default): cuda if a device
                                  answers, else host
         device=N                 CUDA device number (default 0)
         devices=MASK             bit mask of the devices to use; 0
                                  (default): not given; 2^31-1: all.
                                  Several share a tableau if that is
                                  faster or if one cannot hold it, and a
                                  dense factor of normal equations if
                                  that is faster; the lowest one does
                                  all other work
         spread=N,N,...           devices that share each tableau, even
                                  if that does not pay, and each factor
                                  of normal equations, dense or sparse;
                                  the first one does all other work.  A
                                  number twice: two shares on a device.
                                  Default: GPUINV_SPREAD (environment)
         updates=N                update limit, N >= 1 (default: by m)
         pivots=N                 apply up to N column changes together,
                                  1 <= N <= 128 (default: by m)
         memory=N                 refuse an inv(B) with its workspace, a
                                  tableau or normal equations of more
                                  than N bytes, wherever it is
         hostmemory=N             the same limit for the host only
         repeat=no|yes            yes: equal input gives equal bits
         inverse=always|auto      auto: begin and factorize return LIMIT
                                  if LU factors would be faster
      Instead of one of several words, its number may be given; the
      first word is 0.
      OK, INVALID (unknown word, bad value), CANNOT (no such back end
      or device), NOMEM, DEVICE */

   void (*basis_delete)(gpuinv_basis *basis);
   /* deletes a basis inverse, on any thread; NULL is ignored */

   const char *(*backend_name)(const gpuinv_basis *basis);
   /* returns "cuda" or "host" */

   int (*begin)(gpuinv_basis *basis, int base, int m);
   /* begins a basis matrix of m rows and columns, m >= 1, whose indices
      are all counted from base, 0 or 1.  The inverse held so far is
      given up.  OK, LIMIT (inverse=auto), INVALID, CANNOT (too little
      memory is free for m rows), NOMEM, DEVICE */

   int (*columns)(gpuinv_basis *basis, int j, int count,
      const int len[], const int *const ind[], const double *const val[]);
   /* enters count columns of B, j and the next.  Column j + c has len[c]
      entries: value val[c][t] in row ind[c][t], base <= ind[c][t] < base
      + m, in any order, no row twice.  All are read, each is entered
      once, base <= j < base + m, and copied on the host; those before a
      bad one stay.  OK, INVALID, NONFINITE, STATE, NOMEM */

   int (*factorize)(gpuinv_basis *basis, double *norm);
   /* computes inv(B) from the columns entered, and its exact 1-norm
      unless norm is NULL.  A device receives B and keeps inv(B).
      OK, SINGULAR, ILLCOND (condition number above 1/DBL_EPSILON),
      LIMIT (inverse=auto), STATE, CANNOT, NOMEM, DEVICE */

   int (*ftran)(gpuinv_basis *basis, double x[]);
   /* x := inv(B) * x; x has m elements and travels to the device and
      back.  The host has checked the result with the columns of B: in
      each row, of n entries, the backward error is at most
      64 * (sqrt(n) + 4) * DBL_EPSILON.  Refinement reaches that and,
      if updates have spoiled inv(B), a new inverse.  An element that is
      rounding error becomes an exact zero if this bound then holds.
      OK; after all other codes x is unchanged: INACCURATE (B is nearly
      singular: factorize it by other means), NONFINITE, STATE, CANNOT
      (in a child of the process that uses the device), NOMEM, DEVICE */

   int (*btran)(gpuinv_basis *basis, double x[]);
   /* x := inv(B') * x; as ftran, where n counts a column's entries */

   int (*update)(gpuinv_basis *basis, int k, int len, const int ind[],
      const double val[]);
   /* replaces column k of B, given as in columns, and updates inv(B).
      If one of the last two FTRANs solved with this very column, its
      result is used; else update solves with it now.
      OK.  After SINGULAR, ILLCOND (the pivot is too small), INACCURATE
      and LIMIT the inverse is given up.  INACCURATE: FTRAN of the
      column failed, or refinement had to remove more error than the
      rounding of a fresh inverse explains.  After INVALID and NONFINITE
      nothing has changed.  STATE, CANNOT, NOMEM, DEVICE */

   int (*get_column)(gpuinv_basis *basis, int j, int ind[],
      double val[]);
   /* writes column j of the current B into ind and val, which have room
      for m elements, and returns its length; -1 if there is no such
      column.  It reads the host's copy of B, so it works after a device
      failure and in a child process. */

   double (*matrix_norm)(const gpuinv_basis *basis);
   /* returns the 1-norm of that copy */

   int (*approximate)(gpuinv_basis *basis, int transposed, double x[]);
   /* x := inv(B) * x or, if transposed is not 0, x := inv(B') * x: the
      best result that refinement reaches, whatever its error.  This is
      for a caller whose other means have failed.  If the inverse is
      lost, the host computes one for this call.
      OK; x is unchanged after SINGULAR, ILLCOND (of the host's
      inverse), INVALID, NONFINITE, STATE (columns are missing), CANNOT,
      NOMEM */

   int (*engine_start)(gpuinv_session *session, const char *options,
      const gpuinv_lp *lp, const gpuinv_smcp *parm,
      gpuinv_engine **engine);
   /* checks the problem, starts to solve it on a thread of its own, and
      returns.  Only that thread touches devices.  The engine borrows
      the matrix (see gpuinv_lp) and copies all else.  options as in
      basis_create, and
         form=any|tableau|inverse|none|crossover|sparse
            tableau: the engine keeps inv(B)*N, dense; inverse: inv(B),
            dense, and A; sparse: LU factors of B, on the host;
            crossover: an interior point method solves the LP, and
            pushes, which count as pivots, make a basis of its solution;
            any (default): the engine chooses by A and the start basis,
            and may choose none, where basis_create pays more
         made=COUNT
            the caller has made so many pivots in this search, which led
            to the basis given, and can make more.  If form=any finds no
            engine that pays, this call or engine_result returns LATER:
            ask again after more pivots (see engine_due).  Without this
            word it is CANNOT, and asking again is of no use
         waits=no|yes
            yes: the caller waits, and leaves the engine its processor
         repeat=no|yes
            as in basis_create, whatever it costs
      OK, INVALID, NONFINITE, CANNOT (form=none was given or chosen, or
      a parent process uses the device), NOMEM, LATER */

   int (*engine_wait)(gpuinv_engine *engine, double seconds);
   /* waits at most so many seconds for the end of the solve.  With 0
      seconds it costs far less than a pivot and logs nothing.  Returns
      1 if the solve has ended (or never will: in a child process, or
      engine is NULL), else 0 */

   int (*engine_result)(gpuinv_engine *engine, int *claim, int *pivots,
      int *dense, int head[], char flag[], double ray[]);
   /* returns the engine's proposal and logs it: head[n] and flag[n-m]
      as in gpuinv_lp, with its base; GPUINV_CLAIM_... in claim, and in
      ray[n] what it rests on; pivots are basis changes and flips. dense
      is not 0 if inv(B) of this library is faster than LU factors from
      now on: 1 where the engine was, 2 on the host, as B is small.
      OK, INVALID, STATE (the solve has not ended).  With the others
      there is no proposal and last_error says why: SINGULAR (start
      basis), CANNOT (no such back end or device; a tableau of 8*m*(n-m)
      or an inverse of 8*m*m bytes is too large; form=none was chosen;
      child process), NOMEM, DEVICE, INTERNAL, LATER */

   void (*engine_delete)(gpuinv_engine *engine);
   /* cancels the solve if it still runs and deletes the engine, on any
      thread; NULL is ignored.  The borrowed matrix is the caller's
      again when the call returns: after some milliseconds, on the host
      up to the time of a factorization.  A thread that is starting a
      device is joined later, by session_delete at the latest */

   int (*interior_create)(gpuinv_session *session, const char *options,
      const gpuinv_interior_lp *lp, const gpuinv_iptcp *parm,
      gpuinv_interior **interior);
   /* checks, copies, presolves and scales the problem, chooses the form
      of its normal equations and computes the starting point.  options
      as in basis_create, except that backend=auto takes the host or a
      device, whichever has the smaller estimate in seconds, the start
      of the device included (cuda, or a device number, asks for the
      device); and
         precision=auto|double|mixed
                                  of the factorizations on a device;
                                  auto (default): by its FP64 rate
         normal=auto|dense|sparse|packed
                                  form of the normal equations; auto
                                  (default): the fastest
         repeat=no|yes            as in basis_create
      OK, INVALID, NONFINITE (the log does not say that the CPU takes
      over, because no method can solve such a problem), CANNOT (no such
      back end or device, or no such form there), NOMEM, DEVICE.  A large
      problem, or one for which options ask for a device, is only copied
      here: the first steps do the rest and return what is wrong */

   int (*interior_step)(gpuinv_interior *interior, int *done);
   /* does one iteration and logs one line.  If that may take long, another
      thread does it, and more until 10 ms have passed.  The call returns
      after 20 ms at most, and the caller makes it again.
      done becomes 0, or GPUINV_IPT_... if the method has ended.  If the
      limit of seconds passes within a long iteration, done becomes
      GPUINV_IPT_TIME at once, and the result has no point.  If a device
      fails or ends with STALLED or UNSTABLE, the host starts again from
      the beginning with what is left of the limits.
      OK; after CANNOT (this is a child of the process that uses the
      device), NOMEM, DEVICE and INTERNAL the method is given up, and
      every later step returns STATE */

   int (*interior_result)(gpuinv_interior *interior, int *code,
      int *stat, double *obj, double prim[], double dual[]);
   /* returns the best point after the method has ended.  code is what
      glp_interior returns; stat is the status and obj the objective
      value of the point; prim[m+n] has the values of the m rows, then
      of the n columns; dual[m+n] has their multipliers (reduced costs)
      in GLPK's signs.  With INFEASIBLE dual is a Farkas certificate,
      with UNBOUNDED prim is a ray.  Both hold with the bounds of the
      problem as the caller gave it, up to the rounding of their own
      terms.
      OK, INVALID, NONFINITE (the best point has an element that is not
      finite), STATE, and what interior_step returns */

   void (*interior_delete)(gpuinv_interior *interior);
   /* deletes the method, on any thread; NULL is ignored */

   void (*share_out)(int parts, void (*work)(void *info, int part,
      int parts), void *info);
   /* calls work(info, part, parts) for part = 0..parts-1, on as many
      threads as there may be, and waits; work must not longjmp */

   int (*kkt)(gpuinv_session *session, const gpuinv_interior_lp *lp,
      const gpuinv_scaling *scaling, const double prim[], const double
      dual[], gpuinv_kkt *kkt);
   /* computes the errors of a point, see gpuinv_lp.h.  OK, INVALID, NOMEM */

   int (*refine)(gpuinv_session *session, const gpuinv_interior_lp *lp,
      const int bind[], int step, double prim[], double dual[],
      double w[], int *solve);
   /* refines a basic solution.  OK, INVALID, NONFINITE, NOMEM */

   int (*engine_progress)(gpuinv_engine *engine,
      gpuinv_progress *progress);
   /* returns 1, at once, if there is a new report, see gpuinv_lp.h */

   int (*prove)(gpuinv_session *session, const gpuinv_interior_lp *lp,
      const gpuinv_scaling *scaling, const int bind[], int claim, int
      some, int step, const double x[], double w[], int *solve);
   /* proves a claim.  OK, ILLCOND, INACCURATE, INVALID, NONFINITE, NOMEM */

   int (*dual_start)(gpuinv_session *session, const gpuinv_interior_lp
      *lp, const gpuinv_scaling *scaling, int *size, int stat[]);
   /* finds a start basis, see there.  OK, INVALID, NONFINITE, NOMEM */

   int (*option)(const char *argument, const char *next, gpuinv_choice
      *choice, char *text, size_t size);
   /* reads an option of a command line, see gpuinv_lp.h */

   int (*engine_due)(int mode, int later, int m, int n, int nnz, int
      pivots, double seconds);
   /* returns GPUINV_DUE_..., if it is time for engine_start; else 0 */

   int (*review)(gpuinv_session *session, gpuinv_review *review);
   /* tells the next step of GLPK's last word.  OK, INVALID, NOMEM */

   int (*serve)(gpuinv_session *session, const char *options, double w);
   /* works for another process, see gpuinv_lp.h.  OK, or an error */
};

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gpuinv_api *gpuinv_get_api(int version);
/* returns the table, or NULL if this version is not served */

typedef const gpuinv_api *(*gpuinv_get_api_t)(int version);
/* type of gpuinv_get_api, for a pointer that dlsym returns */

#ifdef __cplusplus
}
#endif

#endif

/* eof */
