// append_change.hpp (deferred update of inv(B))
// SPDX-License-Identifier: GPL-3.0-or-later

// inv(B) = B0 + U*V' loses its row p and gains omega times that row, with omega
// as in eta.hpp.  This is the same update as by eta and rank_one, except that
// fold applies it later:
//   v_jk := b_pj + sum over t < k of u_pt*v_jt,     b_pj := 0,
//   u_jk := omega_j,   u_pt := 0 for t < k,         j = 0..m-1.
// Row p is cleared in both terms.  If omega_p were reduced by one instead, the
// new elements of the row would be differences of large numbers.
// Traffic: 8 m k bytes are read, and 64 m more in sectors of 32.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {

// alpha[m] with alpha[p] not zero; b[matrix_elements(m)] contains B0.  f.k
// changes are pending, fewer than f.pitch.  *readers must be zero, and is zero
// again afterwards.  If launch.overlap is set, blocks are placed while the
// previous kernel ends.
cudaError_t launch_append_change(const Launch& launch, int m, int p,
                                 const double* alpha, double* b,
                                 const Pending& f, unsigned* readers);

}  // namespace gpuinv::kernels
