// seed.cpp (seed of a run of random tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "seed.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace testing {

unsigned seed() {
  static const unsigned value = [] {
    const char* text = std::getenv("GPUINV_SEED");
    const unsigned s = text != nullptr
                           ? static_cast<unsigned>(std::strtoul(text, 0, 10))
                           : std::random_device()();
    std::printf("GPUINV_SEED=%u\n", s);
    std::fflush(stdout);
    return s;
  }();
  return value;
}

}  // namespace testing
