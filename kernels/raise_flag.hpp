// raise_flag.hpp (remember that a library call reported something)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

//   *flag := 1 if *info is not 0; else *flag stays.

#ifndef GPUINV_KERNELS_RAISE_FLAG_HPP
#define GPUINV_KERNELS_RAISE_FLAG_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// *info, *flag on the device.
cudaError_t launch_raise_flag(const Launch& launch, const int* info, int* flag);

}  // namespace gpuinv::kernels

#endif
