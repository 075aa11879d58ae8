// raise_flag.hpp (remembers that a library call reported an error)
// SPDX-License-Identifier: GPL-3.0-or-later

//   *flag := 1 if *info is not 0; else *flag does not change.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// *info and *flag are on the device.
cudaError_t launch_raise_flag(const Launch& launch, const int* info, int* flag);

}  // namespace gpuinv::kernels
