// trap.hpp (kernels that misbehave, for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime_api.h>

namespace gpuinv::kernels {

// Traps: from then on CUDA refuses every call of this process on the device.
cudaError_t launch_trap(cudaStream_t stream);

// Fills the current device with threads that wait for so many seconds, so that
// no other kernel can start there.
cudaError_t launch_hang(cudaStream_t stream, double seconds);

}  // namespace gpuinv::kernels
