// api_interior.hpp (the C border of interior point methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// These are the functions of the same names in gpuinv_api.
int interior_create(gpuinv_session* session, const char* options,
                    const gpuinv_interior_lp* lp, const gpuinv_iptcp* parm,
                    gpuinv_interior** interior);
int interior_step(gpuinv_interior* interior, int* done);
int interior_result(gpuinv_interior* interior, int* code, int* stat,
                    double* obj, double prim[], double dual[]);
void interior_delete(gpuinv_interior* interior);

}  // namespace gpuinv
