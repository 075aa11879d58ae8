// inversion_pays.hpp (whether to invert a basis matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// With fewer rows LU factors are always faster: an inversion on a device takes
// at least 1 ms, in which GLPK eliminates 75 dense rows.
constexpr int kLeastInverted = 75;

// With fewer rows the host inverts in less than 10 ms, and its solves take no
// longer than the way to a device.
constexpr int kLeastOnDevice = 400;

// Size of a basis matrix: it has m rows, its nucleus has k (singletons.hpp).
struct BasisSize {
  int m, k;
  std::size_t nnz;  // non-zeros of the nucleus
  bool dense;       // B is dense: k = m, nnz of all of B
};

// Returns whether inversion takes less time than GLPK's LU factors.  These fill
// up where the Cholesky factor of A*A' does; `coupled` is its share of a full
// triangle, 0 if that is not known.
bool inverse_suits(const BasisSize& size, bool on_device, double coupled = 0.0);

// Returns the seconds of the host for a product with the inverse of m rows, and
// for the product's share of an inversion every so many updates.
double host_product_seconds(int m, int updates);

// Finds the size of a basis matrix; peels off its singletons on the host.
BasisSize basis_size(const HostColumns& b);

}  // namespace gpuinv
