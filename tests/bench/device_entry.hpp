// device_entry.hpp (how the main() of a benchmark of a device begins)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

#include "tests/bench/entry.hpp"

namespace gpuinv::bench {

// As status_of(); the status is 77 (skipped) where there are fewer than `need`
// devices.
template <class Run>
int status_on_device(const char* program, Run run, int need = 1) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count < need) {
    std::fprintf(stderr, "%s: needs %d device(s)\n", program, need);
    return 77;
  }
  return status_of(program, run);
}

// Reads matrix sizes from 2 to 65535; false at any other word.
inline bool parse_sizes(int argc, char** argv, std::vector<int>* sizes) {
  for (int a = 1; a < argc; a++) {
    char* end = nullptr;
    const long m = std::strtol(argv[a], &end, 10);
    if (*end != '\0' || m < 2 || m > 65535) return false;
    sizes->push_back(static_cast<int>(m));
  }
  return true;
}

}  // namespace gpuinv::bench
