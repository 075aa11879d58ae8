// find_nonfinite.hpp (whether an array holds NaN or infinity)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

//   *found := 1 if an element of a is not finite; else *found stays.

#ifndef GPUINV_KERNELS_FIND_NONFINITE_HPP
#define GPUINV_KERNELS_FIND_NONFINITE_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// a[count], *found on the device.
cudaError_t launch_find_nonfinite(const Launch& launch, std::size_t count,
                                  const double* a, int* found);

}  // namespace gpuinv::kernels

#endif
