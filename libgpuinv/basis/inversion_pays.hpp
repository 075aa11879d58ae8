// inversion_pays.hpp (which basis matrices are better inverted)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/sparse/host_columns.hpp"

namespace gpuinv {

class BasisInverse;

// With fewer rows LU factors always take less time: an inversion on a device
// starts with 1 ms, in which GLPK eliminates 75 dense rows.
constexpr int kLeastInverted = 75;

// A basis matrix of m rows, and its nucleus (singletons.hpp).
struct BasisSize {
  int m, k;
  std::size_t nnz;  // of the nucleus
  bool dense;       // singletons were not looked for
};

// True if this basis matrix is better inverted than factorized by GLPK.
bool inverse_suits(const BasisSize& size, bool on_device);

// Size of a basis matrix.
BasisSize basis_size(const HostColumns& b);

// True if the matrix that was entered is better inverted, here or on the
// device that this inverse uses.
bool inversion_pays(const BasisInverse& inverse);

}  // namespace gpuinv
