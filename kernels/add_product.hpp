// add_product.hpp (share of the pending changes in FTRAN and BTRAN)
// SPDX-License-Identifier: GPL-3.0-or-later

//   y := y + F*(transpose(G)*a),   F and G m by k, by rows:
// of FTRAN with F = U, G = V, of BTRAN with F = V, G = U (pending.hpp).
// Reads 8 k (m + s) bytes for s non-zeros.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/pending.hpp"

namespace gpuinv::kernels {

// A vector of m elements on the device: s non-zeros val[s] at ind[s], or,
// if ind is null, val[m], s = m.
struct DeviceVector {
  int s;
  const int* ind;
  const double* val;
};

// As u and v of Pending.
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
// split into parts that depend on s alone, and added in a fixed order: equal
// input gives equal bits.
cudaError_t launch_add_product(const Launch& launch, int m,
                               const Factors& factors, const DeviceVector& a,
                               double* y, double* work);

}  // namespace gpuinv::kernels
