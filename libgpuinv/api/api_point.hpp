// api_point.hpp (the C border of what judges and refines a point)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_API_API_POINT_HPP
#define GPUINV_API_API_POINT_HPP

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

int kkt(gpuinv_session* session, const gpuinv_interior_lp* lp,
        const gpuinv_scaling* scaling, const double prim[], const double dual[],
        gpuinv_kkt* kkt);
int refine_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
                const int bind[], int step, double prim[], double dual[],
                double w[], int* solve);

}  // namespace gpuinv

#endif
