// without_cuda.cpp (replaces the device tests in a build without CUDA)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>
#include <cstdlib>
#include <cstring>

// 77 means SKIP to automake; a machine that must have a GPU fails.
int main() {
  std::puts("built without CUDA");
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  return require != nullptr && std::strcmp(require, "1") == 0 ? 1 : 77;
}
