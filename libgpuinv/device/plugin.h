// plugin.h (table between libgpuinv.so and libgpuinv-cuda.so)
//
// libgpuinv.so links no CUDA library; it opens libgpuinv-cuda.so when a
// GPU is asked for and calls it through this table of plain C functions:
// no C++ type and no exception crosses.  Every int result is a
// gpuinv_status; on failure the text in err[size] says what and where.
//
// Matrices: inv(B) is row-major with leading dimension >= m.  All
// indices are 0-based.  Vectors given by (nnz, ind, val) are sparse with
// ascending ind, 0 <= nnz <= m; nnz = m means dense.

#ifndef GPUINV_DEVICE_PLUGIN_H
#define GPUINV_DEVICE_PLUGIN_H

#include <stddef.h>

#include "../interior/progress.h"

extern "C" {

#define GPUINV_PLUGIN_VERSION 10
#define GPUINV_PLUGIN_SLOTS 2  // FTRAN results kept for updates

typedef struct gpuinv_error_text {
  char text[512];
} gpuinv_error_text;

typedef struct gpuinv_device_info {
  char name[256];
  int major, minor;      // compute capability
  int multiprocessors;
  size_t total_bytes;    // device memory
  size_t free_bytes;     // of it free now; 0 if not asked for
} gpuinv_device_info;

// A linear program A*x = b of m rows and n columns, A by columns, and a
// basis of it: m basic and n-m non-basic columns.  base is 0 or 1.
typedef struct gpuinv_tableau_matrix {
  int m, n;
  int base;            // from which ptr and ind count
  const int *ptr;      // n+1
  const int *ind;      // nnz = ptr[n] - base
  const double *val;   // nnz
  const double *b;     // m
  const int *basic;    // m
  const int *nonbasic; // n-m
  int same;            // A and b are those of the last build, which was OK
} gpuinv_tableau_matrix;

// The arrays of gpuinv::TableauState; at is 0 lower, 1 upper, 2 free.
typedef struct gpuinv_tableau_state {
  int *basic;                                 // m
  double *beta, *basic_lower, *basic_upper;   // m
  int *nonbasic;                              // n-m
  signed char *at;                            // n-m
  double *lower, *upper, *d;                  // n-m
  float *row_scale, *col_scale;               // m, n-m
} gpuinv_tableau_state;

// As gpuinv::Batch; stop counts from 0 in the order of gpuinv::Stop.
typedef struct gpuinv_tableau_batch {
  int stop, pivots, flips, degenerate, refused;
} gpuinv_tableau_batch;

// The arrays of gpuinv::BoundedForm (interior/bounded_form.hpp), A by
// columns with rows ascending, and how the method works on it.
typedef struct gpuinv_interior_form {
  int m, n;
  const int *start, *row;        // n+1, start[n]
  const double *value;           // start[n]
  const double *b, *c, *u;       // m, n, n
  const signed char *bounds;     // n
  const double *row_unit;        // m
  const double *cost_unit, *value_unit;  // n
  double objective_unit;
  double norm_bounds, norm_costs;  // of gpuinv::Norms
  int correctors;
  int normal;     // equations: 0 dense, 1 sparse, 2 packed
  int precision;  // of factors: 0 by the device, 1 double, 2 mixed
} gpuinv_interior_form;

// Of the method, and factorizations so far with their seconds.
typedef struct gpuinv_interior_progress {
  gpuinv_progress method;
  int factorizations;
  double factor_seconds;
} gpuinv_interior_progress;

typedef struct gpuinv_plugin {
  size_t size;  // sizeof(gpuinv_plugin) as the plugin was built
  int version;  // GPUINV_PLUGIN_VERSION

  // Versions of CUDA run time, driver, cuBLAS, cuSOLVER as one line.
  void (*versions)(char *text, size_t size);

  // Number of devices; OK with *count = 0 never happens: CANNOT then.
  int (*device_count)(int *count, gpuinv_error_text *err);

  // with_memory != 0 also fills free_bytes, which creates a context.
  int (*device_info)(int device, int with_memory, gpuinv_device_info *info,
                     gpuinv_error_text *err);

  // Stream, cuBLAS and cuSOLVER handles on one device, shared by the
  // inverses of one session.
  int (*context_create)(int device, void **context, gpuinv_error_text *err);
  void (*context_destroy)(void *context);

  // pivots: K, changes that are kept pending, at most 128; 1: each is made
  // at once, element by element; 0 lets the inverse choose.
  int (*inverse_create)(void *context, int pivots, void **inverse,
                        gpuinv_error_text *err);
  void (*inverse_destroy)(void *inverse);

  // Device bytes that factorize needs for m rows: inv(B), LU, pending changes,
  // workspace.
  size_t (*bytes_needed)(void *inverse, int m);

  // inv(B) of the m by m matrix with columns ptr[0..m], ind, val, and its
  // 1-norm.  Values are finite (cuSOLVER takes a NaN for zero).  Allocates
  // on the first call for a given m, later never.
  // OK, SINGULAR (zero pivot or non-finite inverse), CANNOT (memory), DEVICE.
  int (*factorize)(void *inverse, int m, const size_t *ptr, const int *ind,
                   const double *val, double *norm, gpuinv_error_text *err);

  // y[0..m-1] := inv(B) * a; the result is also kept on the device in
  // slot, 0 <= slot < GPUINV_PLUGIN_SLOTS.
  int (*ftran)(void *inverse, int slot, int nnz, const int *ind,
               const double *val, double *y, gpuinv_error_text *err);

  // y[0..m-1] := inv(B') * a
  int (*btran)(void *inverse, int nnz, const int *ind, const double *val,
               double *y, gpuinv_error_text *err);

  // Replace column k of B by the column whose FTRAN is kept in slot, or
  // better known as alpha[0..m-1] unless that is NULL: asynchronous, errors
  // may show at a later call.
  int (*update)(void *inverse, int k, int slot, const double *alpha,
                gpuinv_error_text *err);

  // Simplex tableau (simplex/tableau.hpp) of one context, in inverse form
  // if inverse != 0.  pivots: K, changes that are kept pending, rounded up
  // to 16, at most 128; blocks: of a launch; 0 lets the tableau choose.
  int (*tableau_create)(void *context, int inverse, int pivots, int blocks,
                        void **tableau, gpuinv_error_text *err);
  void (*tableau_destroy)(void *tableau);

  // The tableau is not needed for a while: it can only be built anew.
  // It keeps its memory if that is little of the device's.
  int (*tableau_rest)(void *tableau, gpuinv_error_text *err);

  // Device bytes for m rows, nn non-basic columns and nnz elements of A,
  // and changes that would be kept pending.  Pointers may be null.
  int (*tableau_needs)(void *tableau, int m, int nn, size_t nnz,
                       size_t *needed, int *pending, gpuinv_error_text *err);

  // T := inv(B)*[N b].  Allocates when the shape grows.  OK, SINGULAR,
  // INVALID, CANNOT (memory), DEVICE.
  int (*tableau_build)(void *tableau, const gpuinv_tableau_matrix *matrix,
                       gpuinv_error_text *err);

  // The state goes to the device, or comes from it.
  int (*tableau_push)(void *tableau, const gpuinv_tableau_state *state,
                      gpuinv_error_text *err);
  int (*tableau_pull)(void *tableau, const gpuinv_tableau_state *state,
                      gpuinv_error_text *err);

  // Up to `budget` iterations of the primal (dual = 0) or dual method.
  int (*tableau_iterate)(void *tableau, int dual, int budget,
                         double tol_bound, double tol_cost, double tol_pivot,
                         gpuinv_tableau_batch *batch, gpuinv_error_text *err);

  // y[m] := T*z, z[nn+1], and v[nn+1] := T'*w, w[m]; one of them, if both
  // vectors of the other are null.
  int (*tableau_multiply)(void *tableau, const double *z, double *y,
                          const double *w, double *v,
                          gpuinv_error_text *err);

  // 1 if sparse normal equations are offered, else 0.
  int (*interior_sparse)(void);

  // Interior point method (interior/interior_method.hpp) of one context;
  // the arrays of form are copied.  OK, CANNOT (memory, or normal
  // equations that are not to be had), DEVICE.
  int (*interior_create)(void *context, const gpuinv_interior_form *form,
                         void **interior, gpuinv_error_text *err);
  void (*interior_destroy)(void *interior);

  // The starting point (first != 0) or an iteration no farther than the aim,
  // and where it leads.  OK, SINGULAR (the normal equations cannot be
  // solved), CANNOT, DEVICE.
  int (*interior_step)(void *interior, int first, const gpuinv_aim *aim,
                       gpuinv_interior_progress *progress,
                       gpuinv_error_text *err);

  // Remember the present point.
  int (*interior_keep)(void *interior, gpuinv_error_text *err);

  // x[n], y[m] at the present point, or at the one remembered.
  int (*interior_point)(void *interior, int kept, double *x, double *y,
                        gpuinv_error_text *err);
} gpuinv_plugin;

__attribute__((visibility("default")))
const gpuinv_plugin *gpuinv_get_plugin(int version);

typedef const gpuinv_plugin *(*gpuinv_get_plugin_t)(int version);

}  // extern "C"

#endif
