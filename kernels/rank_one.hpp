// rank_one.hpp (element-wise update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

//   b_ij := b_ij + omega_i * bk_j   for all i, j, in place, without a branch.
// omega, bk and the zeroed row k come from eta.  Together they update inv(B)
// after one column of B was replaced (Shah et al. 2020). Traffic: 16 m^2 bytes.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// *can is the value of Launch::overlap for the current device, see overlap.cuh.
// It requires compute capability 9.0 and machine code made for it, since older
// code does not wait.  The code of rank_one stands for that of all kernels.
cudaError_t rank_one_can_overlap(bool* can);

// omega[padded_rows(m)], bk[leading_dimension(m)], b[matrix_elements(m)]. If
// launch.overlap is set, blocks are placed while the previous kernel ends.
cudaError_t launch_rank_one(const Launch& launch, int m, const double* omega,
                            const double* bk, double* b);

}  // namespace gpuinv::kernels
