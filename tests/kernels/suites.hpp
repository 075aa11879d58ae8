// suites.hpp (the suites of test_device and what they share)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_TESTS_KERNELS_SUITES_HPP
#define GPUINV_TESTS_KERNELS_SUITES_HPP

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

#endif
