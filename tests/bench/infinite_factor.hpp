// infinite_factor.hpp (Cholesky-infinity of a small dense matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <cstddef>

namespace gpuinv::bench {

// LIPSOL's: a pivot of at most 1e-30, where the largest diagonal element is 1,
// becomes 1e128, so that this element of a solution is 0.
constexpr double kNoPivot = 1e-30, kInfinitePivot = 1e128;

// Replaces the lower triangle of a, n by n with columns of ld elements, by its
// factor L.  Returns how many pivots became infinite.
inline int factorize_with_infinity(int n, double* a, std::size_t ld) {
  int infinite = 0;
  for (int k = 0; k < n; k++) {
    double* const l = a + k * ld;
    if (!(l[k] > kNoPivot)) {
      l[k] = kInfinitePivot;
      infinite++;
    }
    l[k] = std::sqrt(l[k]);
    for (int i = k + 1; i < n; i++) l[i] /= l[k];
    for (int j = k + 1; j < n; j++) {
      double* const c = a + j * ld;
      for (int i = j; i < n; i++) c[i] -= l[i] * l[j];
    }
  }
  return infinite;
}

}  // namespace gpuinv::bench
