// eta.hpp (the vector operations that open an update of inv(B))
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

// With alpha = inv(B) * a_q, pivot row k and theta = alpha_k:
//   omega_i := -alpha_i / theta  (i != k),   omega_k := 1 / theta,
//   bk := row k of inv(B),                   row k of inv(B) := 0.
// rank_one then finishes the update.  Three vector operations of the
// element-wise technique of Shah et al. (2020), fused into one kernel.

#ifndef GPUINV_KERNELS_ETA_HPP
#define GPUINV_KERNELS_ETA_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// alpha[m]; b[matrix_elements(m)], only row k is touched;
// omega[padded_rows(m)] and bk[leading_dimension(m)] are written whole,
// with zeros in their padding.  The caller has made sure that alpha[k] is
// no zero.
cudaError_t launch_eta(const Launch& launch, int m, int k, const double* alpha,
                       double* b, double* omega, double* bk);

}  // namespace gpuinv::kernels

#endif
