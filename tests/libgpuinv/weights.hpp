// weights.hpp (steepest edge weights of the host's tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_WEIGHTS_HPP
#define GPUINV_TESTS_LIBGPUINV_WEIGHTS_HPP

#include <check.h>

TCase* weight_cases();

#endif
