// permute_rows.hpp (rows of a matrix in another order, in place)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

//   row c_0 := row c_1,  row c_1 := row c_2, ...,  row c_last := row c_0
// for each of a number of disjoint cycles c.

#ifndef GPUINV_KERNELS_PERMUTE_ROWS_HPP
#define GPUINV_KERNELS_PERMUTE_ROWS_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// a: row-major with leading dimension ld, of which `columns` columns are
// permuted.  Cycle c is rows[start[c]..start[c+1]-1], at least two rows;
// both arrays on the device, start[cycles+1].
cudaError_t launch_permute_rows(const Launch& launch, int columns,
                                std::size_t ld, int cycles, const int* rows,
                                const int* start, double* a);

}  // namespace gpuinv::kernels

#endif
