// find_nonfinite.hpp (tests an array for NaN or infinity)
// SPDX-License-Identifier: GPL-3.0-or-later

//   *found := 1 if an element of a is not finite; else *found does not change.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// a[count] and *found are on the device.
cudaError_t launch_find_nonfinite(const Launch& launch, std::size_t count,
                                  const double* a, int* found);

}  // namespace gpuinv::kernels
