// eta.hpp (the first vector operations of an update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

// With alpha = inv(B) * a_q, pivot row k and theta = alpha_k:
//   omega_i := -alpha_i / theta  (i != k),   omega_k := 1 / theta,
//   bk := row k of inv(B),                   row k of inv(B) := 0.
// Then rank_one finishes the update.  These are three vector operations of the
// element-wise technique of Shah et al. (2020), fused into one kernel.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// alpha[m]; b[matrix_elements(m)], of which only row k changes.
// omega[padded_rows(m)] and bk[leading_dimension(m)] are written completely,
// with zeros in their padding.  The caller makes sure that alpha[k] is not
// zero.
cudaError_t launch_eta(const Launch& launch, int m, int k, const double* alpha,
                       double* b, double* omega, double* bk);

}  // namespace gpuinv::kernels
