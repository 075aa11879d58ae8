// suites.hpp (the suites of test_device and their shared parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {

// Smaller and larger than a warp, a block and a tile, whole and not.
constexpr int kSizes[] = {1, 2, 3, 31, 33, 257, 1000, 1025};
constexpr int kSizeCount = sizeof kSizes / sizeof kSizes[0];

using ::testing::seed;

Suite* kernel_suite();
Suite* inverse_suite();
Suite* misuse_suite();

}  // namespace gpuinv::tests
