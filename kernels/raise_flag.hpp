// raise_flag.hpp (remember that a library call reported something)
// SPDX-License-Identifier: GPL-3.0-or-later

//   *flag := 1 if *info is not 0; else *flag stays.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// *info, *flag on the device.
cudaError_t launch_raise_flag(const Launch& launch, const int* info, int* flag);

}  // namespace gpuinv::kernels
