// parts.hpp (a tableau whose rows lie in parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_PARTS_HPP
#define GPUINV_TESTS_LIBGPUINV_PARTS_HPP

#include <check.h>

TCase* part_cases();

#endif
