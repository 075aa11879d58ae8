// rank_one.hpp (element-wise update of inv(B))
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

//   b_ij := b_ij + omega_i * bk_j   for all i, j, in place, without a branch.
// omega, bk and the zeroed row k come from eta; together they are the
// update of inv(B) after one column of B was replaced (Shah et al. 2020).
// Traffic: 16 m^2 bytes.

#ifndef GPUINV_KERNELS_RANK_ONE_HPP
#define GPUINV_KERNELS_RANK_ONE_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Launch::overlap of the current device, see overlap.cuh: compute capability
// 9.0, and machine code that was made for it, since older code does not wait;
// rank_one's stands for that of all kernels.
cudaError_t rank_one_can_overlap(bool* can);

// omega[padded_rows(m)], bk[leading_dimension(m)], b[matrix_elements(m)].
// If launch.overlap is set, blocks are placed while the kernel before ends.
cudaError_t launch_rank_one(const Launch& launch, int m, const double* omega,
                            const double* bk, double* b);

}  // namespace gpuinv::kernels

#endif
