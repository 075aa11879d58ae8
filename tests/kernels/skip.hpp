// skip.hpp (how a test program ends without a device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_KERNELS_SKIP_HPP
#define GPUINV_TESTS_KERNELS_SKIP_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gpuinv::tests {

// Says why and returns the exit status: 77, skipped, or 1 if
// GPUINV_REQUIRE_GPU=1 asks for a device.
inline int skip(const char* why) {
  std::printf("no device: %s\n", why);
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  return require != nullptr && std::strcmp(require, "1") == 0 ? 1 : 77;
}

}  // namespace gpuinv::tests

#endif
