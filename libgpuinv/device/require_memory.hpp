// require_memory.hpp (checks device memory before it is allocated)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include "libgpuinv/device/check.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// Throws DeviceError(CANNOT) "WHO X MB of device memory, Y MB are free"; WHO
// ends in "needs" or "need".
[[noreturn]] inline void throw_no_room(const std::string& who, std::size_t need,
                                       std::size_t room) {
  char text[100];
  std::snprintf(
      text, sizeof text, " %.1f MB of device memory, %.1f MB are free",
      1e-6 * static_cast<double>(need), 1e-6 * static_cast<double>(room));
  throw DeviceError(GPUINV_CANNOT, who + text);
}

// Throws the same for "WHAT of M rows" if less than `bytes` are free on the
// current device.
inline void require_memory(const char* what, int m, std::size_t bytes) {
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  if (bytes > free)
    throw_no_room(std::string(what) + " of " + std::to_string(m) + " rows need",
                  bytes, free);
}

}  // namespace gpuinv::device
