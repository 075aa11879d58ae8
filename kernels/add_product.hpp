// add_product.hpp (adds the pending changes in FTRAN and BTRAN)
// SPDX-License-Identifier: GPL-3.0-or-later

// y := y + F*(transpose(G)*a), where F and G are m by k, row-major.  FTRAN has
// F = U and G = V, BTRAN has F = V and G = U (pending.hpp).  For s non-zeros
// this reads 8 k (m + s) bytes.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {

// A vector of m elements on the device: s non-zeros val[s] at ind[s] or, if ind
// is null, val[m] with s = m.
struct DeviceVector {
  int s;
  const int* ind;
  const double* val;
};

// f and g are laid out as u and v of Pending.
struct Factors {
  const double *f, *g;
  std::size_t pitch;
  int k;
};

// Doubles of workspace that suffice for every s.
constexpr int kMostWeighParts = 64;
constexpr std::size_t kAddProductWorkspace =
    static_cast<std::size_t>(kMostWeighParts) * kMostPending;

// 0 < k <= kMostPending; y[m]; work[kAddProductWorkspace].  The non-zeros are
// split into parts that depend only on s and are added in a fixed order, so
// equal input gives equal bits.
cudaError_t launch_add_product(const Launch& launch, int m,
                               const Factors& factors, const DeviceVector& a,
                               double* y, double* work);

}  // namespace gpuinv::kernels
