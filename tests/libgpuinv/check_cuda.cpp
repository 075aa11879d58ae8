// check_cuda.cpp (conformance of the CUDA back end)
// SPDX-License-Identifier: GPL-3.0-or-later

// CUDA must not be used after a fork without exec, so Check must not fork.
// Without a device the exit status is 77 (SKIP), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <cstdlib>
#include <cstring>

#include "conformance.hpp"
#include "testing.hpp"

int main() {
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  if (!testing::available("backend=cuda"))
    return require != nullptr && std::strcmp(require, "1") == 0 ? EXIT_FAILURE
                                                                : 77;
  const bool failed = conformance_failures("cuda", CK_NOFORK) != 0;
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
