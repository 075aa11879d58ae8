// plugin_interior.hpp (entries of the C table for the interior point method)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// See plugin.h for what they do.

#ifndef GPUINV_DEVICE_PLUGIN_INTERIOR_HPP
#define GPUINV_DEVICE_PLUGIN_INTERIOR_HPP

#include "libgpuinv/device/plugin.h"

namespace gpuinv::device {

int interior_sparse();
int interior_create(void* context, const gpuinv_interior_form* form,
                    void** interior, gpuinv_error_text* err);
void interior_destroy(void* interior);
int interior_step(void* interior, int first, const gpuinv_aim* aim,
                  gpuinv_interior_progress* progress, gpuinv_error_text* err);
int interior_keep(void* interior, gpuinv_error_text* err);
int interior_point(void* interior, int kept, double* x, double* y,
                   gpuinv_error_text* err);

}  // namespace gpuinv::device

#endif
