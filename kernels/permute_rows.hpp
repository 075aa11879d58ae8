// permute_rows.hpp (permutes rows of a matrix in place)
// SPDX-License-Identifier: GPL-3.0-or-later

// For each of several disjoint cycles c,
//   row c_0 := row c_1,  row c_1 := row c_2, ...,  row c_last := row c_0.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// a is row-major with leading dimension ld; its first `columns` columns are
// permuted.  Cycle c is rows[start[c]..start[c+1]-1], at least two rows; both
// arrays are on the device, start[cycles+1].
cudaError_t launch_permute_rows(const Launch& launch, int columns,
                                std::size_t ld, int cycles, const int* rows,
                                const int* start, double* a);

}  // namespace gpuinv::kernels
