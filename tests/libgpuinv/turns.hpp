// turns.hpp (what the simplex solver makes of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_TURNS_HPP
#define GPUINV_TESTS_LIBGPUINV_TURNS_HPP

#include <check.h>

TCase* turn_cases();

#endif
