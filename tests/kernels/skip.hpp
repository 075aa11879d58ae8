// skip.hpp (end of a test program without a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gpuinv::tests {

// Prints the reason and returns the exit status: 77 (skipped), or 1 if
// GPUINV_REQUIRE_GPU=1 asks for a device.
inline int skip(const char* why) {
  std::printf("no device: %s\n", why);
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  return require != nullptr && std::strcmp(require, "1") == 0 ? 1 : 77;
}

}  // namespace gpuinv::tests
