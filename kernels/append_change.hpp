// append_change.hpp (update of inv(B), deferred)
// SPDX-License-Identifier: GPL-3.0-or-later

// inv(B) = B0 + U*V' loses its row p and gains omega times that row, with
// omega of eta.hpp: the same update as by eta and rank_one, which fold then
// makes up for:
//   v_jk := b_pj + sum over t < k of u_pt*v_jt,     b_pj := 0,
//   u_jk := omega_j,   u_pt := 0 for t < k,         j = 0..m-1.
// Row p is cleared in both terms, rather than omega_p lessened by one, lest
// its new elements be differences of large numbers.
// Traffic: 8 m k bytes read, 64 m more in sectors of 32.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {

// alpha[m], alpha[p] no zero; b[matrix_elements(m)]: B0; f.k changes are
// pending, fewer than f.pitch.  *readers is zero, and is zero again after.
// If launch.overlap is set, blocks are placed while the kernel before ends.
cudaError_t launch_append_change(const Launch& launch, int m, int p,
                                 const double* alpha, double* b,
                                 const Pending& f, unsigned* readers);

}  // namespace gpuinv::kernels
