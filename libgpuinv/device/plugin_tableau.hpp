// plugin_tableau.hpp (entries of the C table for the tableau)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// See plugin.h for what they do.

#ifndef GPUINV_DEVICE_PLUGIN_TABLEAU_HPP
#define GPUINV_DEVICE_PLUGIN_TABLEAU_HPP

#include <cstddef>

#include "libgpuinv/device/plugin.h"

namespace gpuinv::device {

int tableau_create(void* context, int inverse, int pivots, int blocks,
                   void** tableau, gpuinv_error_text* err);
void tableau_destroy(void* tableau);
int tableau_rest(void* tableau, gpuinv_error_text* err);
int tableau_needs(void* tableau, int m, int nn, std::size_t nnz,
                  std::size_t* needed, int* pending, gpuinv_error_text* err);
int tableau_build(void* tableau, const gpuinv_tableau_matrix* matrix,
                  gpuinv_error_text* err);
int tableau_push(void* tableau, const gpuinv_tableau_state* state,
                 gpuinv_error_text* err);
int tableau_pull(void* tableau, const gpuinv_tableau_state* state,
                 gpuinv_error_text* err);
int tableau_iterate(void* tableau, int dual, int budget, double tol_bound,
                    double tol_cost, double tol_pivot,
                    gpuinv_tableau_batch* batch, gpuinv_error_text* err);
int tableau_multiply(void* tableau, const double* z, double* y, const double* w,
                     double* v, gpuinv_error_text* err);

}  // namespace gpuinv::device

#endif
