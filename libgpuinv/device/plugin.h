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

extern "C" {

#define GPUINV_PLUGIN_VERSION 3
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
} gpuinv_tableau_matrix;

// The arrays of gpuinv::TableauState; at is 0 lower, 1 upper, 2 free.
typedef struct gpuinv_tableau_state {
  int *basic;                                 // m
  double *beta, *basic_lower, *basic_upper;   // m
  int *nonbasic;                              // n-m
  signed char *at;                            // n-m
  double *lower, *upper, *d;                  // n-m
  const float *row_scale, *col_scale;         // m, n-m; for push alone
} gpuinv_tableau_state;

// As gpuinv::Batch; stop counts from 0 in the order of gpuinv::Stop.
typedef struct gpuinv_tableau_batch {
  int stop, pivots, flips, degenerate, refused;
} gpuinv_tableau_batch;

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

  int (*inverse_create)(void *context, void **inverse, gpuinv_error_text *err);
  void (*inverse_destroy)(void *inverse);

  // Device bytes that factorize needs for m rows: inv(B), LU, workspace.
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

  // Replace column k of B by the column whose FTRAN is kept in slot:
  // asynchronous, errors may show at a later call.
  int (*update)(void *inverse, int k, int slot, gpuinv_error_text *err);

  // Simplex tableau (simplex/tableau.hpp) of one context.  pivots: K,
  // changes that are kept pending, rounded up to 16, at most 128; blocks:
  // of a launch; 0 lets the tableau choose.
  int (*tableau_create)(void *context, int pivots, int blocks,
                        void **tableau, gpuinv_error_text *err);
  void (*tableau_destroy)(void *tableau);

  // The tableau is not needed for a while: it can only be built anew.
  // It keeps its memory if that is little of the device's.
  int (*tableau_rest)(void *tableau, gpuinv_error_text *err);

  // Device bytes for m rows and nn non-basic columns, and bytes that the
  // tableau could have: its own and those that are free (takes longer).
  // Either pointer may be null.
  int (*tableau_bytes)(void *tableau, int m, int nn, size_t *needed,
                       size_t *available, gpuinv_error_text *err);

  // T0 := inv(B)*[N b].  Allocates when the shape grows.  OK, SINGULAR,
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

  // y[m] := T*z, z[nn+1];  v[nn+1] := T'*w, w[m]
  int (*tableau_multiply)(void *tableau, const double *z, double *y,
                          gpuinv_error_text *err);
  int (*tableau_multiply_transposed)(void *tableau, const double *w,
                                     double *v, gpuinv_error_text *err);
} gpuinv_plugin;

__attribute__((visibility("default")))
const gpuinv_plugin *gpuinv_get_plugin(int version);

typedef const gpuinv_plugin *(*gpuinv_get_plugin_t)(int version);

}  // extern "C"

#endif
