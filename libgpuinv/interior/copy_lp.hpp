// copy_lp.hpp (problem and parameters of an interior point method, checked)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/lp.hpp"

namespace gpuinv {

// Error(INVALID) if sizes, base or pointers do not describe a problem.
void check_shape(const gpuinv_interior_lp& lp);

// Copy and check what the caller of gpuinv.h hands in, as a minimization.
// Error(INVALID, NONFINITE) names rows and columns as the caller counts them.
InteriorLp copy_lp(const gpuinv_interior_lp& lp);
InteriorControl copy_control(const gpuinv_iptcp& parm);

}  // namespace gpuinv
