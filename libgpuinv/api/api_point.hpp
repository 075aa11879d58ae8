// api_point.hpp (the C border of judging and refining a point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

int kkt(gpuinv_session* session, const gpuinv_interior_lp* lp,
        const gpuinv_scaling* scaling, const double prim[], const double dual[],
        gpuinv_kkt* kkt);
int refine_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
                const int bind[], int step, double prim[], double dual[],
                double w[], int* solve);

}  // namespace gpuinv
