// expand_inverse.hpp (inverse of a basis from that of its kernel)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A basis of m - k slacks, each the only entry of its column, and k other
// columns is, up to the order of rows and columns,
//      B = (K 0)     inv(B) = (   inv(K)              0     )
//          (E D),             (-inv(D)*E*inv(K)   inv(D)).
// From the first k columns c of the latter, m by k, row-major with leading
// dimension leading_dimension(k):
//   b[p, r] := c[q, s]       if s < k,
//              -1/divisor_r  if s = q,     where q = order_p, s = place_r,
//              0             otherwise,
// b row-major in the padded layout, padding cleared.  Bytes: 8*m*m written.

#ifndef GPUINV_KERNELS_EXPAND_INVERSE_HPP
#define GPUINV_KERNELS_EXPAND_INVERSE_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Arrays of m elements on the device: order and place are permutations of
// 0..m-1; divisor_r = -D_r, read where place_r >= k.
struct KernelOrder {
  const int* order;
  const int* place;
  const double* divisor;
};

// c is not read if k = 0.
cudaError_t launch_expand_inverse(const Launch& launch, int m, int k,
                                  const double* c, const KernelOrder& order,
                                  double* b);

}  // namespace gpuinv::kernels

#endif
