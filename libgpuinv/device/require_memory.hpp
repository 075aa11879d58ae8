// require_memory.hpp (whether device memory suffices, before it is taken)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_REQUIRE_MEMORY_HPP
#define GPUINV_DEVICE_REQUIRE_MEMORY_HPP

#include <cstddef>
#include <cstdio>

#include "libgpuinv/device/check.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {

// DeviceError(CANNOT) "WHAT of M rows need X MB of device memory, Y MB
// are free" if less than `bytes` are free on the current device.
inline void require_memory(const char* what, int m, std::size_t bytes) {
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  if (bytes <= free) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "%s of %d rows need %.1f MB of device memory, %.1f MB are "
                "free",
                what, m, 1e-6 * static_cast<double>(bytes),
                1e-6 * static_cast<double>(free));
  throw DeviceError(GPUINV_CANNOT, text);
}

}  // namespace gpuinv::device

#endif
