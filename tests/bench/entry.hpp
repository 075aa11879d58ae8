// entry.hpp (how the main() of a benchmark ends)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdio>
#include <exception>

namespace gpuinv::bench {

// The exit status of run(): its own, or 1 with the message of what it throws.
template <class Run>
int status_of(const char* program, Run run) {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 1;
  }
}

}  // namespace gpuinv::bench
