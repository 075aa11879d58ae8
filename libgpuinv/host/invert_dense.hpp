// invert_dense.hpp (inverse of a dense matrix by LAPACK)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

#include "libgpuinv/host/stepwise.hpp"

namespace gpuinv::host {

// Returns the most bytes of workspace for m rows.
std::size_t invert_dense_bytes(int m);

// a[m*m] := inv(a), row- or column-major.  Returns false if a pivot is zero.
bool invert_dense(int m, double* a, const Stepwise& steps);

}  // namespace gpuinv::host
