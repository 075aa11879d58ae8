// without_cuda.cpp (stands for the device tests in a build without CUDA)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include <cstdio>
#include <cstdlib>
#include <cstring>

// 77 means SKIP to automake; a machine that must have a GPU fails instead.
int main() {
  std::puts("built without CUDA");
  const char* require = std::getenv("GPUINV_REQUIRE_GPU");
  return require != nullptr && std::strcmp(require, "1") == 0 ? 1 : 77;
}
