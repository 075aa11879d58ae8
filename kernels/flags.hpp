// flags.hpp (flags that are raised on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

//   *found := 1 if an element of a is not finite; else *found does not change.
// a[count] and *found are on the device.
cudaError_t launch_find_nonfinite(const Launch& launch, std::size_t count,
                                  const double* a, int* found);

//   *flag := 1 if *info is not 0; else *flag does not change.
// *info and *flag are on the device.
cudaError_t launch_raise_flag(const Launch& launch, const int* info, int* flag);

}  // namespace gpuinv::kernels
