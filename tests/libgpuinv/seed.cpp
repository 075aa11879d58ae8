// seed.cpp (seed of a run of random tests)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

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
