// invert_dense.hpp (inverse of a dense matrix by LAPACK)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_HOST_INVERT_DENSE_HPP
#define GPUINV_HOST_INVERT_DENSE_HPP

#include <cstddef>

#include "libgpuinv/host/stepwise.hpp"

namespace gpuinv {
namespace host {

// Bytes of workspace for m rows at most.
std::size_t invert_dense_bytes(int m);

// a[m*m] := inv(a), by rows or by columns; false if a pivot is zero.
bool invert_dense(int m, double* a, const Stepwise& steps);

}  // namespace host
}  // namespace gpuinv

#endif
